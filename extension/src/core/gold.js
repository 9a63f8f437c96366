// The text of what is kept: blocks with an empty line between them, as a gold text is written.

import { visitShown } from "./composed.js";
import { INLINE } from "./families.js";
import { isUnseenByName } from "./visibility.js";

/** @typedef {import("./selection.js").Selection} Selection */

/**
 * The kept text of a page.
 * @param {Element} root
 * @param {Selection} selection
 * @param {Range[]} [ranges] further pieces of text
 * @returns {string}
 */
export function goldText(root, selection, ranges = []) {
  const writer = new Writer();
  visitShown(root, {
    enter(element) {
      const name = element.localName;
      if (name === "br") writer.breakLine();
      if (isUnseenByName(element) && name !== "iframe") return false;
      if (!INLINE.has(name)) writer.breakBlock(name === "pre");
      return true;
    },
    text(text) {
      for (const piece of keptPieces(text, selection, ranges)) writer.add(piece);
    },
    leave(element) {
      if (!INLINE.has(element.localName)) writer.breakBlock(false);
    },
  });
  return writer.text();
}

/**
 * The pieces of a text that are kept.
 * @param {Text} text @param {Selection} selection @param {Range[]} ranges
 * @returns {string[]}
 */
export function keptPieces(text, selection, ranges) {
  if (selection.has(text)) return [text.data];
  const pieces = [];
  for (const range of ranges) {
    if (!range.intersectsNode(text)) continue;
    const start = range.startContainer === text ? range.startOffset : 0;
    const end = range.endContainer === text ? range.endOffset : text.length;
    if (start < end) pieces.push({ start, end });
  }
  pieces.sort((one, other) => one.start - other.start);
  let last = 0;
  return pieces.map(({ start, end }) => {
    const piece = text.data.slice(Math.max(start, last), end);
    last = Math.max(last, end);
    return piece;
  });
}

class Writer {
  constructor() {
    /** @type {string[]} */
    this.blocks = [];
    this.block = "";
    this.isCode = false;
  }

  /** @param {string} piece */
  add(piece) {
    this.block += this.isCode ? piece : piece.replace(/\s+/g, " ");
  }

  breakLine() {
    this.block += "\n";
  }

  /** @param {boolean} isCode */
  breakBlock(isCode) {
    const text = this.isCode ? this.block.replace(/\s+$/, "") : this.block.replace(/[^\S\n]+/g, " ").replace(/ ?\n ?/g, "\n").trim();
    if (text.trim()) this.blocks.push(text);
    this.block = "";
    this.isCode = isCode;
  }

  text() {
    this.breakBlock(false);
    return this.blocks.length ? `${this.blocks.join("\n\n")}\n` : "";
  }
}
