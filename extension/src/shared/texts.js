// Texts in the user's language, from `_locales`.

/** @param {string} name @param {...(string | number)} values */
export function text(name, ...values) {
  return chrome.i18n.getMessage(name, values.map(String)) || name;
}

/** @param {number} value @param {number} [digits] after the point */
export function number(value, digits = 0) {
  return value.toLocaleString(text("locale"), { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/**
 * Write the texts of a page: of elements with `data-text`, and of attributes named in `data-text-ATTRIBUTE`.
 * @param {Document} document
 */
export function translate(document) {
  document.documentElement.lang = text("locale");
  document.documentElement.dir = text("direction");
  for (const element of document.querySelectorAll("[data-text]")) {
    element.textContent = text(element.getAttribute("data-text") ?? "");
  }
  for (const name of ["title", "aria-label", "placeholder"]) {
    for (const element of document.querySelectorAll(`[data-text-${name}]`)) {
      element.setAttribute(name, text(element.getAttribute(`data-text-${name}`) ?? ""));
    }
  }
}
