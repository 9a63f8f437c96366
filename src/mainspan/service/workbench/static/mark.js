// Marking a page: by blocks or characters, with mouse or keys. Each change can be undone, and is saved at once.
import { BlockList } from "./blocks.js";
import { showConflict } from "./conflict.js";
import { $, ask, dataIn, element, showError } from "./dom.js";
import { Saver } from "./saver.js";
import { ShownPage } from "./shown_page.js";
import { add, holds, remove } from "./spans.js";

const DROPPED = 0;
const KEPT = 1;
const MOST_UNDO = 500;
const SIGNS = { open: "○", begun: "◐", finished: "●", damaged: "!" };

const place = dataIn("place");
const state = { data: dataIn("data"), now: null, past: [], future: [], block: null, version: 0, gold: 0 };
const asMe = { as: place.name };
const send = (path, body) => ask(`${place.address}/${path}?${new URLSearchParams(asMe)}`, { body });

// --- an answer, as it can be undone ---

function snapshotOf({ answer, spans }) {
  const { language, page_type, flags, note, began_from, edited, text, state: word } = answer;
  return { spans, language, page_type, flags, note, began_from, text: edited ? text : null, finished: word === "finished" };
}

function change(more, { isUndone = false } = {}) {
  if (!isUndone) {
    state.past.push(state.now);
    if (state.past.length > MOST_UNDO) state.past.shift();
    state.future = [];
  }
  state.now = { ...state.now, ...more };
  showHistory();
  saver.change(state.now, state.version);
}

// Marks change the text, also one that was edited by hand.
const changeSpans = (spans) => change({ spans, text: null });

function step(from, to) {
  if (!from.length) return;
  to.push(state.now);
  // What is finished stays finished: its annotator could see the answers of others.
  const { finished } = state.now;
  state.now = null;
  change({ ...from.pop(), finished }, { isUndone: true });
  showFacts();
}
const undo = () => step(state.past, state.future);
const redo = () => step(state.future, state.past);

function showHistory() {
  $("undo").disabled = !state.past.length;
  $("redo").disabled = !state.future.length;
}

// --- saving ---

const WORDS = { saving: "Saving …", saved: "Saved", waiting: "Not saved yet: trying again", refused: "Not saved" };

const saver = new Saver(`mainspan ${place.address} ${place.name}`, {
  send: (snapshot) => send("answer", { ...snapshot, version: state.version }),
  onSaved: (found, isLast) => {
    const isFirst = state.version === 0;
    state.version = found.answer.version;
    if (isFirst) showQueue().catch(showError);
    if (isLast) take(found);
  },
  onState: (word, error) => {
    $("saved").textContent = WORDS[word];
    showError(error);
  },
  onConflict: async (found) => {
    const choice = await showConflict(found);
    const version = found.theirs ? found.theirs.answer.version : 0;
    if (choice === "mine") {
      state.version = version;
      saver.change(state.now, version);
    } else if (choice === "theirs" && found.theirs) {
      saver.forget();
      state.version = version;
      state.past.push(state.now);
      state.now = snapshotOf(found.theirs);
      take(found.theirs);
      showFacts();
      showHistory();
      showError(null);
      $("saved").textContent = "The other version is shown";
    }
  },
});

// Show an answer as the server has it: there the marks are cut at words and tags.
function take(found) {
  state.data = found;
  state.now = { ...state.now, spans: found.spans, finished: found.answer.state === "finished" };
  list.show(found.blocks);
  if (state.block !== null) list.choose(state.block);
  shown.paint(found.blocks);
  showStatus();
  if (document.activeElement !== $("text")) $("text").value = found.answer.text;
  $("edited").textContent = found.answer.edited ? "edited by hand; marking anew replaces it" : "";
}

function showStatus() {
  const { words, page_words: all, answer, others } = state.data;
  const parts = [`${words.toLocaleString()} of ${all.toLocaleString()} words marked`];
  const isFinished = answer.state === "finished";
  if (isFinished) parts.push("finished");
  if (others) parts.push(others === 1 ? "one other annotator has finished" : `${others} other annotators have finished`);
  $("status").replaceChildren(parts.join(" · "));
  if (isFinished && others) {
    const link = element("a", "Compare annotators");
    link.href = `${place.address}/compare?${new URLSearchParams(asMe)}`;
    $("status").append(" · ", link);
  }
  $("finish").textContent = isFinished ? "Next page" : "Finish and next";
}

// --- the page ---

const shown = new ShownPage($("frame"), {
  ready: () => {
    shown.tell("mode", { annotate: true });
    shown.paint(state.data.blocks);
    if (state.block !== null) shown.tell("light", { block: state.block, scroll: true });
  },
  point: ({ block }) => shown.tell("light", { block: Number.isInteger(block) ? block : state.block }),
  choose: ({ block }) => {
    if (!Number.isInteger(block) || block < 0 || block >= list.length) return;
    choose(block, { scroll: false });
    if (unit() === "block") toggle(block);
  },
  select: ({ from, to }) => Number.isInteger(from) && Number.isInteger(to) && select(from, to),
  key: ({ key }) => typeof key === "string" && press(key),
});

const unit = () => document.querySelector("[name=unit]:checked").value;
const spanOf = (block) => [state.data.blocks.start[block], state.data.blocks.end[block]];

function choose(block, { scroll = true } = {}) {
  state.block = Math.min(Math.max(block, 0), list.length - 1);
  list.choose(state.block);
  shown.tell("light", { block: state.block, scroll });
  if ($("characters").open) showCharacters();
}

// Paint what is certain at once; the server paints the rest.
function setBlocks(first, last, keep) {
  let { spans } = state.now;
  for (let block = first; block <= last; block += 1) {
    spans = keep ? add(spans, spanOf(block)) : remove(spans, spanOf(block));
    state.data.blocks.verdict[block] = keep ? KEPT : DROPPED;
    delete state.data.blocks.partly[block];
  }
  list.show(state.data.blocks);
  if (state.block !== null) list.choose(state.block);
  shown.paint(state.data.blocks);
  changeSpans(spans);
}

const isKept = (block) => state.data.blocks.verdict[block] === KEPT;
const toggle = (block) => setBlocks(block, block, !isKept(block));

// What was selected: whole blocks or characters. What it begins with decides whether it is marked or dropped.
function select(from, to) {
  const { start, end } = state.data.blocks;
  const first = end.findIndex((each) => each > from);
  if (first < 0) return;
  let last = first;
  while (last + 1 < start.length && start[last + 1] < to) last += 1;
  if (unit() === "block") {
    setBlocks(first, last, !isKept(first));
    return;
  }
  const { spans } = state.now;
  changeSpans(holds(spans, Math.max(from, start[first])) ? remove(spans, [from, to]) : add(spans, [from, to]));
}

// --- characters of a block, for the keyboard ---

async function showCharacters() {
  const block = state.block ?? 0;
  try {
    const found = await ask(`${place.address}/block`, { query: { block } });
    if (block === (state.block ?? 0)) $("block-text").value = found.text;
  } catch (error) {
    showError(error);
  }
}
$("characters").addEventListener("toggle", () => $("characters").open && showCharacters());

async function changePart(keep) {
  const field = $("block-text");
  const characters = (end) => Array.from(field.value.slice(0, end)).length;
  const query = { block: state.block ?? 0, first: characters(field.selectionStart), last: characters(field.selectionEnd) };
  if (query.first === query.last) return showError(new Error("Select some characters first."));
  try {
    const found = await ask(`${place.address}/part`, { query });
    showError(null);
    changeSpans(found.spans.reduce(keep ? add : remove, state.now.spans));
  } catch (error) {
    showError(error);
  }
  return undefined;
}
// With the attribute readonly, browsers show no caret that keys could move.
$("block-text").addEventListener("beforeinput", (event) => event.preventDefault());
$("keep-part").addEventListener("click", () => changePart(true));
$("drop-part").addEventListener("click", () => changePart(false));

// --- facts and text ---

function showFacts() {
  const { facts } = document.forms;
  for (const field of facts) {
    if (field.type === "checkbox") field.checked = state.now.flags[field.name] === true;
    else field.value = state.now[field.name];
  }
}
$("facts").addEventListener("change", ({ target }) => {
  if (target.type === "checkbox") change({ flags: { ...state.now.flags, [target.name]: target.checked } });
  else change({ [target.name]: target.value.trim() });
});
$("facts").addEventListener("submit", (event) => event.preventDefault());
$("text").addEventListener("change", () => change({ text: $("text").value }));

$("begin").addEventListener("change", async () => {
  const from = $("begin").value;
  $("begin").value = "";
  if (!from) return;
  try {
    const found = await ask(`${place.address}/answer`, { query: { ...asMe, from } });
    const { finished } = state.now;
    change({ ...snapshotOf(found), finished });
    showFacts();
  } catch (error) {
    showError(error);
  }
});
$("undo").addEventListener("click", undo);
$("redo").addEventListener("click", redo);
$("pictures").addEventListener("change", () => shown.load($("pictures").checked));
$("show-keys").addEventListener("click", () => $("keys").showModal());

// --- finishing ---

async function finish() {
  if (!state.now.finished || !state.version) change({ finished: true });
  return saver.flush();
}

async function openNext() {
  if (!(await saver.flush())) return;
  const { next } = await showQueue();
  const query = new URLSearchParams(asMe);
  location.assign(next && next !== place.document ? `${place.package}/${encodeURIComponent(next)}?${query}` : `${place.package}?${query}`);
}

async function finishAndNext() {
  if (await finish()) await openNext();
}

async function saveAsGold({ force = false, over = state.gold } = {}) {
  if (!(await finish())) return;
  try {
    const found = await send("gold", { over, force });
    state.gold = found.version;
    showError(null);
    const link = element("a", "the package");
    link.href = `${place.package}?${new URLSearchParams(asMe)}`;
    $("saved").replaceChildren(`Saved as gold: ${found.words.toLocaleString()} words. It is in `, link, ".");
    $("gold").textContent = "Save as gold again";
    showQueue();
  } catch (error) {
    if (error.status === 409) {
      const choice = await showConflict(error.found);
      if (choice === "mine") await saveAsGold({ force, over: error.found.theirs ? error.found.theirs.answer.version : 0 });
      return;
    }
    showError(error);
    if (error.found?.error?.code === "not_saved" && !force) {
      const anyway = element("button", "Save it anyway");
      anyway.addEventListener("click", () => saveAsGold({ force: true, over }));
      $("error").append(" ", anyway);
    }
  }
}
$("finish").addEventListener("click", finishAndNext);
$("gold").addEventListener("click", () => saveAsGold());

// --- the queue ---

async function showQueue() {
  const found = await ask(place.queue, { query: asMe });
  $("progress").textContent = `${found.finished} of ${found.documents.length} finished`;
  $("queue").replaceChildren(
    ...found.documents.map(([name, word]) => {
      const item = element("li");
      const link = element("a", `${SIGNS[word]} ${name}`);
      link.href = `${place.package}/${encodeURIComponent(name)}?${new URLSearchParams(asMe)}`;
      link.title = word;
      if (name === place.document) link.setAttribute("aria-current", "page");
      item.append(link, element("span", ` ${word}`, "visually-hidden"));
      return item;
    }),
  );
  $("queue").querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  return found;
}

// --- keys ---

function walk(direction, { sameVerdict = false } = {}) {
  const before = state.block;
  choose(before === null ? 0 : before + direction);
  if (sameVerdict && before !== null && isKept(state.block) !== isKept(before)) toggle(state.block);
}

const PRESSED = {
  j: () => walk(1),
  k: () => walk(-1),
  J: () => walk(1, { sameVerdict: true }),
  K: () => walk(-1, { sameVerdict: true }),
  " ": () => (state.block === null ? choose(0) : toggle(state.block)),
  b: () => (document.querySelector("[name=unit][value=block]").checked = true),
  c: () => (document.querySelector("[name=unit][value=characters]").checked = true),
  u: undo,
  r: redo,
  f: finishAndNext,
  n: openNext,
  "/": () => $("source").focus(),
  "?": () => $("keys").showModal(),
};
const press = (key) => Object.hasOwn(PRESSED, key) && PRESSED[key]();

addEventListener("keydown", (event) => {
  if (event.target.closest("dialog")) return;
  const inField = event.target.closest("input:not([type=radio], [type=checkbox]), select, textarea");
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" && !inField) {
    event.preventDefault();
    (event.shiftKey ? redo : undo)();
    return;
  }
  if (inField || event.ctrlKey || event.metaKey || event.altKey) return;
  const isControl = event.target.closest("button, a, summary, input");
  const inList = event.target === $("blocks") && { ArrowDown: "j", ArrowUp: "k", Enter: " " }[event.key];
  const key = inList || event.key;
  if (!Object.hasOwn(PRESSED, key) || (key === " " && isControl)) return;
  event.preventDefault();
  press(key);
});

// --- begin ---

const list = new BlockList($("blocks"), (block) => choose(block));
state.now = snapshotOf(state.data);
state.version = state.data.answer.version;
state.gold = state.data.gold_version;
take(state.data);
shown.tell("hello");
showQueue().catch(showError);
const draft = saver.draft();
if (draft) {
  state.version = draft.version;
  change(draft.snapshot);
  showFacts();
  $("saved").textContent = "Changes that were not saved are back";
}
