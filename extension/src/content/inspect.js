// What the panel shows of a page: its tree with all figures, its blocks in order of relevance, and its menus.

import { computeFigures } from "../core/ratio.js";
import { blocksByRelevance, findMenus } from "../core/outlook.js";
import { shownParent } from "../core/composed.js";

/** @typedef {import("../core/tree.js").ContentTree} ContentTree */
/** @typedef {import("./overlay.js").Overlay} Overlay */
/** @typedef {import("../shared/settings.js").Settings} Settings */

const MAX_TEXT = 120;

/**
 * A tree as columns, ready to be sent.
 * @typedef {object} SentTree
 * @property {string} method
 * @property {string} amount
 * @property {number} best
 * @property {number} threshold
 * @property {string[]} name `div#id.class`, or of a text how it begins
 * @property {number[]} isText
 * @property {number[]} parent
 * @property {number[]} depth
 * @property {number[]} size
 * @property {number[]} words
 * @property {number[]} characters
 * @property {number[]} leaves
 * @property {number[]} ratio
 * @property {number[]} initial
 * @property {number[]} weight
 * @property {number[]} relevance
 * @property {{ row: number, words: number, ratio: number, text: string }[]} blocks
 * @property {{ row: number, links: number, text: string }[]} menus
 */

export class Inspection {
  /** @param {ContentTree} tree @param {Settings} settings @param {Overlay} overlay */
  constructor(tree, { method, relevance }, overlay) {
    this.tree = tree;
    this.rows = tree.rows();
    this.method = method;
    this.relevance = relevance;
    this.overlay = overlay;
    this.listener = (/** @type {Event} */ event) => this.point(event);
    this.pointed = -1;
  }

  /** @returns {SentTree} */
  describe() {
    const { tree, method, relevance } = this;
    const figures = computeFigures(tree, method, relevance);
    return {
      method,
      amount: method.startsWith("c") ? "characters" : "words",
      best: figures.best,
      threshold: figures.threshold,
      name: tree.nodes.map((_, row) => nameOf(tree, row)),
      isText: tree.nodes.map((_, row) => Number(tree.isText(row))),
      parent: [...tree.parent],
      depth: [...tree.depth],
      size: [...tree.size],
      words: [...tree.words],
      characters: [...tree.characters],
      leaves: [...figures.leaves],
      ratio: [...figures.ratio],
      initial: [...figures.initial],
      weight: [...figures.weight],
      relevance: [...figures.relevance],
      blocks: blocksByRelevance(tree, method, relevance).map((block) => ({ ...block, text: beginning(tree, block.row) })),
      menus: findMenus(tree).map((row) => ({ row, links: tree.links[row], text: beginning(tree, row) })),
    };
  }

  start() {
    document.addEventListener("mousemove", this.listener, { capture: true, passive: true });
  }

  stop() {
    document.removeEventListener("mousemove", this.listener, { capture: true });
    this.overlay.show("inspect", []);
  }

  /**
   * Show a row in the page.
   * @param {number} row -1 for none
   * @param {boolean} scrolls
   */
  show(row, scrolls) {
    if (row < 0 || row >= this.tree.length) {
      this.overlay.show("inspect", []);
      return;
    }
    const element = this.tree.element(row);
    if (scrolls) element.scrollIntoView({ block: "center" });
    this.overlay.show("inspect", [{ target: element, kind: "hover", label: nameOf(this.tree, this.rows.get(element) ?? row) }]);
  }

  /**
   * Tell the panel which row is under the pointer.
   * @param {Event} event
   */
  point(event) {
    for (let at = /** @type {Node | null} */ (event.composedPath()[0]); at; at = shownParent(at)) {
      const row = this.rows.get(at);
      if (row === undefined) continue;
      if (row === this.pointed) return;
      this.pointed = row;
      void chrome.runtime.sendMessage({ to: "panel", do: "pointed", row }).catch(() => {});
      return;
    }
  }
}

/** @param {ContentTree} tree @param {number} row */
function nameOf(tree, row) {
  const node = tree.nodes[row];
  if (Array.isArray(node)) return tree.text(row).slice(0, MAX_TEXT);
  const id = node.getAttribute("id")?.trim();
  const classes = (node.getAttribute("class") ?? "").split(/\s+/).filter(Boolean);
  return [node.localName, id ? `#${id}` : "", ...classes.map((name) => `.${name}`)].join("").slice(0, MAX_TEXT);
}

/** @param {ContentTree} tree @param {number} row */
function beginning(tree, row) {
  let text = "";
  for (let i = row; i < row + tree.size[row] && text.length < MAX_TEXT; i++) if (tree.isText(i)) text += `${tree.text(i)} `;
  return text.trim().slice(0, MAX_TEXT);
}
