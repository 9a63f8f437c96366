// The view of one page and one method: page, answer, blocks and picture, linked block by block.
import { alignNodes } from "./align.js";
import { BlockList, WORDS } from "./blocks.js";
import { $, ask as askServer, dataIn, element, showError } from "./dom.js";
import { showParameters, valuesIn } from "./parameters.js";
import { Picture } from "./picture.js";
import { ShownPage } from "./shown_page.js";
import { Tree } from "./tree.js";

const PREVIEW = 60;
const methods = dataIn("methods");

const state = {
  data: dataIn("data"),
  reasons: null,
  block: null,
  last: null,
  form: "text",
  contents: new Map(),
  turn: 0,
};
const address = new URL(location);
const source = address.searchParams.get("source");

const ask = (path, more = {}) => askServer(path, { query: { source, a: state.data.algorithm, ...more } });

// --- the frame ---

function paintFrame() {
  const nothing = { start: [], end: [], verdict: [] };
  shown.paint(state.data.origin === "page" ? state.data.blocks : nothing);
}

const shown = new ShownPage($("frame"), {
  ready: () => {
    paintFrame();
    if (state.block !== null) shown.tell("light", { block: state.block, last: state.last, scroll: true });
  },
  point: ({ block }) => Number.isInteger(block) && light(block, { from: "frame" }),
  choose: ({ block }) => Number.isInteger(block) && light(block, { from: "frame", keep: true }),
  key: ({ key }) => typeof key === "string" && press(key),
});

// --- one block, or several ---

// `last` is the last block, if there are several; `name` says what they are.
function light(block, { from = "", keep = false, last = block, name = "" } = {}) {
  if (block === state.block && last === state.last && !keep) return;
  const { start, end } = state.data.blocks;
  if (block === null || block < 0 || block >= start.length) return;
  Object.assign(state, { block, last, name });
  list.choose(block, last);
  picture.mark(start[block], end[last], { isOwn: from === "picture" });
  // Blocks that the user only points at open no branch.
  if (from !== "tree") tree.reveal(start[block], end[last], { open: keep || from === "key" });
  shown.tell("light", { block, last, scroll: from !== "frame" });
  for (const lit of $("answer").querySelectorAll("[data-lit]")) delete lit.dataset.lit;
  const parts = partsOf(block, last);
  for (const part of parts) part.dataset.lit = "";
  if (parts.length && from !== "answer") reveal(parts[0], $("answer"));
  showDetail();
}

function partsOf(block, last) {
  if (block === last) return $("answer").querySelectorAll(`[data-block="${block}"]`);
  const isInside = ({ dataset }) => dataset.block >= block && dataset.block <= last;
  return [...$("answer").querySelectorAll("[data-block]")].filter(isInside);
}

// Scrolls a container until a part of it can be seen. The window stays where it is.
function reveal(part, container) {
  const { top, bottom } = part.getBoundingClientRect();
  const box = container.getBoundingClientRect();
  if (top < box.top) container.scrollTop += top - box.top;
  else if (bottom > box.bottom) container.scrollTop += Math.min(bottom - box.bottom, top - box.top);
}

function showDetail() {
  const { blocks } = state.data;
  const block = state.block;
  if (block === null || block >= blocks.start.length) return;
  if (state.last > block) return showSeveral();
  const word = WORDS[blocks.verdict[block]];
  const line = element("p");
  const bar = element("span", "", "bar");
  const fill = element("span");
  fill.style.width = `${100 * blocks.score[block]}%`;
  bar.append(fill);
  line.append(
    `Block ${block + 1} of ${blocks.start.length}: `,
    bar,
    ` ${blocks.score[block].toFixed(2)} `,
    element("span", word === "partly" ? "kept in part" : word, `verdict ${word}`),
    ` · ${blocks.kept[block]} of ${blocks.words[block]} words · ${blocks.element[block]}`,
  );
  $("detail").replaceChildren(line, ...reasonParts(state.reasons && state.reasons[block]));
  return undefined;
}

function showSeveral() {
  const { block, last, name } = state;
  const sum = (column) => column.slice(block, last + 1).reduce((all, each) => all + each, 0);
  const { kept, words, start } = state.data.blocks;
  $("detail").replaceChildren(
    element("p", `Blocks ${block + 1} to ${last + 1} of ${start.length}: ${sum(kept)} of ${sum(words)} words kept`),
    element("p", name),
  );
}

function reasonParts(reason) {
  if (!state.reasons) return [element("p", "Reading the reasons …", "soft")];
  if (!reason) return [];
  const parts = reason.notes.map((note) => element("p", note));
  if (!reason.signals.length) return parts.length ? parts : [element("p", reason.text)];
  const signals = element("ul", "", "signals");
  const most = Math.max(...reason.signals.map(([, weight]) => Math.abs(weight)), 1);
  for (const [name, weight] of reason.signals) {
    const item = element("li", "", weight > 0 ? "for" : "against");
    const bar = element("span", "", "bar");
    const fill = element("span");
    fill.style.width = `${(100 * Math.abs(weight)) / most}%`;
    fill.style.background = weight > 0 ? "var(--kept)" : "var(--dropped)";
    bar.style.width = "6rem";
    bar.append(fill);
    item.append(bar, element("span", `${weight > 0 ? "+" : "−"}${Math.abs(weight).toFixed(1)}`, "weight"), element("span", `${weight > 0 ? "for" : "against"}: ${name}`));
    signals.append(item);
  }
  return [...parts, signals];
}

// --- the answer ---

function linkAnswer() {
  const walker = document.createTreeWalker($("answer"), NodeFilter.SHOW_TEXT);
  const nodes = [];
  while (walker.nextNode()) nodes.push(walker.currentNode);
  const { verdict, text } = state.data.blocks;
  const blocks = text.map((each, number) => ({ number, text: each })).filter(({ number }) => verdict[number] > 0);
  alignNodes(nodes, blocks).forEach((number, i) => {
    if (number !== null) nodes[i].parentElement.dataset.block = number;
  });
}

function showText(text) {
  const place = element("pre");
  for (const line of text.split(/(?<=\n)/)) {
    const part = element("span", line);
    part.dir = "auto";
    place.append(part);
  }
  $("answer").replaceChildren(place);
  linkAnswer();
}

function showMetadata(metadata) {
  const table = element("table");
  const row = table.insertRow();
  for (const title of ["field", "value", "where it was found"]) row.append(element("th", title));
  for (const [name, found] of Object.entries(metadata)) {
    for (const each of Array.isArray(found) ? found : [found]) {
      if (each === null || each === undefined) continue;
      const line = table.insertRow();
      const value = typeof each === "object" ? each.value : each;
      line.append(element("td", name), element("td", String(value ?? "")), element("td", String(each.origin ?? "")));
    }
  }
  $("answer").replaceChildren(table);
}

async function showForm(form) {
  state.form = form;
  for (const tab of document.querySelectorAll("[role=tab]")) {
    const isChosen = tab.dataset.form === form;
    tab.setAttribute("aria-selected", String(isChosen));
    tab.tabIndex = isChosen ? 0 : -1;
  }
  $("answer").setAttribute("aria-labelledby", `tab-${form}`);
  const { data } = state;
  if (data.reason && !data.words) {
    const hint = data.page_words ? "Another method may find something; plain keeps all text." : "";
    $("answer").replaceChildren(element("p", `Nothing was found: ${data.reason}.`), element("p", hint, "soft"));
    return;
  }
  if (form === "text") return showText(data.text);
  if (form === "metadata") return showMetadata(data.metadata);
  const wanted = form === "rendered" ? "html" : form;
  try {
    if (!state.contents.has(wanted)) state.contents.set(wanted, (await ask("/content.json", { form: wanted })).content);
  } catch (error) {
    return showError(error);
  }
  if (state.form !== form) return undefined;
  const content = state.contents.get(wanted);
  if (form === "rendered") {
    // The fragment was sanitised by the server; the policy of this page allows no script in it either.
    const parsed = new DOMParser().parseFromString(content, "text/html");
    for (const picture of parsed.querySelectorAll("img")) picture.replaceWith(`[picture: ${picture.alt || picture.getAttribute("src")}]`);
    $("answer").replaceChildren(...parsed.body.childNodes);
    return linkAnswer();
  }
  $("answer").replaceChildren(element("pre", content));
  return undefined;
}

$("answer").addEventListener("pointerover", (event) => {
  const part = event.target.closest("[data-block]");
  if (part) light(Number(part.dataset.block), { from: "answer" });
});
$("answer").addEventListener("click", (event) => {
  if (event.target.closest("a")) event.preventDefault();
});
$("copy").addEventListener("click", async () => {
  await navigator.clipboard.writeText($("answer").innerText);
  $("copy").textContent = "Copied";
  setTimeout(() => ($("copy").textContent = "Copy"), 1500);
});
const tabs = [...document.querySelectorAll("[role=tab]")];
for (const tab of tabs) {
  tab.addEventListener("click", () => showForm(tab.dataset.form));
  tab.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length];
    next.focus();
    showForm(next.dataset.form);
  });
}

// --- the method ---

function showStatus() {
  const { words, page_words: all, confidence, page_type: type, milliseconds, doubt, reason, origin } = state.data;
  const parts = [`${words.toLocaleString()} of ${all.toLocaleString()} words`];
  if (type) parts.push(`${type.name} ${Math.round(100 * type.share)} %`);
  if (reason) parts.push(reason);
  else if (confidence !== null) parts.push(`sure ${Math.round(100 * confidence)} %`);
  if (doubt && !reason) parts.push(doubt);
  if (origin !== "page") parts.push(`the text is from the page's data (${origin})`);
  parts.push(`${milliseconds.toFixed(1)} ms`);
  $("status").textContent = parts.join(" · ");
}

function show() {
  state.reasons = null;
  state.contents.clear();
  showError(null);
  showStatus();
  list.show(state.data.blocks);
  if (!list.length) $("detail").replaceChildren(element("p", "There are no blocks to look at.", "soft"));
  $("picture-title").textContent = `How ${state.data.algorithm.split(":")[0]} sees the page`;
  picture.show(state.data.picture);
  showTree();
  paintFrame();
  showForm(state.form);
  if (state.block !== null) light(Math.min(state.block, list.length - 1), { keep: true });
  const { turn } = state;
  ask("/reasons.json").then(
    ({ reasons }) => {
      if (turn !== state.turn) return;
      state.reasons = reasons;
      showDetail();
    },
    (error) => turn === state.turn && showError(error),
  );
}

function showTree() {
  const { turn } = state;
  const isTree = state.data.picture && state.data.picture.kind === "tree";
  tree.clear(isTree ? "Reading the tree …" : "");
  if (!isTree) return;
  ask("/tree.json").then(
    (found) => {
      if (turn !== state.turn) return;
      tree.show(found);
      if (state.block !== null) tree.reveal(state.data.blocks.start[state.block], state.data.blocks.end[state.last]);
    },
    (error) => turn === state.turn && showError(error),
  );
}

async function change(algorithm, { remember = true } = {}) {
  const turn = ++state.turn;
  try {
    const data = await ask("/inspect.json", { a: algorithm });
    if (turn !== state.turn) return;
    state.data = data;
    $("written").value = data.algorithm;
    const isOther = $("name").value !== data.algorithm.split(":")[0];
    if (isOther) showMethod(data.algorithm);
    if (remember) {
      address.searchParams.set("a", data.algorithm);
      history.pushState({ a: data.algorithm }, "", address);
    }
    show();
  } catch (error) {
    if (turn !== state.turn) return;
    error.message += ` The page still shows what ${state.data.algorithm} kept.`;
    showError(error);
  }
}

function showMethod(algorithm) {
  const name = algorithm.split(":")[0];
  $("name").value = name;
  const method = methods.find((each) => each.name === name);
  $("about").querySelector("pre").textContent = `${method.about}\n\n${method.paper}`;
  showParameters($("parameters"), method, valuesIn(algorithm), (text) => change(text));
}

$("name").addEventListener("change", () => {
  showMethod($("name").value);
  change($("name").value);
});
$("method").addEventListener("submit", (event) => event.preventDefault());
addEventListener("popstate", () => {
  const algorithm = new URL(location).searchParams.get("a") || methods.find((each) => each.default).name;
  showMethod(algorithm);
  change(algorithm, { remember: false });
});
$("pictures").addEventListener("change", () => shown.load($("pictures").checked));

// --- keys ---

function press(key) {
  const step = { j: 1, k: -1 }[key];
  if (step) light(Math.min(Math.max((state.block ?? -step) + step, 0), list.length - 1), { from: "key" });
  else if (key === "[" || key === "]") {
    const place = methods.findIndex((each) => each.name === $("name").value) + (key === "]" ? 1 : -1);
    const { name } = methods[(place + methods.length) % methods.length];
    showMethod(name);
    change(name);
  } else if (key === "/") $("source").focus();
  else if (key === "?") $("keys").showModal();
}
addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, textarea, dialog") || event.ctrlKey || event.metaKey || event.altKey) return;
  const inList = event.target === $("blocks") && { ArrowDown: "j", ArrowUp: "k" }[event.key];
  const key = inList || event.key;
  if (/^[jk[\]/?]$/.test(key)) {
    event.preventDefault();
    press(key);
  }
});

// --- begin ---

const list = new BlockList($("blocks"), (block) => light(block, { from: "list", keep: true }));
// The first block that ends after a place of the source, or -1.
function blockAt(place) {
  return state.data.blocks.end.findIndex((each) => each > place);
}
const picture = new Picture(
  {
    root: $("picture"),
    plot: $("plot"),
    canvas: $("plot").querySelector("canvas"),
    legend: $("legend"),
    summary: $("summary"),
    readout: $("readout"),
    tools: {
      in: $("zoom-in"),
      out: $("zoom-out"),
      block: $("zoom-block"),
      kept: $("zoom-kept"),
      whole: $("zoom-whole"),
    },
    steps: { root: $("steps"), play: $("play"), slider: $("step"), text: $("step-text") },
  },
  {
    load: (query) => ask("/picture.json", query),
    onError: showError,
    onPlace: (place) => {
      const block = blockAt(place);
      if (block >= 0) light(block, { from: "picture", keep: true });
    },
    aboutPlace: (place) => {
      const block = blockAt(place);
      return block < 0 ? "" : `block ${block + 1}: ${state.data.blocks.text[block].slice(0, PREVIEW)}`;
    },
  },
);
const tree = new Tree({ root: $("tree-part"), head: $("tree-head"), tree: $("tree"), note: $("tree-note") }, ({ start, end, name }) => {
  const { blocks } = state.data;
  const first = blockAt(start);
  const after = blocks.start.findIndex((each) => each >= end);
  const last = (after < 0 ? blocks.start.length : after) - 1;
  if (first >= 0 && first <= last) light(first, { from: "tree", keep: true, last, name });
});
showMethod(state.data.algorithm);
show();
shown.tell("hello");
