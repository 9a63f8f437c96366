// Hides what is not kept of a page: invisible, so that the layout stays, or collapsed.

import { shownChildren, shownParent } from "./composed.js";
import { styleOf } from "./visibility.js";

/** @typedef {import("./selection.js").Selection} Selection */
/** @typedef {import("./patches.js").Patches} Patches */

const SEEN = { visibilityProperty: true };

/**
 * Hide all but a selection.
 * @param {Document} document
 * @param {Selection} selection
 * @param {Patches} patches
 * @param {{ collapse?: boolean }} [options]
 */
export function hideOthers(document, selection, patches, { collapse = false } = {}) {
  const ways = waysTo(selection.keep);
  const bodies = new Set([document.body]);
  for (const element of ways) if (element.localName === "body") bodies.add(/** @type {HTMLElement} */ (element));
  for (const body of bodies) if (!selection.has(body)) patches.set(body, "visibility", "hidden");
  for (const node of selection.keep) {
    // A text is seen with the element around it; the elements next to it are hidden below.
    const element = node.nodeType === Node.ELEMENT_NODE ? /** @type {Element} */ (node) : shownParent(node);
    if (element) patches.set(element, "visibility", "visible");
  }
  for (const element of ways) if (element.localName === "iframe") patches.set(element, "visibility", "visible");
  /** @type {Element[]} */
  const outside = [];
  collect(document.body, selection, ways, selection.has(document.body), outside, collapse);
  // All styles are read before any is written, so that the page is laid out once.
  const seen = collapse ? outside : outside.filter((element) => element.checkVisibility(SEEN) || isShownWithoutBox(element));
  for (const element of seen) {
    if (collapse && !ways.has(element)) patches.set(element, "display", "none");
    else patches.set(element, "visibility", "hidden");
  }
}

/**
 * An element without a box of its own can have visible texts.
 * @param {Element} element
 */
function isShownWithoutBox(element) {
  // Those with a box were found already.
  const style = element.checkVisibility() ? null : styleOf(element);
  return style?.display === "contents" && style.visibility === "visible";
}

/**
 * The elements around nodes, with the elements around texts.
 * @param {Iterable<Node>} nodes
 */
function waysTo(nodes) {
  /** @type {Set<Element>} */
  const found = new Set();
  for (const node of nodes) {
    for (let at = shownParent(node); at && !found.has(at); at = shownParent(at)) found.add(at);
  }
  return found;
}

/**
 * Collect the elements that are not kept.
 * @param {Element} root
 * @param {Selection} selection
 * @param {Set<Element>} ways the elements around what is kept
 * @param {boolean} isKept
 * @param {Element[]} outside
 * @param {boolean} collapse only the outermost ones
 */
function collect(root, selection, ways, isKept, outside, collapse) {
  /** @type {[Element, boolean][]} */
  const stack = [[root, isKept]];
  for (let open = stack.pop(); open; open = stack.pop()) {
    const [around, wasKept] = open;
    for (const child of shownChildren(around)) {
      if (child.nodeType !== Node.ELEMENT_NODE) continue;
      const element = /** @type {Element} */ (child);
      const keeps = selection.keep.has(element) || (wasKept && !selection.drop.has(element));
      const isFrame = element.localName === "iframe" && ways.has(element);
      const isShown = keeps || isFrame || holdsKeptText(element, selection, ways);
      if (!isShown) outside.push(element);
      if (isShown || !collapse || ways.has(element)) stack.push([element, keeps]);
    }
  }
}

/**
 * Whether a text right inside an element is kept.
 * @param {Element} element @param {Selection} selection @param {Set<Element>} ways
 */
function holdsKeptText(element, selection, ways) {
  if (!ways.has(element)) return false;
  for (const child of shownChildren(element)) if (child.nodeType !== Node.ELEMENT_NODE && selection.keep.has(child)) return true;
  return false;
}
