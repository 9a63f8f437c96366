// The extension's part that is not in any page: the button, the keys, the menus, and what pages ask for.

import { text } from "../shared/texts.js";
import { loadSettings, withoutToken } from "../shared/settings.js";
import { correctionsOf, saveCorrections } from "../shared/corrections.js";
import { extractByService, listPackages, saveDocument } from "./service.js";

/** @typedef {chrome.tabs.Tab} Tab */
/** @typedef {{ state: string, count?: number, article?: any }} Outcome */

const MENUS = ["extract", "read", "inspect", "annotate"];

/** The scripts that run in pages, in their order. `make extension` writes the list. */
async function pageScripts() {
  const response = await fetch(chrome.runtime.getURL("scripts/list.json"));
  return /** @type {Promise<string[]>} */ (response.json());
}

/** Runs in the page: whether the scripts are there already. They remember what they did until the page is left. */
function isThere() {
  return Object.hasOwn(globalThis, "mainspan");
}

/**
 * Runs in the page, after the scripts.
 * @param {string} command @param {any} options
 */
function callPage(command, options) {
  return /** @type {any} */ (globalThis).mainspan["content/main.js"].run(command, options);
}

/**
 * Do something in a tab.
 * @param {number} tabId @param {string} command
 * @returns {Promise<Outcome>}
 */
async function run(tabId, command) {
  const target = { tabId };
  try {
    const settings = withoutToken(await loadSettings());
    const [{ result: isReady }] = await chrome.scripting.executeScript({ target, func: isThere });
    if (!isReady) await chrome.scripting.executeScript({ target, files: await pageScripts() });
    const [{ result }] = await chrome.scripting.executeScript({ target, func: callPage, args: [command, { settings }] });
    return /** @type {Outcome | undefined} */ (result) ?? { state: "forbidden" };
  } catch {
    // A page of the browser, a store of extensions, or another one that no extension may read.
    return { state: "forbidden" };
  }
}

/** @param {Tab | undefined} tab @param {string} command */
async function act(tab, command) {
  if (tab?.id === undefined) return;
  const outcome = await run(tab.id, command);
  await say(tab.id, outcome);
  if (outcome.article) await openReader(tab, outcome.article);
}

/**
 * Show on the button what was done.
 * @param {number} tabId @param {Outcome} outcome
 */
async function say(tabId, { state, count }) {
  const isWrong = state === "forbidden" || state === "nothing";
  const title = isWrong ? text(`says_${state}`) : state === "shown" ? text("actionUndo") : text("actionTitle");
  await chrome.action.setTitle({ tabId, title });
  await chrome.action.setBadgeBackgroundColor({ tabId, color: isWrong ? "#9a3b00" : "#1a7f37" });
  await chrome.action.setBadgeText({ tabId, text: isWrong ? "!" : state === "shown" ? short(count ?? 0) : "" });
  if (state !== "forbidden") return;
  // There is no page to show a notice in, so the button shows one.
  await chrome.action.setPopup({ tabId, popup: `says/says.html?${state}` });
  try {
    await chrome.action.openPopup();
  } catch {
    // Without a window in front there is nothing to open it in; the next click does.
  }
}

/** @param {number} count */
function short(count) {
  return count < 1000 ? String(count) : count < 10_000 ? `${(count / 1000).toFixed(1)}k` : `${Math.round(count / 1000)}k`;
}

/** @param {Tab} tab @param {any} article */
async function openReader(tab, article) {
  const id = crypto.randomUUID();
  await chrome.storage.session.set({ [`article-${id}`]: article });
  const near = tab.id === undefined ? {} : { index: tab.index + 1, openerTabId: tab.id };
  await chrome.tabs.create({ url: chrome.runtime.getURL(`reader/reader.html?${id}`), ...near });
}

/**
 * Open the panel. Browsers allow it only at once after an action of the user.
 * @param {number | undefined} tabId
 * @returns {Promise<boolean>}
 */
async function openPanel(tabId) {
  // Chromium has the one, Firefox the other.
  const { sidePanel, sidebarAction } = /** @type {any} */ (chrome);
  try {
    if (sidePanel) await sidePanel.open({ tabId });
    else await sidebarAction.open();
    return true;
  } catch {
    return false;
  }
}

/** @param {Tab | undefined} tab @param {string} command */
async function perform(tab, command) {
  if (command === "inspect" || command === "annotate") {
    const opened = openPanel(tab?.id);
    await chrome.storage.session.set({ view: command });
    await opened;
    if (tab?.id !== undefined) await say(tab.id, await run(tab.id, "attach"));
    await chrome.runtime.sendMessage({ to: "panel", do: "attached", tabId: tab?.id, view: command }).catch(() => {});
  } else await act(tab, command === "read" ? "read" : "toggle");
}

chrome.action.onClicked.addListener((tab) => void act(tab, "toggle"));
chrome.commands.onCommand.addListener((command, tab) => void perform(tab, command));
chrome.contextMenus.onClicked.addListener((info, tab) => void perform(tab, String(info.menuItemId)));

chrome.runtime.onInstalled.addListener(({ reason }) => {
  chrome.contextMenus.removeAll(() => {
    for (const id of MENUS) chrome.contextMenus.create({ id, title: text(`menu_${id}`), contexts: ["page", "selection", "link", "image", "action"] });
  });
  if (reason === "install") void chrome.tabs.create({ url: chrome.runtime.getURL("welcome/welcome.html") });
});

/**
 * What pages and the panel ask for.
 * @type {Record<string, (message: any, tab: Tab | undefined) => Promise<any>>}
 */
const ANSWERS = {
  extract: (message) => extractByService(message),
  packages: () => listPackages(),
  save: (message) => saveDocument(message.document),
  corrections: (message) => correctionsOf(message.host),
  correct: (message) => saveCorrections(message.host, message.list),
  settings: async () => withoutToken(await loadSettings()),
  say: async (message, tab) => void (tab?.id !== undefined && (await say(tab.id, message))),
  read: async (message, tab) => void (tab && (await openReader(tab, message.article))),
  options: () => chrome.runtime.openOptionsPage(),
  panel: async (message, tab) => {
    const opened = openPanel(tab?.id);
    await chrome.storage.session.set({ view: message.view });
    await chrome.runtime.sendMessage({ to: "panel", do: "attached", tabId: tab?.id, view: message.view }).catch(() => {});
    return opened;
  },
};

chrome.runtime.onMessage.addListener((message, sender, answer) => {
  if (message?.to !== "worker" || sender.id !== chrome.runtime.id || !Object.hasOwn(ANSWERS, message.do)) return false;
  ANSWERS[message.do](message, sender.tab).then(answer, () => answer(undefined));
  return true;
});
