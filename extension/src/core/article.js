// The kept content of a page as clean HTML: only elements and attributes from a list, and nothing that runs.

import { shownChildren } from "./composed.js";
import { isUnseenByName, styleOf } from "./visibility.js";

/** @typedef {import("./selection.js").Selection} Selection */

/** @param {string} names */
const set = (names) => new Set(names.split(" "));

const KEPT = set(
  "h1 h2 h3 h4 h5 h6 p ul ol li dl dt dd blockquote pre code table caption thead tbody tfoot tr td th figure figcaption a " +
    "em strong b i u s del ins sub sup small mark abbr q cite kbd samp var time br hr ruby rt rp bdi bdo",
);
const MATH = set(
  "math mi mn mo ms mtext mspace mrow mfrac msqrt mroot msub msup msubsup munder mover munderover mtable mtr mtd mstyle " +
    "mpadded mphantom mmultiscripts mprescripts semantics",
);
const BLOCKS = set("div section article main header footer aside nav address details summary fieldset form center body");
const ATTRIBUTES = set("lang dir title colspan rowspan headers scope start reversed datetime cite");
const MATHML = "http://www.w3.org/1998/Math/MathML";
const LINKS = /^(?:https?|mailto):/;
const PICTURES = /^(?:https?:|data:image\/(?:png|jpeg|gif|webp|avif);)/;

/**
 * The article: its content as clean HTML, and what is known about it.
 * @typedef {object} Article
 * @property {string} html
 * @property {string} title
 * @property {string} url
 * @property {string} language
 * @property {string} direction
 * @property {string} site
 */

/**
 * The kept content of a page.
 * @param {Document} document
 * @param {Selection} selection
 * @returns {Article}
 */
export function makeArticle(document, selection) {
  const inert = document.implementation.createHTMLDocument("");
  const cleaner = new Cleaner(inert, selection);
  cleaner.copyChildren(document.body, inert.body);
  const { documentElement } = document;
  return {
    html: inert.body.innerHTML,
    title: headline(inert, document),
    url: document.location.href,
    language: documentElement.lang || "",
    direction: styleOf(document.body)?.direction ?? documentElement.dir,
    site: document.location.hostname,
  };
}

/**
 * Clean HTML that may have been changed on its way.
 * @param {string} html
 * @param {Document} document
 * @returns {DocumentFragment}
 */
export function cleanFragment(html, document) {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  const fragment = document.createDocumentFragment();
  new Cleaner(document, null).copyChildren(parsed.body, fragment);
  return fragment;
}

/**
 * The headline: that of the kept content, or that of the page if its title has it too.
 * @param {Document} inert @param {Document} document
 */
function headline(inert, document) {
  const title = document.title.trim();
  const own = textOf(inert.querySelector("h1"));
  const all = [...document.querySelectorAll("h1")].map(textOf).filter(Boolean);
  return own || all.find((text) => title.includes(text)) || title;
}

/** @param {Element | null} element */
function textOf(element) {
  return element?.textContent?.replace(/\s+/g, " ").trim() ?? "";
}

class Cleaner {
  /** @param {Document} target @param {Selection | null} selection without one, everything is kept */
  constructor(target, selection) {
    this.target = target;
    this.selection = selection;
  }

  /**
   * Copy what is kept below an element.
   * @param {Element} source @param {Node} into
   */
  copyChildren(source, into) {
    /** @type {{ children: Iterator<Node>, into: Node, isKept: boolean }[]} */
    const stack = [{ children: shownChildren(source)[Symbol.iterator](), into, isKept: this.selection?.has(source) ?? true }];
    while (stack.length) {
      const top = stack[stack.length - 1];
      const { value: node, done } = top.children.next();
      if (done) {
        stack.pop();
        continue;
      }
      const isKept = this.isKept(node, top.isKept);
      if (node.nodeType === Node.TEXT_NODE) {
        if (isKept) top.into.appendChild(this.target.createTextNode(/** @type {Text} */ (node).data));
      } else if (node.nodeType === Node.ELEMENT_NODE) {
        const element = /** @type {Element} */ (node);
        if (this.isLeftOut(element)) continue;
        const copy = isKept ? this.copy(element) : null;
        if (copy) top.into.appendChild(copy);
        if (copy?.localName === "img") continue;
        stack.push({ children: shownChildren(element)[Symbol.iterator](), into: copy ?? top.into, isKept });
      }
    }
  }

  /** @param {Node} node @param {boolean} wasKept */
  isKept(node, wasKept) {
    if (!this.selection) return true;
    return this.selection.keep.has(node) || (wasKept && !this.selection.drop.has(node));
  }

  /** @param {Element} element */
  isLeftOut(element) {
    if (element.localName === "iframe") return false;
    if (isUnseenByName(element) || element.localName === "svg") return true;
    return this.selection !== null && styleOf(element)?.display === "none";
  }

  /**
   * The copy of an element; null if only what is in it is kept.
   * @param {Element} element
   * @returns {Element | null}
   */
  copy(element) {
    const name = element.localName;
    if (element.namespaceURI === MATHML) return MATH.has(name) ? this.target.createElementNS(MATHML, name) : null;
    if (name === "img") return this.picture(/** @type {HTMLImageElement} */ (element));
    if (BLOCKS.has(name)) return this.target.createElement("div");
    if (!KEPT.has(name)) return null;
    const copy = this.target.createElement(name);
    for (const { name, value } of element.attributes) if (ATTRIBUTES.has(name)) copy.setAttribute(name, value);
    const href = name === "a" ? absolute(element.getAttribute("href"), element.baseURI) : "";
    if (LINKS.test(href)) copy.setAttribute("href", href);
    return copy;
  }

  /** @param {HTMLImageElement} image */
  picture(image) {
    const given = ["data-src", "data-original", "data-lazy-src"].map((name) => image.getAttribute(name));
    const shown = image.currentSrc || image.getAttribute("src");
    const isEmpty = !shown || (shown.startsWith("data:") && shown.length < 400);
    const source = absolute((isEmpty && given.find(Boolean)) || shown, image.baseURI);
    if (!PICTURES.test(source)) return null;
    const copy = this.target.createElement("img");
    copy.setAttribute("src", source);
    copy.setAttribute("alt", image.getAttribute("alt") ?? "");
    return copy;
  }
}

/** @param {string | null | undefined} address @param {string} base */
function absolute(address, base) {
  if (!address) return "";
  try {
    return new URL(address, base).href;
  } catch {
    return "";
  }
}
