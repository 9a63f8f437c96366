// The one script inside the shown page: it paints verdicts on blocks, and reports what the reader points at.
// The page has an opaque origin, so messages are checked by their sender and their shape.
(() => {
  "use strict";
  // How many characters a sign of the shown text has in the source.
  const WIDTH = { "&": 5, "<": 4, ">": 4, "\u00a0": 6 };
  const VERDICTS = ["dropped", "kept", "partly", "differs"];
  const SELECTOR = '[data-mainspan="text"]';
  const KEPT = "mainspan-kept";
  const MANY = 2000;
  // The keys of views, which work here too.
  const KEYS = [..."jkJK[]/? bcurfny"];

  const texts = [];
  let byBlock = new Map();
  let annotating = false;
  let lit = [];

  const report = (word, more = {}) => parent.postMessage({ mainspan: word, ...more }, "*");
  const isCount = (value) => Number.isInteger(value) && value >= 0;
  const blockOf = (node) => {
    const element = node instanceof Element ? node : node && node.parentElement;
    const text = element && element.closest(SELECTOR);
    return text && text.dataset.block ? Number(text.dataset.block) : null;
  };

  // Which blocks there are depends on the method: some read hidden text. Both lists are in order.
  function assign(starts, ends) {
    byBlock = new Map();
    let block = 0;
    for (const text of texts) {
      const place = Number(text.dataset.start);
      while (block < ends.length && ends[block] <= place) block += 1;
      if (block < starts.length && starts[block] <= place) {
        text.dataset.block = block;
        if (!byBlock.has(block)) byBlock.set(block, []);
        byBlock.get(block).push(text);
      } else {
        delete text.dataset.block;
        delete text.dataset.verdict;
      }
    }
  }

  // --- places: source <-> shown text ---

  // The number of UTF-16 units of a shown text that have this many characters in its source.
  function unitsFor(text, raw, length) {
    let units = 0;
    let done = 0;
    for (const sign of text) {
      if (done >= length) break;
      done += raw ? 1 : WIDTH[sign] || 1;
      units += sign.length;
    }
    return units;
  }

  function sourceOffset(node, offset) {
    const element = node.parentElement && node.parentElement.closest(SELECTOR);
    if (!element || node.nodeType !== Node.TEXT_NODE) return null;
    const raw = "raw" in element.dataset;
    let place = Number(element.dataset.start);
    for (const sign of node.data.slice(0, offset)) place += raw ? 1 : WIDTH[sign] || 1;
    return place;
  }

  function rangesIn(block, spans) {
    const found = [];
    for (const element of byBlock.get(block) || []) {
      const node = element.firstChild;
      if (!node) continue;
      const raw = "raw" in element.dataset;
      const begin = Number(element.dataset.start);
      for (const [start, end] of spans) {
        const first = unitsFor(node.data, raw, start - begin);
        const last = unitsFor(node.data, raw, end - begin);
        if (last > first) {
          const range = new Range();
          range.setStart(node, first);
          range.setEnd(node, last);
          found.push(range);
        }
      }
    }
    return found;
  }

  // --- what the workbench asks for ---

  function paint({ starts, ends, verdicts, partly }) {
    if (![starts, ends, verdicts].every(Array.isArray)) return;
    assign(starts, ends);
    for (const [block, elements] of byBlock) {
      const word = VERDICTS[verdicts[block]] || "";
      for (const element of elements) {
        if (element.dataset.verdict !== word) element.dataset.verdict = word;
      }
    }
    if (!("highlights" in CSS)) return;
    const ranges = [];
    for (const [block, spans] of Object.entries(partly || {})) ranges.push(...rangesIn(Number(block), spans));
    CSS.highlights.set(KEPT, new Highlight(...ranges));
  }

  // Blocks from one to the last are lit; one alone if there is no last.
  function light({ block, last, scroll }) {
    for (const element of lit) delete element.dataset.lit;
    lit = [];
    if (!isCount(block)) return;
    const end = Math.min(isCount(last) ? last : block, block + texts.length);
    for (let each = block; each <= end; each += 1) lit.push(...(byBlock.get(each) || []));
    for (const element of lit) element.dataset.lit = "";
    if (scroll && lit.length) bringIntoView(lit[0]);
  }

  // To the middle. `scrollIntoView` would scroll the workbench around the page as well.
  function bringIntoView(element) {
    const root = document.scrollingElement || document.documentElement;
    for (let box = element.parentElement; box; box = box.parentElement) {
      if (box !== root && box.scrollHeight <= box.clientHeight) continue;
      const { top, height } = element.getBoundingClientRect();
      const view = box === root ? { top: 0, height: innerHeight } : box.getBoundingClientRect();
      box.scrollTop += top + height / 2 - view.top - view.height / 2;
    }
  }

  function setMode({ annotate }) {
    annotating = annotate === true;
    document.documentElement.toggleAttribute("data-mainspan-annotate", annotating);
  }

  // Whichever of the two is ready last begins: the page says so by itself, and again when it is asked.
  function sayReady() {
    if (document.readyState === "loading") return;
    if (!texts.length) for (const text of document.querySelectorAll(SELECTOR)) texts.push(text);
    document.documentElement.toggleAttribute("data-mainspan-many", texts.length > MANY);
    report("ready", { texts: texts.length });
  }

  const ACTIONS = { paint, light, mode: setMode, hello: sayReady };
  addEventListener("message", (event) => {
    if (event.source !== parent || typeof event.data !== "object" || event.data === null) return;
    const action = Object.hasOwn(ACTIONS, event.data.mainspan) && ACTIONS[event.data.mainspan];
    if (action) action(event.data);
  });

  // --- what the reader does ---

  let pointed = null;
  document.addEventListener("pointerover", (event) => {
    const block = blockOf(event.target);
    if (block !== pointed) report("point", { block: (pointed = block) });
  });
  document.documentElement.addEventListener("pointerleave", () => report("point", { block: (pointed = null) }));

  // Nothing in the page leads anywhere: links and forms are shown, not followed.
  for (const name of ["click", "auxclick", "submit"]) {
    addEventListener(
      name,
      (event) => {
        event.preventDefault();
        event.stopImmediatePropagation();
        const block = name === "click" ? blockOf(event.target) : null;
        const selection = getSelection();
        if (block !== null && (!selection || selection.isCollapsed)) report("choose", { block });
      },
      true,
    );
  }

  addEventListener("dragstart", (event) => annotating && event.preventDefault());

  addEventListener("pointerup", () => {
    const selection = getSelection();
    if (!annotating || !selection || selection.isCollapsed) return;
    const range = selection.getRangeAt(0);
    const inside = texts.filter((text) => range.intersectsNode(text) && text.firstChild);
    if (!inside.length) return;
    const last = inside[inside.length - 1];
    const from = sourceOffset(range.startContainer, range.startOffset) ?? Number(inside[0].dataset.start);
    const to =
      sourceOffset(range.endContainer, range.endOffset) ?? sourceOffset(last.firstChild, last.firstChild.length);
    if (to > from) report("select", { from, to });
    selection.removeAllRanges();
  });

  addEventListener("keydown", (event) => {
    const field = event.target instanceof Element && event.target.closest("input, textarea, select");
    if (field || event.ctrlKey || event.metaKey || event.altKey) return;
    if (KEYS.includes(event.key)) {
      event.preventDefault();
      report("key", { key: event.key });
    }
  });

  addEventListener("DOMContentLoaded", sayReady);
})();
