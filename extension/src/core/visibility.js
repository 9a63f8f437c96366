// What of a page is seen: by the names of elements, and by their attributes or their computed style.
//
// Without computed style, the rules are those of `src/mainspan/page`: names, `hidden`, and inline styles.

const HTML = "http://www.w3.org/1999/xhtml";

/** @param {string} names */
const set = (names) => new Set(names.split(" "));

// Elements that are removed wherever they are (Insa, Silva and Tamarit 2013, definition 4.1).
const NOT_VALID = set("meta title head link style script select noscript");
// Elements whose content is not read as text of the page.
const UNSEEN = set(
  "iframe noembed noframes object applet textarea datalist canvas audio video template",
);
// The same inside svg and math.
const FOREIGN_UNSEEN = set("desc metadata annotation annotation-xml");

/**
 * Whether the name of an element says that its content is no text of the page.
 * @param {Element} element
 */
export function isUnseenByName(element) {
  const name = element.localName;
  if (NOT_VALID.has(name)) return true;
  return element.namespaceURI === HTML ? UNSEEN.has(name) : FOREIGN_UNSEEN.has(name);
}

/**
 * Whether an element's own attributes hide it.
 * @param {Element} element
 */
export function isHiddenByAttributes(element) {
  if (element.hasAttribute("hidden")) return true;
  const style = element.getAttribute("style");
  return style !== null && isHiddenByStyle(style);
}

/**
 * Whether an inline style hides: of several declarations the last one counts.
 * @param {string} style
 */
export function isHiddenByStyle(style) {
  let display = "";
  let visibility = "";
  for (const declaration of escaped(style).replace(/[ \t\n\f\r]/g, "").split(";")) {
    const wanted = lower(declaration);
    // Longer ones are none of these.
    const found = wanted.length <= 40 ? wanted.replace(/!important$/, "") : wanted;
    if (found === "display" || found.startsWith("display:")) display = found.slice(8);
    else if (found === "visibility" || found.startsWith("visibility:")) visibility = found.slice(11);
  }
  return display === "none" || visibility === "hidden" || visibility === "collapse";
}

/**
 * An attribute as it is written in a page's source: there, references end in semicolons too.
 * @param {string} value
 */
function escaped(value) {
  if (!/[&"<>\u00a0]/.test(value)) return value;
  return value
    .replaceAll("&", "&amp;")
    .replaceAll("\u00a0", "&nbsp;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}

/** @param {string} text */
function lower(text) {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/**
 * Whether an element's inline style takes it out of the flow of the text.
 * @param {Element} element
 */
export function isPositionedByStyle(element) {
  const style = element.getAttribute("style");
  if (style === null) return false;
  let position = "";
  for (const declaration of style.toLowerCase().replace(/[ \t\n\f\r]/g, "").split(";")) {
    const colon = declaration.indexOf(":");
    if (declaration.slice(0, Math.max(colon, 0)) === "position") {
      position = declaration.slice(colon + 1).replace(/!important$/, "");
    }
  }
  return position === "absolute" || position === "fixed";
}

// A box of so many pixels shows no text: menus that are folded, and texts for screen readers alone.
const MOST_CLIPPED = 1;

/**
 * Whether an element's box is too small for any text, and cuts off what does not fit.
 * What is positioned outside of such a box does not count for its scroll size, and is seen.
 * @param {Element} element
 */
export function isClipped(element) {
  const box = /** @type {HTMLElement} */ (element);
  const isLow = box.offsetHeight <= MOST_CLIPPED && box.scrollHeight > MOST_CLIPPED;
  const isNarrow = box.offsetWidth <= MOST_CLIPPED && box.scrollWidth > MOST_CLIPPED;
  // Hardly any box is so small: the style, which takes longer, is read of these only.
  const style = isLow || isNarrow ? styleOf(element) : null;
  return !!style && ((isLow && style.overflowY !== "visible") || (isNarrow && style.overflowX !== "visible"));
}

/**
 * The computed style of an element, also of one in a frame.
 * @param {Element} element
 * @returns {CSSStyleDeclaration | null}
 */
export function styleOf(element) {
  return element.ownerDocument.defaultView?.getComputedStyle(element) ?? null;
}
