// From places in a page's source, as the service answers them, to the texts of the live page.

import { isUnseenByName } from "./visibility.js";

/** @typedef {[string, number]} Point the XPath of a text, and the number of its characters before the place */
/** @typedef {{ first: Point, last: Point }} Mark */

// How far a text may be from where it is expected: parsing what was serialised can move some.
const MAX_SHIFT = 200;

/**
 * The live texts between pairs of places.
 * @param {string} html the page as it was sent
 * @param {Text[]} live its texts as they were written
 * @param {Mark[]} marks
 * @returns {Set<Text>}
 */
export function locate(html, live, marks) {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  const texts = textsOf(parsed);
  const place = new Map(texts.map((text, i) => [text, i]));
  const wanted = new Set();
  for (const { first, last } of marks) {
    const start = place.get(/** @type {Text} */ (find(parsed, first[0])));
    const end = place.get(/** @type {Text} */ (find(parsed, last[0])));
    if (start === undefined || end === undefined) continue;
    for (let i = start; i <= end; i++) wanted.add(i);
  }
  const found = aligned(texts, live.filter((text) => isWritten(text)));
  return new Set([...wanted].flatMap((i) => found[i] ?? []));
}

/** @param {Document} document @returns {Text[]} */
function textsOf(document) {
  const walker = document.createTreeWalker(document, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) =>
    node.nodeType === Node.ELEMENT_NODE && isUnseenByName(/** @type {Element} */ (node))
      ? NodeFilter.FILTER_REJECT
      : NodeFilter.FILTER_ACCEPT,
  );
  const found = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.nodeType === Node.TEXT_NODE && !isBlank(/** @type {Text} */ (node))) found.push(/** @type {Text} */ (node));
  }
  return found;
}

/** @param {Document} document @param {string} path */
function find(document, path) {
  try {
    return document.evaluate(path, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE, null).singleNodeValue;
  } catch {
    return null;
  }
}

/**
 * For each text of the parsed page, the live ones that became it: neighbours become one.
 * @param {Text[]} parsed @param {Text[]} live
 * @returns {(Text[] | undefined)[]}
 */
function aligned(parsed, live) {
  let next = 0;
  return parsed.map((text) => {
    const wanted = bare(text.data);
    for (let at = next; at < Math.min(next + MAX_SHIFT, live.length); at++) {
      let end = at;
      let joined = bare(live[at].data);
      while (joined.length < wanted.length && wanted.startsWith(joined) && end + 1 < live.length) {
        joined += bare(live[++end].data);
      }
      if (joined === wanted) {
        next = end + 1;
        return live.slice(at, end + 1);
      }
    }
    return undefined;
  });
}

/** @param {Text} text */
function isWritten(text) {
  if (isBlank(text)) return false;
  for (let at = text.parentElement; at; at = at.parentElement) if (isUnseenByName(at) && at.localName !== "iframe") return false;
  return true;
}

/** @param {Text} text */
function isBlank(text) {
  return !/[^ \t\r\n\f]/.test(text.data);
}

/** @param {string} text */
function bare(text) {
  return text.replace(/\s+/g, "");
}
