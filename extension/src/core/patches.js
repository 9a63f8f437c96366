// Changes of inline styles that can be undone, so that a page is exactly as it was before.

/**
 * @typedef {object} Change
 * @property {string | null} before the `style` attribute as it was
 * @property {string | null} after as it is since
 * @property {Map<string, [string, string]>} values what each property was, and its priority
 */

/** @typedef {HTMLElement | SVGElement} Styled */

export class Patches {
  constructor() {
    /** @type {Map<Styled, Change>} */
    this.changes = new Map();
    /** @type {Map<string, string>} */
    this.written = new Map();
  }

  get size() {
    return this.changes.size;
  }

  /**
   * Set a property of an element, over all style sheets.
   * @param {Element} element
   * @param {string} property
   * @param {string} value
   */
  set(element, property, value) {
    const styled = /** @type {Styled} */ (element);
    const { style } = styled;
    if (!style) return;
    let change = this.changes.get(styled);
    if (!change && !styled.hasAttribute("style")) {
      this.setFirst(styled, property, value);
      return;
    }
    if (!change) {
      change = { before: styled.getAttribute("style"), after: null, values: new Map() };
      this.changes.set(styled, change);
    }
    if (!change.values.has(property)) {
      change.values.set(property, [style.getPropertyValue(property), style.getPropertyPriority(property)]);
    }
    style.setProperty(property, value, "important");
    change.after = styled.getAttribute("style");
  }

  /**
   * Set a property of an element without any. What is written is the same for all such elements.
   * @param {Styled} styled @param {string} property @param {string} value
   */
  setFirst(styled, property, value) {
    const key = `${property}:${value}`;
    styled.style.setProperty(property, value, "important");
    let after = this.written.get(key);
    if (after === undefined) {
      after = styled.getAttribute("style") ?? "";
      this.written.set(key, after);
    }
    this.changes.set(styled, { before: null, after, values: new Map([[property, ["", ""]]]) });
  }

  /** Undo all changes, and nothing that the page has changed since. */
  undo() {
    for (const [element, change] of this.changes) restore(element, change);
    this.changes.clear();
  }
}

/** @param {Styled} element @param {Change} change */
function restore(element, { before, after, values }) {
  if (element.getAttribute("style") === after) {
    if (before === null) element.removeAttribute("style");
    else element.setAttribute("style", before);
    return;
  }
  // The page has changed the style as well: only our own properties go back.
  const { style } = element;
  for (const [property, [value, priority]] of values) {
    if (style.getPropertyPriority(property) !== "important") continue;
    if (value) style.setProperty(property, value, priority);
    else style.removeProperty(property);
  }
  if (before === null && element.getAttribute("style") === "") element.removeAttribute("style");
}
