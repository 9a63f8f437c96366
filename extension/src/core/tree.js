// The content nodes of a page as columns, in document order: a node's row is its identifier.
//
// Nodes are the body, its elements and its texts that have words in their subtree and are seen (Insa, Silva and
// Tamarit 2013, definition 4.1). The subtree of row `i` are the rows from `i` up to `i + size[i]`.

import { count, hasWords } from "./words.js";
import { replacedChildren } from "./composed.js";
import { isClipped, isHiddenByAttributes, isPositionedByStyle, isUnseenByName, styleOf } from "./visibility.js";

// Neighbours that are one leaf where they only format a text (figure 5).
const JOINED = new Set("p a u b i em span sub sup strong div".split(" "));

const SEEN = { visibilityProperty: true };

/**
 * How a page is read.
 * @typedef {object} Reading
 * @property {boolean} computed whether computed style decides what is seen and in the flow; else attributes
 * @property {boolean} composed whether open shadow roots and frames of the same origin are part of the page
 */

/** @type {Reading} */
export const AS_SHOWN = { computed: true, composed: true };
/** @type {Reading} */
export const AS_WRITTEN = { computed: false, composed: false };

export class ContentTree {
  /** @param {number[][]} columns @param {(Element | Text[])[]} nodes */
  constructor(nodes, columns) {
    const [parent, depth, size, words, characters, links, linked, joins] = columns;
    /** Each node: an element, or the neighbouring texts that are one. */
    this.nodes = nodes;
    this.parent = Int32Array.from(parent);
    this.depth = Int32Array.from(depth);
    /** The nodes of each subtree. */
    this.size = Int32Array.from(size);
    this.words = Float64Array.from(words);
    this.characters = Float64Array.from(characters);
    /** The links in each subtree, and the words in them. */
    this.links = Int32Array.from(links);
    this.linked = Int32Array.from(linked);
    this.joins = Uint8Array.from(joins);
  }

  get length() {
    return this.nodes.length;
  }

  /** @param {number} row */
  isText(row) {
    return Array.isArray(this.nodes[row]);
  }

  /**
   * The element of a row: its own, or the one around its text.
   * @param {number} row
   * @returns {Element}
   */
  element(row) {
    const node = this.nodes[row];
    return Array.isArray(node) ? /** @type {Element} */ (this.nodes[this.parent[row]]) : node;
  }

  /**
   * The text of a text row, with whitespace collapsed; of an element, nothing.
   * @param {number} row
   */
  text(row) {
    const node = this.nodes[row];
    return Array.isArray(node) ? node.map((text) => text.data).join("").replace(/\s+/g, " ").trim() : "";
  }

  /** The rows of all elements. */
  rows() {
    /** @type {Map<Node, number>} */
    const rows = new Map();
    this.nodes.forEach((node, row) => {
      if (Array.isArray(node)) node.forEach((text) => rows.set(text, row));
      else rows.set(node, row);
    });
    return rows;
  }
}

/**
 * Read a page.
 * @param {Document} document
 * @param {Reading} [reading]
 */
export function readTree(document, reading = AS_SHOWN) {
  const reader = new Reader(reading);
  const { body, documentElement } = document;
  if (body?.localName === "body" && !reader.isHidden(documentElement)) reader.read(body);
  return reader.tree();
}

/**
 * @typedef {object} Open an element that is being read
 * @property {number} row
 * @property {Node | null} next the next child, unless there is a list
 * @property {Node[] | null} list its children, where they are not its own
 * @property {number} place in the list
 * @property {boolean} isSeen whether its texts are
 * @property {boolean} isLink
 */

class Reader {
  /** @param {Reading} reading */
  constructor(reading) {
    this.reading = reading;
    /** @type {(Element | Text[])[]} */
    this.nodes = [];
    /** @type {number[][]} */
    this.columns = [[], [], [], [], [], [], [], []];
    /** @type {Open[]} */
    this.open = [];
    this.isSeen = true;
    this.found = { words: 0, characters: 0 };
  }

  tree() {
    return new ContentTree(this.nodes, this.columns);
  }

  /**
   * Whether an element and all below it is not seen. Sets whether its own texts are, which `visibility` decides:
   * in computed style, an element inside can be visible again.
   * @param {Element} element
   */
  isHidden(element) {
    this.isSeen = true;
    if (!this.reading.computed) return isHiddenByAttributes(element);
    // Most elements are seen, and this is the fastest way to know.
    if (element.checkVisibility(SEEN)) return false;
    const style = styleOf(element);
    if (!style || style.display === "none") return true;
    this.isSeen = style.visibility === "visible";
    return false;
  }

  /** @param {Element} root */
  read(root) {
    this.enter(root);
    while (this.open.length) {
      const top = this.open[this.open.length - 1];
      const node = this.nextOf(top);
      if (!node) this.leave();
      else if (node.nodeType === Node.ELEMENT_NODE) this.enter(/** @type {Element} */ (node));
      else if (node.nodeType === Node.TEXT_NODE || node.nodeType === Node.CDATA_SECTION_NODE) {
        this.addText(/** @type {Text} */ (node), top);
      }
    }
  }

  /** @param {Open} open @returns {Node | null} */
  nextOf(open) {
    if (open.list) return open.list[open.place++] ?? null;
    const node = open.next;
    open.next = node && node.nextSibling;
    return node;
  }

  /** @param {Element} element */
  enter(element) {
    const isFrame = this.reading.composed && (element.localName === "iframe" || element.localName === "frame");
    const list = this.reading.composed ? replacedChildren(element) : null;
    if (isFrame ? !list : isUnseenByName(element)) return;
    if (this.isHidden(element)) return;
    const isLink = (element.localName === "a" || element.localName === "area") && element.hasAttribute("href");
    const around = this.open[this.open.length - 1];
    const row = this.add(element, around ? around.row : -1, JOINED.has(element.localName));
    const isSeen = this.isSeen;
    this.open.push({ row, list, place: 0, next: element.firstChild, isSeen, isLink: isLink || !!around?.isLink });
    if (isLink) this.columns[5][row] = 1;
  }

  /**
   * Whether an element is out of the flow of the text.
   * @param {Element} element
   */
  isPositioned(element) {
    if (!this.reading.computed) return isPositionedByStyle(element);
    const position = styleOf(element)?.position;
    return position === "absolute" || position === "fixed";
  }

  /** Close the innermost element: one without words that are seen is no node. */
  leave() {
    const { row } = /** @type {Open} */ (this.open.pop());
    const [parent, , size, words, characters, links, linked] = this.columns;
    if (!words[row] || (this.reading.computed && isClipped(/** @type {Element} */ (this.nodes[row])))) {
      this.nodes.length = row;
      for (const column of this.columns) column.length = row;
      return;
    }
    size[row] = this.nodes.length - row;
    const element = /** @type {Element} */ (this.nodes[row]);
    if (element.localName === "div" && this.isPositioned(element)) this.columns[7][row] = 0;
    const up = parent[row];
    if (up < 0) return;
    words[up] += words[row];
    characters[up] += characters[row];
    links[up] += links[row];
    linked[up] += linked[row];
  }

  /**
   * Neighbouring texts are one: a script can make several, and a browser divides long ones.
   * @param {Text} text @param {Open} top
   */
  addText(text, top) {
    const texts = [text];
    let data = text.data;
    for (let next = this.peek(top); next && next.nodeType === Node.TEXT_NODE; next = this.peek(top)) {
      this.nextOf(top);
      texts.push(/** @type {Text} */ (next));
      data += /** @type {Text} */ (next).data;
    }
    if (!top.isSeen || !hasWords(data)) return;
    const { words, characters } = count(data, this.found);
    const row = this.add(texts, top.row, true);
    const columns = this.columns;
    for (const [column, amount] of [[3, words], [4, characters], [6, top.isLink ? words : 0]]) {
      columns[column][row] = amount;
      columns[column][top.row] += amount;
    }
  }

  /** @param {Open} open */
  peek(open) {
    return open.list ? open.list[open.place] : open.next;
  }

  /** @param {Element | Text[]} node @param {number} parent @param {boolean} joins */
  add(node, parent, joins) {
    const row = this.nodes.length;
    this.nodes.push(node);
    const depth = this.columns[1];
    const values = [parent, parent < 0 ? 0 : depth[parent] + 1, 1, 0, 0, 0, 0, Number(joins)];
    values.forEach((value, column) => this.columns[column].push(value));
    return row;
  }
}
