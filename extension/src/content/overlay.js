// Frames around parts of a page, drawn over it: the page itself is not changed.

import { sheetOf } from "./sheet.js";

/**
 * What to frame, and how: `kept`, `dropped`, `hover`, `initial` or `best`.
 * @typedef {{ target: Element | Range, kind: string, label?: string }} Frame
 */

const STYLE = `
:host { all: initial !important; position: absolute !important; inset: 0 auto auto 0 !important; width: 0 !important; height: 0 !important; z-index: 2147483646 !important; pointer-events: none !important; }
div { position: absolute; box-sizing: border-box; border: 2px solid; border-radius: 4px; pointer-events: none; }
.kept { color: #1a7f37; background: rgb(26 127 55 / 12%); }
.dropped { color: #b3541e; border-style: dashed; background: rgb(179 84 30 / 14%); }
.hover { color: #0b57d0; background: rgb(11 87 208 / 14%); }
.best { color: #1a7f37; border-width: 3px; }
span { position: absolute; inset-block-end: 100%; inset-inline-start: -2px; padding: 1px 6px; border-radius: 4px 4px 0 0; font: 600 12px/1.4 system-ui, sans-serif; color: #fff; background: #0b57d0; white-space: nowrap; max-width: 60vw; overflow: hidden; text-overflow: ellipsis; }
.inside span { inset-block: 0 auto; }
`;
const REDRAW_MILLISECONDS = 400;

export class Overlay {
  /** @param {Document} document */
  constructor(document) {
    this.document = document;
    /** @type {Map<string, Frame[]>} */
    this.layers = new Map();
    /** @type {HTMLElement | null} */
    this.host = null;
    this.timer = 0;
    this.redraw = () => this.draw();
  }

  /**
   * Frame these, instead of what the layer framed before.
   * @param {string} layer @param {Frame[]} frames
   */
  show(layer, frames) {
    if (frames.length) this.layers.set(layer, frames);
    else this.layers.delete(layer);
    if (this.layers.size) this.open();
    else this.close();
    this.draw();
  }

  open() {
    if (this.host) return;
    this.host = this.document.createElement("mainspan-frames");
    const shadow = this.host.attachShadow({ mode: "open" });
    sheetOf(shadow, STYLE);
    this.document.documentElement.append(this.host);
    this.document.addEventListener("scroll", this.redraw, { capture: true, passive: true });
    this.document.defaultView?.addEventListener("resize", this.redraw);
    // Layout can change without any event.
    this.timer = setInterval(this.redraw, REDRAW_MILLISECONDS);
  }

  close() {
    this.layers.clear();
    this.host?.remove();
    this.host = null;
    clearInterval(this.timer);
    this.document.removeEventListener("scroll", this.redraw, { capture: true });
    this.document.defaultView?.removeEventListener("resize", this.redraw);
  }

  draw() {
    const shadow = this.host?.shadowRoot;
    if (!shadow || !this.host) return;
    const origin = this.host.getBoundingClientRect();
    const boxes = [...this.layers.values()].flat().flatMap((frame) => this.boxes(frame, origin));
    shadow.replaceChildren(...[...shadow.querySelectorAll("style")], ...boxes);
  }

  /** @param {Frame} frame @param {DOMRect} origin */
  boxes({ target, kind, label }, origin) {
    const rects = "getClientRects" in target && !("tagName" in target) ? [...target.getClientRects()] : [target.getBoundingClientRect()];
    const shift = shiftOf("tagName" in target ? target : target.startContainer);
    return rects
      .filter((rect) => rect.width > 0 && rect.height > 0)
      .map((rect, i) => {
        const box = this.document.createElement("div");
        box.className = kind;
        const { style } = box;
        style.left = `${rect.left + shift.x - origin.left}px`;
        style.top = `${rect.top + shift.y - origin.top}px`;
        style.width = `${rect.width}px`;
        style.height = `${rect.height}px`;
        if (label && i === 0) {
          const name = this.document.createElement("span");
          name.textContent = label;
          box.append(name);
          if (rect.top + shift.y < 24) box.classList.add("inside");
        }
        return box;
      });
  }
}

/**
 * How far what is in frames is from where its own rectangles say.
 * @param {Node} node
 */
function shiftOf(node) {
  const shift = { x: 0, y: 0 };
  try {
    for (let view = node.ownerDocument?.defaultView; view?.frameElement; view = view.frameElement.ownerDocument.defaultView) {
      const { left, top } = view.frameElement.getBoundingClientRect();
      shift.x += left + view.frameElement.clientLeft;
      shift.y += top + view.frameElement.clientTop;
    }
  } catch {
    // The page is itself in a frame of another site.
  }
  return shift;
}
