// Families of elements that several modules ask for.

/** @param {string} names */
const set = (names) => new Set(names.split(" "));

/** Elements inside a line of text: the text before and after them is in the same block. */
export const INLINE = set(
  "a abbr acronym b bdi bdo big blink cite code data del dfn em font i ins kbd label mark meter nobr output progress q rb " +
    "rp rt rtc ruby s samp slot small span strike strong sub sup time tt u var wbr img picture video audio canvas object " +
    "embed iframe button input select textarea svg math",
);
export const VOID = set("area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr");
/** Elements whose content is written unescaped. */
export const RAW = set("script style xmp iframe noembed noframes plaintext noscript");

/**
 * The block around a node: the innermost element that is not part of a line.
 * @param {Element} element
 * @returns {Element}
 */
export function blockAround(element) {
  let at = element;
  while (INLINE.has(at.localName) && at.parentElement) at = at.parentElement;
  return at;
}
