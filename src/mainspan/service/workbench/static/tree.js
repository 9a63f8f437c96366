// The tree of a words-leaves method. Rows are made when they come into view, so that large pages work.
import { element } from "./dom.js";
import { format } from "./drawing.js";

const ROW = 26;
const EXTRA = 8;
const MAX_DEPTH = 20; // deeper nodes are indented no further
const ONE = { leaves: "leaf", nodes: "node" };

export class Tree {
  // onNode({ start, end, name }) is called when the user chooses a node.
  constructor({ root, head, tree, note }, onNode) {
    Object.assign(this, { root, head, tree, note, onNode });
    this.space = tree.querySelector(".space");
    this.rows = new Map();
    this.clear();
    tree.addEventListener("scroll", () => this.draw());
    new ResizeObserver(() => this.draw()).observe(tree);
    tree.addEventListener("click", (event) => {
      const row = event.target.closest(".node");
      if (!row) return;
      const node = Number(row.dataset.node);
      if (event.target.closest(".fold")) this.toggle(node);
      this.choose(node);
    });
    tree.addEventListener("keydown", (event) => {
      if (!this.shown.length || event.ctrlKey || event.metaKey || event.altKey) return;
      if (this.press(event.key)) event.preventDefault();
    });
  }

  clear(text = "") {
    this.nodes = null;
    this.shown = [];
    this.open = new Set();
    this.chosen = null;
    this.forget();
    this.root.hidden = !text;
    this.note.textContent = text;
    this.tree.hidden = this.head.hidden = true;
  }

  show({ best, reason, nodes, amount, unit, threshold }) {
    this.clear();
    this.root.hidden = false;
    if (best === null) {
      this.note.textContent = `There is no tree: ${reason}`;
      return;
    }
    this.nodes = { ...nodes, nodes: nodes.size };
    this.parent = parentsOf(nodes.depth);
    this.best = best;
    this.path = new Set();
    for (let node = best; node !== null; node = this.parent[node]) this.path.add(node);
    this.columns = [...new Set(["words", amount, "leaves", unit, "ratio", "weight", "relevance"])];
    this.note.textContent =
      `${format(nodes.depth.length)} nodes with text. The ratio is ${amount} per ${ONE[unit]}. ★ is the answer, ▌ marks the way ` +
      `to it from the body, and ◆ initial nodes, with a ratio of at least ${format(threshold)}.`;
    this.tree.hidden = this.head.hidden = false;
    this.head.replaceChildren(...["node", ...this.columns].map((name) => element("span", name)));
    this.root.style.setProperty("--figures", this.columns.length);
    this.open = new Set([...this.path].filter((node) => node !== best));
    this.arrange();
    this.scrollTo(best);
  }

  // --- opening and closing ---

  arrange() {
    const { size } = this.nodes;
    this.shown = [];
    for (let node = 0; node < size.length; ) {
      this.shown.push(node);
      node += this.open.has(node) ? 1 : size[node];
    }
    this.place = new Map(this.shown.map((node, i) => [node, i]));
    this.space.style.height = `${this.shown.length * ROW}px`;
    this.forget();
    this.draw();
  }

  toggle(node, isOpen = !this.open.has(node)) {
    if (isOpen && this.nodes.size[node] > 1) this.open.add(node);
    else this.open.delete(node);
    this.arrange();
  }

  // --- choosing ---

  choose(node, { report = true } = {}) {
    this.chosen = node;
    this.tree.setAttribute("aria-activedescendant", `node-${node}`);
    this.scrollTo(node);
    this.draw();
    this.rows.forEach((row, each) => row.setAttribute("aria-selected", String(each === node)));
    const { start, end } = this.nodes;
    if (report) this.onNode({ start: start[node], end: end[node], name: this.nameOf(node) });
  }

  // Choose the deepest node around a part of the source. It is opened, or the deepest open one is taken.
  reveal(start, end, { open = true } = {}) {
    if (!this.nodes) return;
    const { nodes } = this;
    let node = 0;
    const holds = (each) => nodes.start[each] <= start && nodes.end[each] >= end;
    if (!holds(0)) return;
    const isNew = [];
    for (let child = 1; child < node + nodes.size[node]; ) {
      if (!holds(child)) {
        child += nodes.size[child];
        continue;
      }
      if (!this.open.has(node)) {
        if (!open) break;
        isNew.push(node);
      }
      node = child;
      child += 1;
    }
    for (const each of isNew) this.open.add(each);
    if (isNew.length) this.arrange();
    this.choose(node, { report: false });
  }

  scrollTo(node) {
    const top = this.place.get(node) * ROW;
    const { scrollTop, clientHeight } = this.tree;
    if (top < scrollTop || top + ROW > scrollTop + clientHeight) this.tree.scrollTop = top - clientHeight / 2;
  }

  // Do what a key is for. Returns whether it is for anything here.
  press(key) {
    const node = this.chosen ?? this.best;
    const at = this.place.get(node) ?? 0;
    const isOpen = this.open.has(node);
    const go = (place) => this.choose(this.shown[Math.min(Math.max(place, 0), this.shown.length - 1)]);
    const actions = {
      ArrowDown: () => go(this.chosen === null ? at : at + 1),
      ArrowUp: () => go(at - 1),
      Home: () => go(0),
      End: () => go(this.shown.length - 1),
      Enter: () => this.choose(node),
      " ": () => this.choose(node),
      ArrowRight: () => {
        if (isOpen) go(at + 1);
        else this.fold(node, true);
      },
      ArrowLeft: () => {
        if (isOpen) this.fold(node, false);
        else if (this.parent[node] !== null) this.choose(this.parent[node]);
      },
    };
    if (!Object.hasOwn(actions, key)) return false;
    actions[key]();
    return true;
  }

  fold(node, isOpen) {
    this.toggle(node, isOpen);
    this.choose(node, { report: this.chosen !== node });
  }

  // --- rows ---

  forget() {
    this.rows.forEach((row) => row.remove());
    this.rows.clear();
  }

  draw() {
    if (!this.nodes) return;
    const { scrollTop, clientHeight } = this.tree;
    const first = Math.max(0, Math.floor(scrollTop / ROW) - EXTRA);
    const last = Math.min(this.shown.length, Math.ceil((scrollTop + clientHeight) / ROW) + EXTRA);
    for (const [node, row] of this.rows) {
      const place = this.place.get(node);
      // The active row stays, for screen readers.
      if ((place < first || place >= last) && node !== this.chosen) {
        row.remove();
        this.rows.delete(node);
      }
    }
    const wanted = this.shown.slice(first, last);
    if (this.place.has(this.chosen)) wanted.push(this.chosen);
    for (const node of wanted) {
      if (this.rows.has(node)) continue;
      const row = this.make(node);
      this.rows.set(node, row);
      this.space.append(row);
    }
  }

  nameOf(node) {
    return this.nodes.text[node] ? `“${this.nodes.text[node]}”` : this.nodes.element[node];
  }

  make(node) {
    const { size, depth, initial } = this.nodes;
    const row = element("div", "", "node");
    row.classList.toggle("best", node === this.best);
    row.classList.toggle("path", this.path.has(node));
    row.id = `node-${node}`;
    row.dataset.node = node;
    row.style.top = `${this.place.get(node) * ROW}px`;
    row.setAttribute("role", "treeitem");
    row.setAttribute("aria-level", depth[node] + 1);
    row.setAttribute("aria-selected", String(node === this.chosen));
    if (size[node] > 1) row.setAttribute("aria-expanded", String(this.open.has(node)));
    row.setAttribute("aria-label", this.labelOf(node));
    const name = element("span", "", "name");
    name.style.setProperty("--depth", Math.min(depth[node], MAX_DEPTH));
    const fold = element("span", size[node] > 1 ? (this.open.has(node) ? "▾" : "▸") : "", "fold");
    const mark = node === this.best ? "★ " : initial[node] ? "◆ " : "";
    const text = element("span", mark + this.nameOf(node), this.nodes.text[node] ? "text" : "");
    name.append(fold, text);
    name.title = this.nameOf(node);
    row.append(name, ...this.columns.map((column) => this.cell(node, column)));
    return row;
  }

  cell(node, column) {
    const value = this.nodes[column][node];
    const cell = element("span", column === "weight" && !this.nodes.initial[node] ? "–" : format(value), `figure ${column}`);
    if (column === "relevance") cell.style.setProperty("--share", `${100 * value}%`);
    return cell;
  }

  labelOf(node) {
    const { initial } = this.nodes;
    const parts = [this.nameOf(node)];
    if (node === this.best) parts.push("the answer");
    else if (this.path.has(node)) parts.push("on the way to the answer");
    if (initial[node]) parts.push("initial node");
    for (const column of this.columns) parts.push(`${column} ${format(this.nodes[column][node])}`);
    return parts.join(", ");
  }
}

function parentsOf(depth) {
  const around = [];
  return depth.map((level, node) => {
    around.length = level;
    around.push(node);
    return level ? around[level - 1] : null;
  });
}
