// What is kept of a page: nodes that are kept, and nodes inside these that are not. The nearest one decides.

import { shownParent } from "./composed.js";

/** @typedef {import("./tree.js").ContentTree} ContentTree */

// An element with this share of its words kept is kept itself, and what is not kept in it is left out of it: so its
// pictures are kept with it.
const MIN_KEPT_SHARE = 0.8;

export class Selection {
  /** @param {Iterable<Node>} [keep] @param {Iterable<Node>} [drop] */
  constructor(keep = [], drop = []) {
    this.keep = new Set(keep);
    this.drop = new Set(drop);
  }

  /**
   * The nodes of rows of a tree.
   * @param {ContentTree} tree
   * @param {Iterable<number>} rows
   */
  static ofRows(tree, rows) {
    return new Selection([...rows].flatMap((row) => nodesOf(tree, row)));
  }

  /**
   * The fewest nodes that hold these texts of a tree.
   * @param {ContentTree} tree
   * @param {Set<Node>} texts
   */
  static ofTexts(tree, texts) {
    const { length, parent, size, words, nodes } = tree;
    const kept = new Float64Array(length);
    for (let row = length - 1; row >= 0; row--) {
      const node = nodes[row];
      if (Array.isArray(node) && node.some((text) => texts.has(text))) kept[row] = words[row];
      if (parent[row] >= 0) kept[parent[row]] += kept[row];
    }
    const found = new Selection();
    /** @type {number[]} */
    const ends = [];
    for (let row = 0; row < length; ) {
      while (ends.length && ends[ends.length - 1] <= row) ends.pop();
      const isInside = ends.length > 0;
      const isKept = kept[row] >= MIN_KEPT_SHARE * words[row] && kept[row] > 0;
      if (!isInside && isKept) {
        nodesOf(tree, row).forEach((node) => found.keep.add(node));
        if (kept[row] === words[row]) row += size[row];
        else {
          ends.push(row + size[row]);
          row += 1;
        }
      } else if (isInside && !kept[row]) {
        nodesOf(tree, row).forEach((node) => found.drop.add(node));
        row += size[row];
      } else row += 1;
    }
    return found;
  }

  get isEmpty() {
    return this.keep.size === 0;
  }

  /**
   * Whether a node is kept.
   * @param {Node} node
   */
  has(node) {
    for (let at = /** @type {Node | null} */ (node); at; at = shownParent(at)) {
      if (this.drop.has(at)) return false;
      if (this.keep.has(at)) return true;
    }
    return false;
  }

  /**
   * Add an element, or leave it out.
   * @param {Element} element
   * @param {boolean} isKept
   */
  set(element, isKept) {
    for (const nodes of [this.keep, this.drop]) {
      for (const node of [...nodes]) if (isBelow(node, element)) nodes.delete(node);
    }
    if (this.has(element) !== isKept) (isKept ? this.keep : this.drop).add(element);
  }

  copy() {
    return new Selection(this.keep, this.drop);
  }
}

/** @param {Node} node @param {Element} element */
function isBelow(node, element) {
  for (let at = /** @type {Node | null} */ (node); at; at = shownParent(at)) if (at === element) return true;
  return false;
}

/** @param {ContentTree} tree @param {number} row @returns {Node[]} */
function nodesOf(tree, row) {
  const node = tree.nodes[row];
  return Array.isArray(node) ? node : [node];
}
