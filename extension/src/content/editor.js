// Choosing parts of a page by hand: a click on a block adds it or leaves it out, a selected text is added as it is.

import { blockAround } from "../core/families.js";
import { frameDocument } from "../core/composed.js";
import { isOwn } from "./state.js";

/** @typedef {import("../core/selection.js").Selection} Selection */
/** @typedef {import("./overlay.js").Overlay} Overlay */
/** @typedef {import("../core/tree.js").ContentTree} ContentTree */

/**
 * @typedef {object} Options
 * @property {boolean} texts whether selected texts are added
 * @property {(element: Element, isKept: boolean) => void} onToggle
 * @property {() => void} onChange
 * @property {() => void} onEnd
 */

const EVENTS = ["click", "mousemove", "mouseup", "keydown"];
// These would act on the page, such as follow a link.
const SWALLOWED = ["mousedown", "pointerdown", "pointerup", "dblclick", "auxclick", "submit"];

export class Editor {
  /** @param {Document} document @param {Overlay} overlay @param {ContentTree} tree @param {Selection} selection @param {Options} options */
  constructor(document, overlay, tree, selection, options) {
    this.document = document;
    this.overlay = overlay;
    this.selection = selection;
    this.options = options;
    /** @type {Range[]} */
    this.ranges = [];
    /** @type {(() => void)[]} */
    this.undoing = [];
    this.blocks = blocksOf(tree);
    this.at = -1;
    /** @type {Element | null} */
    this.hovered = null;
    this.wasSelecting = false;
    this.listener = (/** @type {Event} */ event) => this.handle(event);
    this.documents = [document, ...framesIn(document)];
  }

  start() {
    for (const document of this.documents) {
      for (const type of EVENTS) document.addEventListener(type, this.listener, { capture: true });
      if (!this.options.texts) for (const type of SWALLOWED) document.addEventListener(type, swallow, { capture: true });
    }
    this.draw();
  }

  stop() {
    for (const document of this.documents) {
      for (const type of EVENTS) document.removeEventListener(type, this.listener, { capture: true });
      for (const type of SWALLOWED) document.removeEventListener(type, swallow, { capture: true });
    }
    for (const layer of ["parts", "hover"]) this.overlay.show(layer, []);
  }

  /** @param {Event} event */
  handle(event) {
    const target = event.composedPath()[0];
    if (!isElement(target) || event.composedPath().some((each) => isElement(each) && isOwn(each))) return;
    if (event.type === "keydown") this.press(/** @type {KeyboardEvent} */ (event));
    else if (event.type === "mousemove") this.hover(blockOf(target));
    else if (event.type === "mouseup") this.addSelected(target.ownerDocument);
    else {
      stop(event);
      const block = blockOf(target);
      if (!this.wasSelecting && block) this.toggle(block);
      this.wasSelecting = false;
    }
  }

  /** @param {Document} document */
  addSelected(document) {
    const chosen = this.options.texts ? document.getSelection() : null;
    this.wasSelecting = chosen !== null && !chosen.isCollapsed && chosen.toString().trim() !== "";
    if (!chosen || !this.wasSelecting) return;
    const range = chosen.getRangeAt(0).cloneRange();
    chosen.removeAllRanges();
    this.remember();
    this.ranges.push(range);
    this.changed();
  }

  /** @param {Element} block */
  toggle(block) {
    const inside = this.ranges.filter((range) => range.intersectsNode(block));
    this.remember();
    if (inside.length) this.ranges = this.ranges.filter((range) => !inside.includes(range));
    else {
      const isKept = !this.selection.has(block);
      this.selection.set(block, isKept);
      this.options.onToggle(block, isKept);
    }
    this.changed();
  }

  /** Remember how it is, to undo what comes. */
  remember() {
    const selection = this.selection.copy();
    const ranges = this.ranges;
    this.ranges = [...ranges];
    this.undoing.push(() => {
      this.selection.keep = selection.keep;
      this.selection.drop = selection.drop;
      this.ranges = ranges;
    });
  }

  undo() {
    this.undoing.pop()?.();
    this.changed();
  }

  /** @param {Selection} selection */
  replace(selection) {
    this.remember();
    this.selection.keep = new Set(selection.keep);
    this.selection.drop = new Set(selection.drop);
    this.ranges = [];
    this.changed();
  }

  changed() {
    this.draw();
    this.options.onChange();
  }

  draw() {
    const { keep, drop } = this.selection;
    /** @param {Iterable<Node>} nodes @param {string} kind */
    const frames = (nodes, kind) => [...nodes].map((node) => ({ target: isElement(node) ? node : rangeOf(node), kind }));
    this.overlay.show("parts", [...frames(keep, "kept"), ...this.ranges.map((target) => ({ target, kind: "kept" })), ...frames(drop, "dropped")]);
  }

  /** @param {Element | null} block */
  hover(block) {
    if (block === this.hovered) return;
    this.hovered = block;
    this.overlay.show("hover", block ? [{ target: block, kind: "hover" }] : []);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) {
      if (event.key.toLowerCase() === "z" && !event.altKey) this.undo();
      else return;
    } else if (event.key === "Escape") this.options.onEnd();
    else if (["j", "ArrowDown"].includes(event.key)) this.go(1);
    else if (["k", "ArrowUp"].includes(event.key)) this.go(-1);
    else if ((event.key === "Enter" || event.key === " ") && this.hovered) this.toggle(this.hovered);
    else return;
    stop(event);
  }

  /** @param {number} step */
  go(step) {
    this.at = Math.min(Math.max(this.at + step, 0), this.blocks.length - 1);
    const block = this.blocks[this.at];
    if (!block) return;
    block.scrollIntoView({ block: "nearest" });
    this.hover(block);
  }
}

/** @param {ContentTree} tree */
function blocksOf(tree) {
  /** @type {Set<Element>} */
  const blocks = new Set();
  for (let row = 0; row < tree.length; row++) if (tree.isText(row)) blocks.add(blockAround(tree.element(row)));
  return [...blocks];
}

/** @param {Element} element */
function blockOf(element) {
  const block = blockAround(element);
  return block.localName === "body" || block.localName === "html" ? null : block;
}

/** @param {Document} document @returns {Document[]} */
function framesIn(document) {
  return [...document.querySelectorAll("iframe")].flatMap((frame) => frameDocument(frame) ?? []);
}

/** @param {Node} text */
function rangeOf(text) {
  const range = /** @type {Document} */ (text.ownerDocument).createRange();
  range.selectNodeContents(text);
  return range;
}

/** @param {unknown} value @returns {value is Element} */
function isElement(value) {
  return /** @type {any} */ (value)?.nodeType === 1;
}

/** @param {Event} event */
function stop(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** @param {Event} event */
function swallow(event) {
  if (!event.composedPath().some((each) => isElement(each) && isOwn(each))) stop(event);
}
