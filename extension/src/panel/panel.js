// The side panel: the tree of the page, its blocks, its menus, and annotating.

import { METHODS, RELEVANCES } from "../core/ratio.js";
import { number, text, translate } from "../shared/texts.js";
import { Annotating } from "./annotate.js";
import { askPage, currentTab, onOtherPage } from "./tab.js";
import { TreeView } from "./tree.js";

/** @typedef {import("../content/inspect.js").SentTree} SentTree */

const VIEWS = ["inspect", "blocks", "menus", "annotate"];
/** @param {string} id */
const get = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const method = /** @type {HTMLSelectElement} */ (get("method"));
const relevance = /** @type {HTMLSelectElement} */ (get("relevance"));

translate(document);
for (const name of Object.keys(METHODS)) method.append(new Option(`${name} – ${text(`method_${name}`)}`, name));
for (const name of RELEVANCES) relevance.append(new Option(text(`relevance_${name}`), name));

const settings = await chrome.runtime.sendMessage({ to: "worker", do: "settings" });
method.value = settings.method;
relevance.value = settings.relevance;
const chosen = async () => ({ ...settings, method: method.value, relevance: relevance.value });

const tree = new TreeView(get("tree"), /** @type {HTMLElement} */ (document.querySelector(".heads")), (row, scrolls) => void askPage("show", { row, scrolls }));
const annotating = new Annotating(chosen);
let view = "inspect";

for (const name of VIEWS) get(`tab-${name}`).addEventListener("click", () => void open(name));
get("tabs").addEventListener("keydown", (event) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const next = VIEWS[(VIEWS.indexOf(view) + step * (document.documentElement.dir === "rtl" ? -1 : 1) + VIEWS.length) % VIEWS.length];
  void open(next).then(() => get(`tab-${next}`).focus());
});
for (const select of [method, relevance]) select.addEventListener("change", () => void load());
get("refresh").addEventListener("click", () => void load());
get("to-best").addEventListener("click", () => tree.tree && tree.choose(tree.tree.best));
addEventListener("pagehide", () => void askPage("leave"));

chrome.runtime.onMessage.addListener((message, sender) => {
  if (message?.to !== "panel" || sender.id !== chrome.runtime.id) return;
  void (async () => {
    if (message.do === "attached") {
      if (message.tabId === (await currentTab())) await open(message.view);
    } else if (sender.tab?.id === (await currentTab())) {
      if (message.do === "pointed" && view === "inspect") tree.point(message.row);
      if (message.do === "annotation") annotating.show(message.annotation);
    }
  })();
});
onOtherPage(() => void open(view));

const { view: wanted } = await chrome.storage.session.get("view");
await open(VIEWS.includes(String(wanted)) ? String(wanted) : "inspect");

/** @param {string} name */
async function open(name) {
  if (view === "annotate" && name !== view) await annotating.end();
  view = name;
  for (const each of VIEWS) {
    get(`tab-${each}`).setAttribute("aria-selected", String(each === name));
    get(`tab-${each}`).tabIndex = each === name ? 0 : -1;
  }
  await load();
}

/** Show the view, or why there is nothing to show. */
async function load() {
  const isThere = view === "annotate" ? await annotating.begin("answer") : await inspect();
  for (const each of VIEWS) get(each).hidden = !isThere || each !== view;
  get("empty").hidden = isThere;
  get("empty").textContent = text("panelEmpty");
  if (isThere && view === "inspect" && tree.tree) tree.reveal(tree.tree.best);
}

async function inspect() {
  const found = /** @type {SentTree | null} */ (await askPage("tree", { settings: await chosen() }));
  if (!found) return false;
  tree.set(found);
  get("summary").textContent = text("treeSummary", number(found.size.length), number(found.threshold, 2), found.best < 0 ? "–" : found.name[found.best]);
  list("blocks", found.blocks.map(({ row, words, ratio, text: begins }) => ({ row, name: found.name[row], figure: text("blockFigures", number(words), number(ratio, 1)), begins })));
  list("menus", found.menus.map(({ row, links, text: begins }) => ({ row, name: found.name[row], figure: text("menuFigures", number(links)), begins })));
  return true;
}

/** @param {string} id @param {{ row: number, name: string, figure: string, begins: string }[]} items */
function list(id, items) {
  const made = items.map(({ row, name, figure, begins }) => {
    const item = document.createElement("li");
    const button = document.createElement("button");
    for (const [tag, content] of [["b", name], ["i", figure], ["span", begins]]) {
      const part = document.createElement(tag);
      part.textContent = content;
      button.append(part);
    }
    button.addEventListener("mouseenter", () => void askPage("show", { row, scrolls: false }));
    button.addEventListener("focus", () => void askPage("show", { row, scrolls: false }));
    button.addEventListener("click", () => void askPage("show", { row, scrolls: true }));
    item.append(button);
    return item;
  });
  if (!made.length) {
    const none = document.createElement("li");
    none.textContent = text("none");
    made.push(none);
  }
  document.querySelector(`#${id} ol`)?.replaceChildren(...made);
}
