// The options: the method, the workbench on this machine, and the corrections of sites.

import { METHODS, RELEVANCES } from "../core/ratio.js";
import { number, text, translate } from "../shared/texts.js";
import { loadSettings, saveSettings } from "../shared/settings.js";
import { allCorrections, saveCorrections } from "../shared/corrections.js";
import { save } from "../shared/files.js";
import { callService, isLoopback, originPattern } from "../background/service.js";

/** @template {HTMLElement} T @param {string} id @param {new () => T} kind @returns {T} */
function get(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`the page has no ${id}`);
  return found;
}

const method = get("method", HTMLSelectElement);
const relevance = get("relevance", HTMLSelectElement);
const collapse = get("collapse", HTMLInputElement);
const address = get("address", HTMLInputElement);
const token = get("token", HTMLInputElement);
const useService = get("useService", HTMLInputElement);
const status = get("status", HTMLParagraphElement);

translate(document);
for (const name of Object.keys(METHODS)) method.append(new Option(`${name} – ${text(`method_${name}`)}`, name));
for (const name of RELEVANCES) relevance.append(new Option(text(`relevance_${name}`), name));

const settings = await loadSettings();
method.value = settings.method;
relevance.value = settings.relevance;
collapse.checked = settings.collapse;
address.value = settings.address;
token.value = settings.token;
useService.checked = settings.useService;

method.addEventListener("change", () => void saveSettings({ method: /** @type {any} */ (method.value) }));
relevance.addEventListener("change", () => void saveSettings({ relevance: /** @type {any} */ (relevance.value) }));
collapse.addEventListener("change", () => void saveSettings({ collapse: collapse.checked }));
useService.addEventListener("change", () => void saveSettings({ useService: useService.checked }));
get("workbench", HTMLFormElement).addEventListener("submit", (event) => {
  event.preventDefault();
  void connect();
});
get("export", HTMLButtonElement).addEventListener("click", () => void exportCorrections());
get("import", HTMLButtonElement).addEventListener("click", () => get("file", HTMLInputElement).click());
get("file", HTMLInputElement).addEventListener("change", () => void importCorrections());
chrome.storage.onChanged.addListener((changes) => "corrections" in changes && void showSites());
await showSites();

/** @param {string} kind @param {string} message */
function say(kind, message) {
  status.className = `status ${kind}`;
  status.textContent = message;
}

async function connect() {
  const given = address.value.trim().replace(/\/+$/, "");
  if (!isLoopback(given)) {
    say("bad", text("optionsNotLoopback"));
    return;
  }
  // Browsers ask the user, so this comes before anything that takes time.
  if (!(await chrome.permissions.request({ origins: [originPattern(given)] }))) {
    say("bad", text("optionsNotAllowed"));
    return;
  }
  await saveSettings({ address: given, token: token.value.trim(), useService: true });
  useService.checked = true;
  say("", text("optionsConnecting"));
  const answer = await callService("/extract", { method: "POST", body: { html: "<p>A page to try it with.", marks: true } });
  if (answer.ok) say("ok", text("optionsConnected", String(answer.body.algorithm)));
  else if (answer.why === "missing") say("bad", text("fallback_missing"));
  else say("bad", [text(`fallback_${answer.why}`), answer.message].join(" "));
}

async function showSites() {
  const all = await allCorrections();
  const names = Object.keys(all).sort();
  const sites = get("sites", HTMLDivElement);
  const none = document.createElement("p");
  none.textContent = text("optionsNoCorrections");
  sites.replaceChildren(...(names.length ? names.map((host) => site(host, all[host])) : [none]));
  get("export", HTMLButtonElement).disabled = !names.length;
}

/** @param {string} host @param {import("../shared/corrections.js").Correction[]} list */
function site(host, list) {
  const details = document.createElement("details");
  const summary = document.createElement("summary");
  summary.textContent = `${host} (${number(list.length)})`;
  const items = document.createElement("ul");
  for (const each of list) {
    const item = document.createElement("li");
    const kind = document.createElement("span");
    kind.className = each.keep ? "keep" : "drop";
    kind.textContent = text(each.keep ? "added" : "leftOut");
    const code = document.createElement("code");
    code.textContent = each.selector;
    const remove = document.createElement("button");
    remove.textContent = text("remove");
    remove.addEventListener("click", () => void saveCorrections(host, list.filter((other) => other !== each)));
    item.append(kind, code, remove);
    items.append(item);
  }
  details.append(summary, items);
  return details;
}

async function exportCorrections() {
  const data = JSON.stringify({ corrections: await allCorrections() }, null, 1);
  await save("mainspan-corrections.json", new Blob([data], { type: "application/json" }));
}

async function importCorrections() {
  const file = get("file", HTMLInputElement).files?.[0];
  if (!file) return;
  try {
    const { corrections } = JSON.parse(await file.text());
    for (const [host, list] of Object.entries(corrections)) {
      const valid = list.filter((/** @type {any} */ each) => typeof each?.selector === "string" && typeof each.keep === "boolean");
      await saveCorrections(host, valid.map((/** @type {any} */ { selector, keep }) => ({ selector, keep })));
    }
    say("ok", text("optionsImported"));
  } catch {
    say("bad", text("optionsNotImported"));
  }
}
