// The extension's part in a page: finds, hides, shows, corrects and annotates its main content.

import { makeArticle } from "../core/article.js";
import { goldText } from "../core/gold.js";
import { Selection } from "../core/selection.js";
import { selectorOf } from "../core/selectors.js";
import { number, text } from "../shared/texts.js";
import { Editor } from "./editor.js";
import { Inspection } from "./inspect.js";
import { Notice } from "./notice.js";
import { Overlay } from "./overlay.js";
import { ask, keptWords, PageState } from "./state.js";
import { Watch } from "./watch.js";

/** @typedef {import("../shared/settings.js").Settings} Settings */
/** @typedef {import("../shared/corrections.js").Correction} Correction */

const state = new PageState(document);
const notice = new Notice(document);
const overlay = new Overlay(document);
const watch = new Watch(document, () => void rerun());
/** @type {Settings} */
let settings;
/** @type {Editor | null} */
let editor = null;
/** @type {Inspection | null} */
let inspection = null;

notice.onClose = () => (editor ? endEditing() : notice.close());

/**
 * Do what the button, a key or a menu is for.
 * @param {string} command
 * @param {{ settings: Settings }} options
 */
export async function run(command, options) {
  settings = options.settings;
  if (!/html|xml|text\/plain/.test(document.contentType) || !document.body || /pdf/.test(document.contentType)) {
    return { state: "forbidden" };
  }
  if (command === "attach") return { state: state.isHiding ? "shown" : "hidden", count: state.found?.words };
  if (command === "read") return read();
  if (editor) endEditing();
  return state.isHiding ? undo() : extract();
}

// --- the button ---

async function extract() {
  const { selection, words } = await state.find(settings);
  if (selection.isEmpty || !words) {
    state.found = null;
    notice.show({ title: text("nothingFound"), lines: [text("nothingFoundWhy")], warning: text("says_nothing"), actions: [] });
    return { state: "nothing" };
  }
  state.hide();
  state.scrollTo();
  watch.start();
  showNotice();
  return { state: "shown", count: words };
}

function undo() {
  watch.stop();
  state.show();
  notice.close();
  return { state: "hidden" };
}

/** Find the main content again: more text has arrived, or another method was chosen. */
async function rerun() {
  if (!state.isHiding || editor) return;
  const { selection, words } = await state.find(settings);
  if (!state.isHiding || selection.isEmpty) return;
  state.hide();
  showNotice();
  void ask({ do: "say", state: "shown", count: words });
}

function showNotice() {
  const { found } = state;
  if (!found) return;
  const { method, words, tree, fallback, corrected } = found;
  const lines = [text("keptWords", number(words), number(tree.words[0] ?? 0)), text("methodUsed", methodName(method))];
  if (corrected) lines.push(text("correctedHere", number(corrected)));
  notice.show({
    title: text("mainContent"),
    lines,
    warning: fallback ? text(`fallback_${fallback}`) : "",
    choice: { method: settings.method, onChoose: (chosen) => void choose({ method: /** @type {any} */ (chosen), useService: false }) },
    actions: [
      { name: "showAll", isMain: true, act: () => void ask({ do: "say", ...undo() }) },
      { name: "read", act: () => void openReader() },
      { name: "correct", act: () => correct() },
      { name: "inspect", act: () => void openPanel("inspect") },
      { name: "annotate", act: () => void openPanel("annotate") },
      { name: "collapse", isPressed: settings.collapse, act: () => void choose({ collapse: !settings.collapse }) },
    ],
  });
}

/** @param {string} method */
function methodName(method) {
  const name = method.split(":")[0];
  const known = ["wlr", "clr", "wnr", "cnr", "mainspan"].includes(name);
  return known ? `${text(`method_${name}`)} (${method})` : method;
}

/** @param {Partial<Settings>} changes */
async function choose(changes) {
  settings = { ...settings, ...changes };
  await rerun();
}

/** @param {string} view */
async function openPanel(view) {
  if (!(await ask({ do: "panel", view }))) {
    notice.show({ title: text("panelTitle"), lines: [text("openPanelYourself")], actions: [{ name: "showAll", isMain: true, act: () => void ask({ do: "say", ...undo() }) }] });
  }
}

// --- reading ---

async function read() {
  if (!state.isHiding) await state.find(settings);
  const { found } = state;
  if (!found || found.selection.isEmpty) {
    notice.show({ title: text("nothingFound"), lines: [text("nothingFoundWhy")], warning: text("says_nothing"), actions: [] });
    return { state: "nothing" };
  }
  const article = state.unhidden(() => makeArticle(document, found.selection));
  return { state: state.isHiding ? "shown" : "hidden", count: found.words, article };
}

async function openReader() {
  const { article } = await read();
  if (article) await ask({ do: "read", article });
}

// --- correcting ---

// One correction is saved after the other.
let saving = Promise.resolve();

function correct() {
  const { found } = state;
  if (!found) return;
  watch.stop();
  state.patches.undo();
  const selection = found.selection;
  editor = new Editor(document, overlay, found.tree, selection, {
    texts: false,
    onToggle: (element, keep) => (saving = saving.then(() => remember(element, keep))),
    onChange: () => showEditing(),
    onEnd: () => endEditing(),
  });
  editor.start();
  showEditing();
}

/** @param {Element} element @param {boolean} keep */
async function remember(element, keep) {
  const selector = selectorOf(element);
  const host = document.location.host;
  const known = /** @type {Correction[]} */ ((await ask({ do: "corrections", host })) ?? []);
  const others = known.filter((each) => each.selector !== selector);
  // What is as the method has it again needs no correction.
  const isTakenBack = others.length < known.length && state.found?.answer.has(element) === keep;
  const list = isTakenBack ? others : [...others, { selector, keep }];
  await ask({ do: "correct", host, list });
}

function showEditing() {
  const { found } = state;
  if (!found || !editor || editor.options.texts) return;
  found.words = keptWords(found.tree, found.selection);
  notice.show({
    title: text("correcting"),
    lines: [text("correctingHow"), text("keptWords", number(found.words), number(found.tree.words[0] ?? 0))],
    actions: [
      { name: "done", isMain: true, act: () => endEditing() },
      { name: "forgetSite", act: () => void forgetSite() },
      { name: "sendGold", act: () => void openPanel("annotate") },
    ],
  });
}

async function forgetSite() {
  await saving;
  await ask({ do: "correct", host: document.location.host, list: [] });
  endEditing();
  await rerun();
}

function endEditing() {
  const wasAnnotating = editor?.options.texts;
  editor?.stop();
  editor = null;
  if (wasAnnotating || !state.isHiding) return;
  state.hide();
  watch.start();
  showNotice();
}

// --- what the panel asks for ---

/** @param {string} from */
async function beginAnnotation(from) {
  if (editor) endEditing();
  if (!state.found) await state.find(settings);
  const { found } = state;
  if (state.isHiding) undo();
  if (!found) return null;
  const selection = from === "answer" ? found.selection.copy() : new Selection();
  editor = new Editor(document, overlay, found.tree, selection, {
    texts: true,
    onToggle: () => {},
    onChange: () => void chrome.runtime.sendMessage({ to: "panel", do: "annotation", annotation: annotation() }).catch(() => {}),
    onEnd: () => {},
  });
  editor.start();
  if (from === "answer") state.scrollTo();
  return annotation();
}

function annotation() {
  const gold = editor ? goldText(document.body, editor.selection, editor.ranges) : "";
  return { gold, url: document.location.href, title: document.title, language: document.documentElement.lang };
}

/** @type {Record<string, (message: any) => any>} */
const ANSWERS = {
  tree: async (message) => {
    settings = message.settings;
    inspection?.stop();
    inspection = new Inspection(state.read(), settings, overlay);
    inspection.start();
    return inspection.describe();
  },
  show: (message) => inspection?.show(message.row, message.scrolls),
  leave: () => inspection?.stop(),
  annotate: async (message) => {
    settings = message.settings;
    return beginAnnotation(message.from);
  },
  undo: () => editor?.undo(),
  end: () => {
    if (editor?.options.texts) endEditing();
  },
  document: () => ({ ...annotation(), html: state.write().html }),
};

chrome.runtime.onMessage.addListener((message, sender, answer) => {
  if (message?.to !== "page" || sender.id !== chrome.runtime.id || !Object.hasOwn(ANSWERS, message.do)) return false;
  Promise.resolve(ANSWERS[message.do](message)).then(
    (found) => answer(found ?? null),
    () => answer(null),
  );
  return true;
});
