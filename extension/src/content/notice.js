// The notice on the page: what was done, by which method, and what can be done next.

import { METHODS } from "../core/ratio.js";
import { text } from "../shared/texts.js";
import { sheetOf } from "./sheet.js";

const STYLE = `
:host { all: initial !important; position: fixed !important; inset: auto 16px 16px auto !important; z-index: 2147483647 !important; visibility: visible !important; display: block !important; color-scheme: light dark; }
:host([dir=rtl]) { inset: auto auto 16px 16px !important; }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
.card { --ink: #1b1f24; --soft: #57606a; --panel: #fff; --line: #d0d7de; --accent: #0b57d0; --ok: #1a7f37; --bad: #9a3b00;
  width: min(25rem, calc(100vw - 32px)); font: 14px/1.45 system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; color: var(--ink); background: var(--panel);
  border: 1px solid var(--line); border-inline-start: 5px solid var(--ok); border-radius: 12px; box-shadow: 0 8px 30px rgb(0 0 0 / 25%); padding: 12px 14px; }
.card.wrong { border-inline-start-color: var(--bad); }
@media (prefers-color-scheme: dark) { .card { --ink: #e8eaed; --soft: #a9b1ba; --panel: #1d2127; --line: #4a525b; --accent: #8ab4f8; --ok: #6fd58a; --bad: #ffb27d; } }
header { display: flex; align-items: center; gap: 8px; }
header svg { flex: none; width: 22px; height: 22px; }
h2 { flex: 1; font-size: 15px; font-weight: 650; line-height: 1.3; margin: 0; }
p { margin: 4px 0 0; color: var(--soft); overflow-wrap: anywhere; }
.warn { color: var(--bad); }
.row { display: flex; flex-wrap: wrap; gap: 6px; margin-block-start: 10px; align-items: center; }
button, select { font: inherit; color: var(--ink); background: transparent; border: 1px solid var(--line); border-radius: 8px; padding: 4px 10px; min-block-size: 32px; cursor: pointer; }
select option { color: #1b1f24; background: #fff; }
button:hover, select:hover { border-color: var(--accent); }
button.main { background: var(--accent); border-color: var(--accent); color: #fff; font-weight: 600; }
@media (prefers-color-scheme: dark) { button.main { color: #10233f; } }
button.close { border: 0; padding: 0; inline-size: 32px; font-size: 20px; line-height: 1; color: var(--soft); }
button[aria-pressed=true] { border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
label { display: inline-flex; align-items: center; gap: 6px; color: var(--soft); }
@media print { :host { display: none !important; } }
`;
const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {object} Content
 * @property {string} title
 * @property {string[]} lines
 * @property {string} [warning]
 * @property {Action[]} actions
 * @property {{ method: string, onChoose: (method: string) => void }} [choice] of the method
 */

/**
 * @typedef {object} Action
 * @property {string} name of its text
 * @property {() => void} act
 * @property {boolean} [isMain]
 * @property {boolean} [isPressed]
 */

export class Notice {
  /** @param {Document} document */
  constructor(document) {
    this.document = document;
    /** @type {HTMLElement | null} */
    this.host = null;
    /** @type {() => void} */
    this.onClose = () => {};
  }

  get isOpen() {
    return this.host !== null;
  }

  /** @param {Content} content */
  show({ title, lines, warning, actions, choice }) {
    const { document } = this;
    if (!this.host) {
      this.host = document.createElement("mainspan-notice");
      sheetOf(this.host.attachShadow({ mode: "open" }), STYLE);
      // Its keys are its own, not those of the page.
      for (const type of ["keydown", "keyup", "keypress"]) this.host.addEventListener(type, (event) => event.stopPropagation());
      this.host.addEventListener("keydown", (event) => {
        if (event.key === "Escape") this.onClose();
      });
    }
    if (!this.host.isConnected) document.documentElement.append(this.host);
    const shadow = /** @type {ShadowRoot} */ (this.host.shadowRoot);
    const focused = shadow.activeElement?.getAttribute("data-name");
    const dir = text("direction");
    this.host.dir = dir;
    this.host.lang = text("locale");
    const card = make(document, "section", "", warning && !actions.length ? "card wrong" : "card");
    card.setAttribute("role", "status");
    card.setAttribute("aria-label", text("name"));
    const header = make(document, "header");
    const close = make(document, "button", "×", "close");
    close.setAttribute("aria-label", text("close"));
    close.title = text("close");
    close.addEventListener("click", () => this.onClose());
    header.append(logo(document), make(document, "h2", title), close);
    card.append(header, ...lines.map((line) => make(document, "p", line)));
    if (warning) card.append(make(document, "p", warning, "warn"));
    if (choice) card.append(this.choices(choice));
    if (actions.length) card.append(this.row(actions));
    for (const old of shadow.querySelectorAll("section")) old.remove();
    shadow.append(card);
    if (focused) /** @type {HTMLElement | null} */ (shadow.querySelector(`[data-name="${focused}"]`))?.focus();
  }

  /** @param {Action[]} actions */
  row(actions) {
    const row = make(this.document, "div", "", "row");
    for (const { name, act, isMain, isPressed } of actions) {
      const button = make(this.document, "button", text(name), isMain ? "main" : "");
      button.dataset.name = name;
      if (isPressed !== undefined) button.setAttribute("aria-pressed", String(isPressed));
      button.addEventListener("click", act);
      row.append(button);
    }
    return row;
  }

  /** @param {{ method: string, onChoose: (method: string) => void }} choice */
  choices({ method, onChoose }) {
    const row = make(this.document, "div", "", "row");
    const label = make(this.document, "label", text("method"));
    const select = /** @type {HTMLSelectElement} */ (make(this.document, "select"));
    select.dataset.name = "method";
    for (const name of Object.keys(METHODS)) select.append(new Option(`${name} – ${text(`method_${name}`)}`, name, false, name === method));
    select.addEventListener("change", () => onChoose(select.value));
    label.append(select);
    row.append(label);
    return row;
  }

  close() {
    this.host?.remove();
    this.host = null;
  }
}

/** @param {Document} document @param {string} tag @param {string} [content] @param {string} [name] */
function make(document, tag, content = "", name = "") {
  const element = document.createElement(tag);
  if (content) element.textContent = content;
  if (name) element.className = name;
  return element;
}

/** @param {Document} document */
function logo(document) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 32 32");
  svg.setAttribute("aria-hidden", "true");
  const shapes = [
    ["M6 2h20a4 4 0 0 1 4 4v20a4 4 0 0 1-4 4H6a4 4 0 0 1-4-4V6a4 4 0 0 1 4-4z", "#123a2a"],
    ["M7 7h18v3H7zM7 25h9v2H7z", "#5f8575"],
    ["M7 12.5h18v2.6H7zM7 16.7h18v2.6H7zM7 20.9h12v2.6H7z", "#8df0b4"],
  ];
  for (const [path, fill] of shapes) {
    const shape = document.createElementNS(SVG, "path");
    shape.setAttribute("d", path);
    shape.setAttribute("fill", fill);
    svg.append(shape);
  }
  return svg;
}
