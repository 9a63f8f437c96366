// A page as it is shown, written as HTML: with open shadow roots and frames, without what we added.

import { frameDocument, shownParent, visitShown } from "./composed.js";
import { RAW, VOID } from "./families.js";

const HTML = "http://www.w3.org/1999/xhtml";

/**
 * @typedef {object} Written
 * @property {string} html
 * @property {Text[]} texts the texts that were written, in their order
 */

/**
 * @typedef {object} Options
 * @property {(element: Element) => boolean} [leaveOut] elements that are no part of the page
 * @property {(element: Element) => string | null | undefined} [styleOf] the `style` to write, where it is another
 */

/**
 * Write a page.
 * @param {Document} document
 * @param {Options} [options]
 * @returns {Written}
 */
export function serialise(document, { leaveOut = () => false, styleOf = () => undefined } = {}) {
  const { doctype, documentElement } = document;
  // All of it: in pages with an old one, or without, tables are parsed in another way.
  const parts = [doctype ? `${new XMLSerializer().serializeToString(doctype)}\n` : ""];
  /** @type {Text[]} */
  const texts = [];
  visitShown(documentElement, {
    enter(element) {
      if (leaveOut(element)) return false;
      const name = writtenName(element);
      parts.push(`<${name}${attributesOf(element, styleOf(element))}>`);
      if (VOID.has(element.localName)) return false;
      const isRaw = RAW.has(name);
      if (!isRaw && name !== "template") return true;
      parts.push((isRaw ? element.textContent : element.innerHTML) ?? "", `</${name}>`);
      return false;
    },
    text(text) {
      parts.push(escapeText(text.data));
      texts.push(text);
    },
    leave(element) {
      parts.push(`</${writtenName(element)}>`);
    },
  });
  return { html: parts.join(""), texts };
}

/**
 * A frame that shows a document becomes a part of this one, and so does the body in it.
 * @param {Element} element
 */
function writtenName(element) {
  const { localName } = element;
  if (localName === "slot" || (localName === "iframe" && frameDocument(element)?.body)) return "div";
  if (localName === "body" && shownParent(element)?.localName === "iframe") return "div";
  return element.namespaceURI === HTML ? localName : element.tagName;
}

/** @param {Element} element @param {string | null | undefined} style */
function attributesOf(element, style) {
  let written = "";
  for (const { name, value } of element.attributes) {
    if (name === "style" && style !== undefined) continue;
    if (/[\s"'<>/=]/.test(name)) continue;
    if (frameDocument(element)?.body && (name === "src" || name === "srcdoc")) continue;
    written += ` ${name}="${escapeAttribute(value)}"`;
  }
  if (style) written += ` style="${escapeAttribute(style)}"`;
  return written;
}

/** @param {string} text */
export function escapeText(text) {
  return text.replaceAll("&", "&amp;").replaceAll("\u00a0", "&nbsp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** @param {string} value */
function escapeAttribute(value) {
  return escapeText(value).replaceAll('"', "&quot;");
}
