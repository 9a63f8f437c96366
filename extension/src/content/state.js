// What is known of the page: its tree, what is kept of it, and what was changed.

import { AS_SHOWN, readTree } from "../core/tree.js";
import { computeFigures } from "../core/ratio.js";
import { hideOthers } from "../core/hide.js";
import { Patches } from "../core/patches.js";
import { Selection } from "../core/selection.js";
import { elementsOf } from "../core/selectors.js";
import { serialise } from "../core/serialise.js";
import { locate } from "../core/places.js";

/** @typedef {import("../shared/settings.js").Settings} Settings */
/** @typedef {import("../shared/corrections.js").Correction} Correction */
/** @typedef {import("../core/tree.js").ContentTree} ContentTree */

/**
 * What was found, and how.
 * @typedef {object} Found
 * @property {ContentTree} tree
 * @property {Selection} selection with the corrections
 * @property {Selection} answer without them
 * @property {string} method
 * @property {"" | "missing" | "token" | "refused"} fallback why the default method was not used although it was wanted
 * @property {number} words
 * @property {number} corrected how many corrections were applied
 */

/** @param {any} message */
export function ask(message) {
  return chrome.runtime.sendMessage({ to: "worker", ...message });
}

// Content that begins below this part of the window is scrolled to, with so many pixels above it.
const MOST_ABOVE = 0.6;
const MARGIN = 24;

const OWN = new Set(["mainspan-notice", "mainspan-frames"]);
/** @param {Element} element */
export const isOwn = (element) => OWN.has(element.localName);

export class PageState {
  /** @param {Document} document */
  constructor(document) {
    this.document = document;
    this.patches = new Patches();
    /** @type {Found | null} */
    this.found = null;
    this.isHiding = false;
    this.collapse = false;
    /** @type {[number, number] | null} */
    this.scrolledFrom = null;
  }

  /** The page as HTML, as it is without our changes. */
  write() {
    const { changes } = this.patches;
    return serialise(this.document, {
      leaveOut: isOwn,
      styleOf: (element) => changes.get(/** @type {HTMLElement} */ (element))?.before,
    });
  }

  /** The tree of the page, as it is without our changes. */
  read() {
    return this.unhidden(() => readTree(this.document, AS_SHOWN));
  }

  /**
   * Do something while the page is as it was. Nothing is painted in between.
   * @template T @param {() => T} action @returns {T}
   */
  unhidden(action) {
    const wasHiding = this.isHiding;
    this.patches.undo();
    const result = action();
    if (wasHiding && this.found) hideOthers(this.document, this.found.selection, this.patches, { collapse: this.collapse });
    return result;
  }

  /**
   * Find the main content.
   * @param {Settings} settings
   * @returns {Promise<Found>}
   */
  async find(settings) {
    this.collapse = settings.collapse;
    const corrections = /** @type {Correction[]} */ (await ask({ do: "corrections", host: this.document.location.host })) ?? [];
    const answered = settings.useService ? await this.askService() : null;
    const tree = this.read();
    const service = answered?.texts ? Selection.ofTexts(tree, answered.texts) : null;
    const method = service ? answered?.method ?? "" : label(settings);
    const answer = service ?? this.findByRatio(tree, settings);
    const selection = answer.copy();
    const corrected = this.apply(selection, corrections);
    const words = keptWords(tree, selection);
    this.found = { tree, selection, answer, method, fallback: answered?.why ?? "", words, corrected };
    return this.found;
  }

  /** @param {ContentTree} tree @param {Settings} settings */
  findByRatio(tree, { method, relevance }) {
    const { best } = computeFigures(tree, method, relevance);
    return best < 0 ? new Selection() : Selection.ofRows(tree, [best]);
  }

  /**
   * The texts that the default method keeps.
   * @returns {Promise<{ texts: Set<Text> | null, method?: string, why: "" | "missing" | "token" | "refused" }>}
   */
  async askService() {
    const { html, texts } = this.write();
    const answer = await ask({ do: "extract", html, url: this.document.location.href });
    if (!answer?.ok) return { texts: null, why: answer?.why ?? "missing" };
    const found = locate(html, texts, answer.body.marks ?? []);
    // What it found only in the page's data cannot be shown in the page.
    if (!found.size && answer.body.word_count) return { texts: null, why: "refused" };
    return { texts: found, method: answer.body.algorithm, why: "" };
  }

  /** @param {Selection} selection @param {Correction[]} corrections */
  apply(selection, corrections) {
    let applied = 0;
    for (const { selector, keep } of corrections) {
      const elements = elementsOf(this.document, selector);
      if (elements.length) applied++;
      for (const element of elements) selection.set(element, keep);
    }
    return applied;
  }

  hide() {
    if (!this.found) return;
    this.patches.undo();
    hideOthers(this.document, this.found.selection, this.patches, { collapse: this.collapse });
    this.isHiding = true;
  }

  show() {
    this.patches.undo();
    this.isHiding = false;
    const view = this.document.defaultView;
    if (this.scrolledFrom) view?.scrollTo({ left: this.scrolledFrom[0], top: this.scrolledFrom[1], behavior: "instant" });
    this.scrolledFrom = null;
  }

  /** Bring the main content into sight, if none of it is. */
  scrollTo() {
    const view = this.document.defaultView;
    const first = [...(this.found?.selection.keep ?? [])].map((node) => (node.nodeType === Node.ELEMENT_NODE ? /** @type {Element} */ (node) : node.parentElement))[0];
    if (!view || !first || first.ownerDocument !== this.document) return;
    const { top, bottom } = first.getBoundingClientRect();
    if (top < view.innerHeight * MOST_ABOVE && bottom > 0) return;
    this.scrolledFrom ??= [view.scrollX, view.scrollY];
    view.scrollTo({ top: view.scrollY + top - MARGIN, behavior: "instant" });
  }
}

/** @param {Settings} settings */
function label({ method, relevance }) {
  return relevance === "combined" ? method : `${method}:relevance=${relevance}`;
}

/** @param {ContentTree} tree @param {Selection} selection */
export function keptWords(tree, selection) {
  let words = 0;
  tree.nodes.forEach((node, row) => {
    if (Array.isArray(node) && selection.has(node[0])) words += tree.words[row];
  });
  return words;
}
