// Annotating: the marked text of the page, its metadata, and saving both as a document of a test package.

import { count } from "../core/words.js";
import { zip } from "../core/zip.js";
import { fileName, save } from "../shared/files.js";
import { number, text } from "../shared/texts.js";
import { askPage } from "./tab.js";

/** @typedef {{ gold: string, url: string, title: string, language: string, html?: string }} Annotation */

/** @param {string} id */
const input = (id) => /** @type {HTMLInputElement} */ (document.getElementById(id));
const LANGUAGE = /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/;

export class Annotating {
  /** @param {() => Promise<any>} settings */
  constructor(settings) {
    this.settings = settings;
    this.isBegun = false;
    input("from-answer").addEventListener("click", () => void this.begin("answer"));
    input("from-nothing").addEventListener("click", () => void this.begin("nothing"));
    input("undo").addEventListener("click", () => void askPage("undo"));
    input("save").addEventListener("click", () => void this.save());
    input("send").addEventListener("click", () => void this.send());
  }

  /**
   * @param {string} from
   * @returns {Promise<boolean>} whether there is a page to annotate
   */
  async begin(from) {
    const found = await askPage("annotate", { from, settings: await this.settings() });
    this.isBegun = found !== null;
    if (!found) return false;
    this.say("", "");
    input("name").value = fileName(found.title);
    input("language").value = LANGUAGE.test(found.language) ? found.language : "";
    this.show(found);
    await this.listPackages();
    return true;
  }

  async end() {
    if (this.isBegun) await askPage("end");
    this.isBegun = false;
  }

  /** @param {Annotation} annotation */
  show({ gold }) {
    input("gold").value = gold;
    const { words } = count(gold);
    document.getElementById("words")?.replaceChildren(text("markedWords", number(words)));
    for (const id of ["save", "send"]) input(id).disabled = !words;
  }

  /** The document, or null after saying what is wrong with it. */
  async document() {
    const found = /** @type {Annotation | null} */ (await askPage("document"));
    const language = input("language").value.trim();
    if (language && !LANGUAGE.test(language)) {
      this.say("bad", text("wrongLanguage"));
      return null;
    }
    if (!found?.html || !found.gold) {
      this.say("bad", text("nothingMarked"));
      return null;
    }
    const pageType = input("page-type").value.trim();
    const meta = {
      url: found.url,
      title: found.title,
      ...(language ? { language } : {}),
      ...(pageType ? { page_type: pageType } : {}),
      fragmented: input("fragmented").checked,
      multiple_articles: input("multiple").checked,
    };
    return { name: fileName(input("name").value || found.title), html: found.html, gold: found.gold, meta };
  }

  async save() {
    const found = await this.document();
    if (!found) return;
    const { name, html, gold, meta } = found;
    const files = { html: withEncoding(html), txt: gold, json: `${JSON.stringify(meta, null, 1)}\n` };
    const entries = Object.entries(files).map(([suffix, content]) => ({ name: `${name}.${suffix}`, data: new TextEncoder().encode(content) }));
    await save(`${name}.zip`, new Blob([await zip(entries)], { type: "application/zip" }));
    this.say("ok", text("archiveSaved", `mainspan package add PACKAGE ${name}.zip`));
  }

  async listPackages() {
    const answer = await chrome.runtime.sendMessage({ to: "worker", do: "packages" });
    const packages = answer?.ok ? answer.body.packages : [];
    const select = /** @type {HTMLSelectElement} */ (document.getElementById("package"));
    select.replaceChildren(...packages.map((/** @type {any} */ each) => new Option(each.name, each.name)));
    /** @type {HTMLElement} */ (document.getElementById("workbench")).hidden = !packages.length;
  }

  async send() {
    const found = await this.document();
    if (!found) return;
    const folder = /** @type {HTMLSelectElement} */ (document.getElementById("package")).value;
    const answer = await chrome.runtime.sendMessage({ to: "worker", do: "save", document: { ...found, package: folder } });
    if (answer?.ok) this.say("ok", text("sentToWorkbench", answer.body.name, folder));
    else this.say("bad", answer?.message || text(`fallback_${answer?.why ?? "missing"}`));
  }

  /** @param {string} kind @param {string} message */
  say(kind, message) {
    const status = /** @type {HTMLElement} */ (document.getElementById("status"));
    status.className = `status ${kind}`;
    status.textContent = message;
  }
}

/**
 * The page in UTF-8, whatever it declares: with a byte order mark.
 * @param {string} html
 */
function withEncoding(html) {
  return `\ufeff${html}`;
}
