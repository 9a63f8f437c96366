// The tree of a page as it is shown: with open shadow roots, slots, and frames of the same origin.

/**
 * The document in a frame, if this page may read it.
 * @param {Element} element
 * @returns {Document | null}
 */
export function frameDocument(element) {
  if (element.localName !== "iframe" && element.localName !== "frame") return null;
  try {
    return /** @type {HTMLIFrameElement} */ (element).contentDocument;
  } catch {
    return null;
  }
}

/**
 * The children that a reader sees in the place of an element's own; null if they are its own.
 * @param {Element} element
 * @returns {Node[] | null}
 */
export function replacedChildren(element) {
  const shadow = element.shadowRoot;
  if (shadow) return [...shadow.childNodes];
  if (element.localName === "slot" && "host" in element.getRootNode()) {
    const assigned = /** @type {HTMLSlotElement} */ (element).assignedNodes();
    return assigned.length ? assigned : null;
  }
  const inner = frameDocument(element)?.body;
  return inner ? [inner] : null;
}

/**
 * The children of an element as they are shown.
 * @param {Element} element
 * @returns {Iterable<Node>}
 */
export function shownChildren(element) {
  return replacedChildren(element) ?? element.childNodes;
}

/**
 * The element around a node as it is shown: through slots, shadow roots and frames.
 * @param {Node} node
 * @returns {Element | null}
 */
export function shownParent(node) {
  const slot = /** @type {Element | Text} */ (node).assignedSlot;
  if (slot) return slot;
  const parent = node.parentNode;
  if (!parent) return null;
  if (parent.nodeType === Node.DOCUMENT_FRAGMENT_NODE) return /** @type {ShadowRoot} */ (parent).host ?? null;
  if (parent.nodeType === Node.DOCUMENT_NODE) return null;
  const element = /** @type {Element} */ (parent);
  if (element === element.ownerDocument.documentElement) return frameOf(element.ownerDocument) ?? element;
  return element;
}

/**
 * The frame that shows a document; null for the page itself.
 * @param {Document} document
 * @returns {Element | null}
 */
function frameOf(document) {
  try {
    return document.defaultView?.frameElement ?? null;
  } catch {
    return null;
  }
}

/**
 * Whether a node is another one or inside it, as the page is shown.
 * @param {Node} node
 * @param {Node} outer
 */
export function isInside(node, outer) {
  for (let at = /** @type {Node | null} */ (node); at; at = shownParent(at)) if (at === outer) return true;
  return false;
}

/**
 * @typedef {object} Visitor
 * @property {(element: Element) => boolean} enter whether to visit what is inside
 * @property {(text: Text) => void} text
 * @property {(element: Element) => void} [leave] after what is inside, if that was visited
 */

/**
 * Visit all elements and texts below an element as they are shown, in document order.
 * @param {Element} root
 * @param {Visitor} visitor
 */
export function visitShown(root, visitor) {
  if (!visitor.enter(root)) return;
  const stack = [{ element: root, children: shownChildren(root)[Symbol.iterator]() }];
  while (stack.length) {
    const top = stack[stack.length - 1];
    const { value: node, done } = top.children.next();
    if (done) {
      stack.pop();
      visitor.leave?.(top.element);
    } else if (node.nodeType === Node.ELEMENT_NODE) {
      const element = /** @type {Element} */ (node);
      if (visitor.enter(element)) stack.push({ element, children: shownChildren(element)[Symbol.iterator]() });
    } else if (node.nodeType === Node.TEXT_NODE) visitor.text(/** @type {Text} */ (node));
  }
}
