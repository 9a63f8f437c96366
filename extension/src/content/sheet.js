// Style sheets of our own elements. The page's security policy does not apply to sheets that are made this way.

/** @param {ShadowRoot} shadow @param {string} css */
export function sheetOf(shadow, css) {
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    shadow.adoptedStyleSheets = [sheet];
  } catch {
    const style = shadow.ownerDocument.createElement("style");
    style.textContent = css;
    shadow.append(style);
  }
}
