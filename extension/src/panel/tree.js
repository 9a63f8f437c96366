// The tree of a page with the figures of each node. Only the rows in sight are elements.

import { number, text } from "../shared/texts.js";

/** @typedef {import("../content/inspect.js").SentTree} SentTree */

const ROW = 24;
const EXTRA = 12;
const MAX_INDENT = 24;

export class TreeView {
  /** @param {HTMLElement} root @param {HTMLElement} heads @param {(row: number, isChosen: boolean) => void} onShow */
  constructor(root, heads, onShow) {
    this.root = root;
    this.heads = heads;
    this.space = /** @type {HTMLElement} */ (root.querySelector(".space"));
    this.onShow = onShow;
    /** @type {SentTree | null} */
    this.tree = null;
    /** @type {Set<number>} */
    this.open = new Set();
    /** @type {number[]} */
    this.shown = [];
    this.chosen = -1;
    this.pointed = -1;
    root.addEventListener("scroll", () => this.draw(), { passive: true });
    root.addEventListener("click", (event) => this.click(event));
    root.addEventListener("keydown", (event) => this.press(event));
    root.addEventListener("mouseover", (event) => this.onShow(rowOf(event), false));
    root.addEventListener("mouseleave", () => this.onShow(-1, false));
    new ResizeObserver(() => this.draw()).observe(root);
  }

  /** @param {SentTree} tree */
  set(tree) {
    this.tree = tree;
    this.open = new Set(tree.size.length ? [0] : []);
    this.chosen = this.pointed = -1;
    const titles = [text("column_element"), ...["amount", "leaves", "ratio", "weight", "relevance"].map((name) => text(`column_${name === "amount" ? tree.amount : name}`))];
    this.heads.replaceChildren(...titles.map((title) => {
      const head = document.createElement("span");
      head.textContent = title;
      return head;
    }));
    this.reveal(tree.best);
  }

  /**
   * Open the way to a row, and bring it into sight.
   * @param {number} row
   */
  reveal(row) {
    const { tree } = this;
    if (!tree) return;
    for (let up = tree.parent[row] ?? -1; up >= 0; up = tree.parent[up]) this.open.add(up);
    this.arrange();
    const place = this.shown.indexOf(row);
    if (place < 0) return;
    const { scrollTop, clientHeight } = this.root;
    if (place * ROW < scrollTop || (place + 1) * ROW > scrollTop + clientHeight) this.root.scrollTop = place * ROW - clientHeight / 3;
    this.draw();
  }

  /**
   * Mark the row that the pointer is over in the page.
   * @param {number} row
   */
  point(row) {
    this.pointed = row;
    this.reveal(row);
  }

  /** List the rows whose parents are all open. */
  arrange() {
    const { tree } = this;
    if (!tree) return;
    this.shown = [];
    for (let row = 0; row < tree.size.length; row += this.open.has(row) ? 1 : tree.size[row]) this.shown.push(row);
    this.space.style.blockSize = `${this.shown.length * ROW}px`;
    this.draw();
  }

  draw() {
    const { tree } = this;
    if (!tree) return;
    const first = Math.max(0, Math.floor(this.root.scrollTop / ROW) - EXTRA);
    const last = Math.ceil((this.root.scrollTop + this.root.clientHeight) / ROW) + EXTRA;
    const places = this.shown.slice(first, last).map((row, i) => this.make(tree, row, first + i));
    const chosen = this.shown.indexOf(this.chosen);
    // The active row stays, for screen readers.
    if (chosen >= 0 && (chosen < first || chosen >= last)) places.push(this.make(tree, this.chosen, chosen));
    this.space.replaceChildren(...places);
    if (chosen >= 0) this.root.setAttribute("aria-activedescendant", `node-${this.chosen}`);
    else this.root.removeAttribute("aria-activedescendant");
  }

  /** @param {SentTree} tree @param {number} row @param {number} place */
  make(tree, row, place) {
    const element = document.createElement("div");
    const isBest = row === tree.best;
    const isInitial = tree.initial[row] === 1;
    element.className = ["node", isInitial ? "initial" : "", isBest ? "best" : "", row === this.pointed ? "pointed" : ""].filter(Boolean).join(" ");
    element.id = `node-${row}`;
    element.dataset.row = String(row);
    element.style.insetBlockStart = `${place * ROW}px`;
    element.setAttribute("role", "treeitem");
    element.setAttribute("aria-level", String(tree.depth[row] + 1));
    element.setAttribute("aria-selected", String(row === this.chosen));
    if (tree.size[row] > 1) element.setAttribute("aria-expanded", String(this.open.has(row)));
    const name = span("name", "");
    name.style.setProperty("--depth", String(Math.min(tree.depth[row], MAX_INDENT)));
    const mark = isBest ? "★ " : isInitial ? "◆ " : "";
    const folded = document.documentElement.dir === "rtl" ? "◂" : "▸";
    name.append(
      span("fold", tree.size[row] > 1 ? (this.open.has(row) ? "▾" : folded) : ""),
      mark,
      span(tree.isText[row] ? "quote" : "label", tree.isText[row] ? `“${tree.name[row]}”` : tree.name[row]),
    );
    name.title = [isBest ? text("bestNode") : "", isInitial ? text("initialNode") : "", tree.name[row]].filter(Boolean).join(" · ");
    const relevance = span("figure relevance", percent(tree.relevance[row]));
    relevance.style.setProperty("--share", `${100 * tree.relevance[row]}%`);
    element.append(
      name,
      span("figure", number(tree.amount === "words" ? tree.words[row] : tree.characters[row])),
      span("figure", number(tree.leaves[row])),
      span("figure", number(tree.ratio[row], 1)),
      span("figure", isInitial ? number(tree.weight[row], 2) : "–"),
      relevance,
    );
    element.setAttribute("aria-label", [name.title || tree.name[row], ...this.figures(tree, row)].join(", "));
    return element;
  }

  /** @param {SentTree} tree @param {number} row */
  figures(tree, row) {
    return [
      `${text(`column_${tree.amount}`)} ${number(tree.amount === "words" ? tree.words[row] : tree.characters[row])}`,
      `${text("column_leaves")} ${number(tree.leaves[row])}`,
      `${text("column_ratio")} ${number(tree.ratio[row], 1)}`,
      `${text("column_relevance")} ${percent(tree.relevance[row])}`,
    ];
  }

  /** @param {MouseEvent} event */
  click(event) {
    const row = rowOf(event);
    if (row < 0) return;
    if (/** @type {Element} */ (event.target).classList.contains("fold")) this.fold(row, !this.open.has(row));
    else this.choose(row);
  }

  /** @param {number} row @param {boolean} isOpen */
  fold(row, isOpen) {
    if (isOpen) this.open.add(row);
    else this.open.delete(row);
    this.arrange();
  }

  /** @param {number} row */
  choose(row) {
    if (row < 0 || row === undefined) return;
    this.chosen = row;
    this.onShow(row, true);
    this.reveal(row);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const { tree } = this;
    if (!tree) return;
    const row = this.chosen < 0 ? Math.max(tree.best, 0) : this.chosen;
    const at = this.shown.indexOf(row);
    const isRtl = document.documentElement.dir === "rtl";
    const [into, out] = isRtl ? ["ArrowLeft", "ArrowRight"] : ["ArrowRight", "ArrowLeft"];
    /** @type {Record<string, () => void>} */
    const actions = {
      ArrowDown: () => this.choose(this.shown[Math.min(at + (this.chosen < 0 ? 0 : 1), this.shown.length - 1)]),
      ArrowUp: () => this.choose(this.shown[Math.max(at - 1, 0)]),
      Home: () => this.choose(this.shown[0]),
      End: () => this.choose(this.shown[this.shown.length - 1]),
      Enter: () => this.choose(row),
      [into]: () => (this.open.has(row) ? this.choose(this.shown[at + 1]) : tree.size[row] > 1 && this.fold(row, true)),
      [out]: () => (this.open.has(row) ? this.fold(row, false) : this.choose(tree.parent[row])),
    };
    if (!Object.hasOwn(actions, event.key)) return;
    actions[event.key]();
    event.preventDefault();
  }
}

/** @param {Event} event */
function rowOf(event) {
  const node = /** @type {Element} */ (event.target).closest(".node");
  return node instanceof HTMLElement ? Number(node.dataset.row) : -1;
}

/** @param {string} name @param {string} content */
function span(name, content) {
  const element = document.createElement("span");
  if (name) element.className = name;
  element.textContent = content;
  return element;
}

/**
 * A share in percent, which is never rounded to nothing.
 * @param {number} share
 */
function percent(share) {
  if (!share) return "–";
  return share < 0.01 ? "<1%" : `${Math.round(100 * share)}%`;
}
