// Where annotators differ, and one answer of all: each difference is decided, and each decision saved at once.
import { showConflict } from "./conflict.js";
import { $, ask, dataIn, element, showError } from "./dom.js";
import { ShownPage } from "./shown_page.js";

const DIFFERS = 3;
const place = dataIn("place");
const state = { data: dataIn("data"), chosen: 0, past: [], version: 0, fields: {} };
const send = (path, body) => ask(`${place.address}/${path}?${new URLSearchParams({ as: place.name })}`, { body });

// Differences that follow each other and were kept by the same annotators are decided together.
function runs() {
  const found = new Map();
  for (const each of state.data.differences) found.set(each.run, [...(found.get(each.run) || []), each]);
  return [...found.values()];
}

const isOpen = (run) => run.some((each) => each.decision === null);
const decisions = () =>
  state.data.differences.filter((each) => each.decision !== null).map(({ start, end, decision }) => ({ start, end, keep: decision }));

// --- showing ---

function paint() {
  const { blocks, differences } = state.data;
  const verdict = [...blocks.verdict];
  for (const { block, decision } of differences) if (decision === null) verdict[block] = DIFFERS;
  shown.paint({ ...blocks, verdict });
}

function itemOf(run, number) {
  const [first] = run;
  const item = element("li");
  item.dataset.run = number;
  item.tabIndex = number === state.chosen ? 0 : -1;
  item.className = isOpen(run) ? "open" : "";
  const text = element("p", run.map((each) => each.text).join(" … "), "excerpt");
  text.dir = "auto";
  const who = element("p", `kept by ${first.kept_by.join(", ")} · dropped by ${first.dropped_by.join(", ")}`, "soft");
  const buttons = [true, false].map((keep) => {
    const button = element("button", keep ? "Keep" : "Drop");
    button.type = "button";
    button.setAttribute("aria-pressed", String(!isOpen(run) && first.decision === keep));
    button.addEventListener("click", () => decide([[number, keep]]));
    return button;
  });
  item.append(text, who, ...buttons);
  return item;
}

function show() {
  const all = runs();
  $("differences").replaceChildren(...all.map(itemOf));
  if (!all.length) $("differences").replaceChildren(element("li", "The annotators agree on every word."));
  const open = all.filter(isOpen).length;
  const parts = [open ? `${open} of ${all.length} differences to decide` : "Everything is decided"];
  if (state.data.merged?.outdated) parts.push("answers were changed after they were merged: look again");
  $("status").textContent = parts.join(" · ");
  $("gold").disabled = open > 0;
  $("gold").title = open ? "Decide all differences first" : "";
  $("undo").disabled = !state.past.length;
  $("text").textContent = state.data.text;
  paint();
}

const LABELS = { language: "Language", page_type: "Page type", flags: "Flags" };

function showFields() {
  for (const [name, values] of Object.entries(state.data.fields)) {
    const label = element("label", `${LABELS[name]} `);
    const select = element("select");
    for (const [who, value] of Object.entries(values)) {
      const words = name === "flags" ? Object.keys(value).filter((each) => value[each]).join(", ") || "none" : value || "none";
      select.add(new Option(`${words} (${who})`, who, false, JSON.stringify(value) === JSON.stringify(state.data.chosen[name])));
    }
    select.addEventListener("change", () => {
      state.fields[name] = values[select.value];
      save();
    });
    label.append(select);
    $("fields").append(element("p"));
    $("fields").lastChild.append(label);
  }
}

function choose(number, { focus = true } = {}) {
  const items = [...$("differences").querySelectorAll("[data-run]")];
  if (!items.length) return;
  state.chosen = Math.min(Math.max(number, 0), items.length - 1);
  items.forEach((item, i) => (item.tabIndex = i === state.chosen ? 0 : -1));
  if (focus) items[state.chosen].focus({ preventScroll: true });
  items[state.chosen].scrollIntoView({ block: "nearest" });
  shown.tell("light", { block: runs()[state.chosen][0].block, scroll: true });
}

// --- deciding ---

function decide(pairs) {
  state.past.push(state.data.differences.map((each) => each.decision));
  const all = runs();
  for (const [number, keep] of pairs) for (const each of all[number]) each.decision = keep;
  show();
  choose(pairs.length === 1 ? pairs[0][0] : state.chosen);
  save();
}

function undo() {
  const before = state.past.pop();
  if (!before) return;
  before.forEach((decision, i) => (state.data.differences[i].decision = decision));
  show();
  save();
}

let saving = Promise.resolve(true);
const save = () => (saving = saving.then(saveNow));

async function saveNow() {
  $("saved").textContent = "Saving …";
  try {
    const found = await send("merged", { version: state.version, decisions: decisions(), ...state.fields });
    state.version = found.merged.version;
    Object.assign(state.data, { merged: found.merged, blocks: found.blocks, text: found.text, gold_version: state.data.gold_version });
    $("saved").textContent = "Saved";
    showError(null);
    paint();
    $("text").textContent = found.text;
    return true;
  } catch (error) {
    $("saved").textContent = "Not saved";
    if (error.status !== 409) return showError(error);
    const choice = await showConflict(error.found);
    if (choice === "theirs") location.reload();
    if (choice !== "mine") return false;
    state.version = error.found.theirs ? error.found.theirs.answer.version : 0;
    return saveNow();
  }
}

async function saveAsGold(over = state.data.gold_version) {
  if (!(await save())) return;
  try {
    const found = await send("gold", { over, merged: true });
    state.data.gold_version = found.version;
    $("saved").textContent = `Saved as gold: ${found.words.toLocaleString()} words`;
  } catch (error) {
    if (error.status !== 409) {
      showError(error);
      return;
    }
    const choice = await showConflict(error.found);
    if (choice === "mine") await saveAsGold(error.found.theirs ? error.found.theirs.answer.version : 0);
  }
}

// --- keys ---

const PRESSED = {
  j: () => choose(state.chosen + 1),
  k: () => choose(state.chosen - 1),
  y: () => runs().length && decide([[state.chosen, true]]),
  n: () => runs().length && decide([[state.chosen, false]]),
  u: undo,
};
const press = (key) => Object.hasOwn(PRESSED, key) && PRESSED[key]();
addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, textarea, dialog") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (!Object.hasOwn(PRESSED, event.key)) return;
  event.preventDefault();
  press(event.key);
});

// --- begin ---

const shown = new ShownPage($("frame"), {
  ready: paint,
  choose: ({ block }) => {
    const number = runs().findIndex((run) => run.some((each) => each.block === block));
    if (number >= 0) choose(number);
  },
  key: ({ key }) => typeof key === "string" && press(key),
});
$("undo").addEventListener("click", undo);
$("gold").addEventListener("click", () => saveAsGold());
$("differences").addEventListener("focusin", ({ target }) => {
  const item = target.closest("[data-run]");
  // A button that was reached keeps the focus.
  if (item && Number(item.dataset.run) !== state.chosen) choose(Number(item.dataset.run), { focus: false });
});
for (const button of document.querySelectorAll(".take")) {
  const { name } = button.dataset;
  button.addEventListener("click", () => decide(runs().map((run, i) => [i, run[0].kept_by.includes(name)])));
}
state.version = state.data.merged ? state.data.merged.version : 0;
showFields();
show();
shown.tell("hello");
