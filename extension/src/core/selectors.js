// CSS selectors of elements: short ones that hold on other pages of a site too. Elements in open shadow roots are
// written as `host >>> inner`.

const SEPARATOR = " >>> ";
const MAX_STEPS = 12;

/**
 * A selector that matches an element, and no other one on its page.
 * @param {Element} element
 * @returns {string}
 */
export function selectorOf(element) {
  const root = element.getRootNode();
  const own = selectorIn(element, /** @type {Document | ShadowRoot} */ (root));
  return "host" in root ? selectorOf(/** @type {ShadowRoot} */ (root).host) + SEPARATOR + own : own;
}

/** @param {Element} element @param {Document | ShadowRoot} root */
function selectorIn(element, root) {
  const names = namesOf(element);
  const single = names.find((name) => isUnique(root, name, element));
  if (single) return single;
  let path = names[names.length - 1] + placeOf(element);
  let around = element.parentElement;
  for (let step = 0; around && step < MAX_STEPS && !isUnique(root, path, element); step++) {
    const names = namesOf(around);
    const anchor = names.map((name) => `${name} > ${path}`).find((whole) => isUnique(root, whole, element));
    if (anchor) return anchor;
    path = `${names[names.length - 1]}${placeOf(around)} > ${path}`;
    around = around.parentElement;
  }
  return path;
}

/** @param {Document | ShadowRoot} root @param {string} selector @param {Element} element */
function isUnique(root, selector, element) {
  const found = root.querySelectorAll(selector);
  return found.length === 1 && found[0] === element;
}

/**
 * The ways to name an element, the most telling first: its id, its classes, its tag.
 * @param {Element} element
 * @returns {string[]}
 */
function namesOf(element) {
  const tag = CSS.escape(element.localName);
  const id = element.getAttribute("id");
  const classes = [...element.classList].filter(isStable).map((name) => `.${CSS.escape(name)}`);
  const names = id && isStable(id) ? [`#${CSS.escape(id)}`] : [];
  names.push(...classes.map((name) => tag + name));
  if (classes.length > 1) names.push(tag + classes.join(""));
  return [...names, tag];
}

/** @param {Element} element */
function placeOf(element) {
  const around = element.parentElement;
  if (!around) return "";
  const alike = [...around.children].filter((each) => each.localName === element.localName);
  return alike.length > 1 ? `:nth-of-type(${alike.indexOf(element) + 1})` : "";
}

/**
 * Names with long numbers, or without vowels, were made for one page or by one build.
 * @param {string} name
 */
function isStable(name) {
  return name.length <= 60 && !/\d{3}/.test(name) && !/^(?:css|sc|jsx|svelte)-/.test(name) && /[aeiouyAEIOUY]|[^\x00-\x7f]/.test(name);
}

/**
 * The elements that a selector matches; none if it is not one.
 * @param {Document} document
 * @param {string} selector
 * @returns {Element[]}
 */
export function elementsOf(document, selector) {
  /** @type {(Document | ShadowRoot)[]} */
  let roots = [document];
  const steps = selector.split(SEPARATOR);
  const last = steps.pop() ?? "";
  try {
    for (const step of steps) {
      roots = roots.flatMap((root) => [...root.querySelectorAll(step)].flatMap((host) => host.shadowRoot ?? []));
    }
    return roots.flatMap((root) => [...root.querySelectorAll(last)]);
  } catch {
    return [];
  }
}
