// What the paper proposes beyond its method: all blocks in order of relevance, and the menus.

import { computeFigures } from "./ratio.js";
import { ContentTree } from "./tree.js";

/** @typedef {import("./ratio.js").Method} Method */
/** @typedef {import("./ratio.js").Relevance} Relevance */

/**
 * A block: its node, and its relevance as a share of that of the first one.
 * @typedef {object} Block
 * @property {number} row
 * @property {number} words
 * @property {number} ratio
 */

const MAX_BLOCKS = 40;
// A link of a menu has one or two words; a menu has at least three links, and hardly anything else.
const MAX_LINK_WORDS = 2.5;
const MIN_LINKS = 3;
const MIN_LINKED_SHARE = 0.7;

/**
 * The blocks of a page: the most relevant one, then the most relevant one of what is left, and so on.
 * @param {ContentTree} tree
 * @param {Method} method
 * @param {Relevance} reading
 * @returns {Block[]}
 */
export function blocksByRelevance(tree, method, reading) {
  const blocks = [];
  // The rows of the tree that is left, in the rows of the whole one.
  let rows = Array.from(tree.nodes, (_, row) => row);
  let left = tree;
  while (left.length && blocks.length < MAX_BLOCKS) {
    const { best, ratio } = computeFigures(left, method, reading);
    blocks.push({ row: rows[best], words: left.words[best], ratio: ratio[best] });
    ({ tree: left, rows } = without(left, rows, best));
  }
  return blocks;
}

/**
 * A tree without a subtree, and without the nodes that had no text but that.
 * @param {ContentTree} tree
 * @param {number[]} rows
 * @param {number} removed
 */
function without(tree, rows, removed) {
  const { length, parent, size } = tree;
  const end = removed + size[removed];
  const columns = ["words", "characters", "links", "linked"].map((name) => [.../** @type {any} */ (tree)[name]]);
  const sizes = [...size];
  for (let up = parent[removed]; up >= 0; up = parent[up]) {
    columns.forEach((column) => (column[up] -= column[removed]));
    sizes[up] -= size[removed];
  }
  const [words] = columns;
  /** @param {number} row */
  const isLeft = (row) => (row < removed || row >= end) && words[row] > 0;
  // Those without words are around the removed one: they are not counted any more.
  const gone = [];
  for (let up = parent[removed]; up >= 0; up = parent[up]) if (!isLeft(up)) gone.push(up);
  for (const row of gone) for (let up = parent[row]; up >= 0; up = parent[up]) sizes[up]--;
  /** @type {number[]} */
  const kept = [];
  const place = new Int32Array(length).fill(-1);
  for (let row = 0; row < length; row++) {
    if (!isLeft(row)) continue;
    place[row] = kept.length;
    kept.push(row);
  }
  /** @param {ArrayLike<number>} column */
  const pick = (column) => kept.map((row) => column[row]);
  const parents = kept.map((row) => (parent[row] < 0 ? -1 : place[parent[row]]));
  const nodes = kept.map((row) => tree.nodes[row]);
  const all = [parents, pick(tree.depth), pick(sizes), ...columns.map(pick), pick(tree.joins)];
  return { tree: new ContentTree(nodes, all), rows: kept.map((row) => rows[row]) };
}

/**
 * The menus of a page, those with the most links first: subtrees that are hardly more than short links.
 * @param {ContentTree} tree
 * @returns {number[]} rows
 */
export function findMenus(tree) {
  const { length, size, links, linked, words } = tree;
  const menus = [];
  for (let row = 0; row < length; ) {
    const isMenu =
      links[row] >= MIN_LINKS &&
      linked[row] <= MAX_LINK_WORDS * links[row] &&
      linked[row] >= MIN_LINKED_SHARE * words[row];
    if (isMenu) menus.push(innermost(tree, row));
    row += isMenu ? size[row] : 1;
  }
  return menus.sort((one, other) => links[other] - links[one] || one - other);
}

/**
 * The innermost element that holds all of a subtree's text.
 * @param {ContentTree} tree
 * @param {number} row
 */
function innermost(tree, row) {
  while (tree.size[row] > 1 && tree.words[row + 1] === tree.words[row] && !tree.isText(row + 1)) row++;
  return row;
}
