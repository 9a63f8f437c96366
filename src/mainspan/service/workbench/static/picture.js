// A method's own picture on a canvas, linked with the page: the cursor leads to a block, a block has its mark.
// Parts can be zoomed to by buttons, keys or dragging; their details are asked for when they are needed.
import { css } from "./dom.js";
import { drawCursor, drawMark, drawPicture, edgesOf, format, layoutOf } from "./drawing.js";
import { Steps } from "./steps.js";

const FEWEST = 20; // units that fill the width at the most
const DRAG = 6; // pixels
const WAIT = 120; // milliseconds
const HINT = "Click to go to a block. Drag over a part to zoom in. With the keyboard: arrows, + and -.";

export class Picture {
  // load(query) asks for a picture, onPlace(place) leads to a place of the source, aboutPlace(place) names it.
  constructor(parts, { load, onPlace, aboutPlace, onError }) {
    Object.assign(this, parts, { load, onPlace, aboutPlace, onError });
    this.whole = this.part = this.place = this.cursor = this.drag = this.base = null;
    this.view = [0, 1];
    this.followsMark = false;
    this.step = 1;
    this.turn = 0;
    this.stepping = new Steps(parts.steps, (step) => {
      this.step = step;
      if (this.whole && this.cursor !== null) this.setCursor(this.cursor);
      this.redraw();
    });
    new ResizeObserver(() => this.redraw()).observe(this.plot);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
      this.showLegend();
      this.redraw();
    });
    this.listen();
  }

  show(data) {
    this.turn += 1;
    this.whole = data;
    this.part = this.place = this.cursor = null;
    this.root.toggleAttribute("data-empty", !data);
    this.stepping.show(data && data.kind === "strip" ? [] : null);
    this.showLegend();
    if (!data) return;
    this.view = [0, data.units];
    this.zoomed();
    if (data.kind === "strip") this.loadSteps();
  }

  get isWhole() {
    return this.view[1] - this.view[0] >= this.whole.units;
  }

  // The finest data that covers what is shown.
  get data() {
    const { part, view } = this;
    return part && part.first <= view[0] && part.last >= view[1] ? part : this.whole;
  }

  // --- asking for more ---

  async loadSteps() {
    const { turn } = this;
    try {
      const { picture } = await this.load({ steps: true });
      if (turn !== this.turn || !picture) return;
      this.whole = picture;
      this.stepping.show(picture.series.map(({ name }, i) => (i ? `after pass ${name.split("_")[1]}` : "before the first pass")));
    } catch (error) {
      if (turn === this.turn) this.onError(error);
    }
  }

  loadPart() {
    clearTimeout(this.waiting);
    this.waiting = null;
    const { turn, data, view: [first, last] } = this;
    const isFine = data.at.length >= data.last - data.first;
    if (this.isWhole || isFine) return;
    const isCurrent = () => turn === this.turn && first === this.view[0] && last === this.view[1];
    this.waiting = setTimeout(async () => {
      try {
        const { picture } = await this.load({ first, last, steps: this.whole.kind === "strip" });
        if (!isCurrent()) return;
        this.part = picture;
      } catch (error) {
        if (!isCurrent()) return;
        this.onError(error);
      }
      this.waiting = null;
      this.showSummary();
      if (this.followsMark && this.place) this.setCursor(this.markedUnits()[0]);
      this.redraw();
    }, WAIT);
  }

  // --- the part that is shown ---

  setView(first, last) {
    const { units } = this.whole;
    const size = Math.min(Math.max(Math.round(last - first), FEWEST), units);
    const middle = (first + last) / 2;
    const begin = Math.min(Math.max(Math.round(middle - size / 2), 0), units - size);
    this.view = [begin, begin + size];
    this.zoomed();
  }

  zoom(factor) {
    const [first, last] = this.view;
    const marked = this.markedUnits();
    let middle = this.cursor ?? (marked ? (marked[0] + marked[1]) / 2 : (first + last) / 2);
    if (middle < first || middle > last) middle = (first + last) / 2;
    const size = (last - first) * factor;
    // What is under the cursor stays where it is.
    const share = (middle - first) / (last - first);
    this.setView(middle - share * size, middle + (1 - share) * size);
  }

  // From the first to the last place that was kept, with a little on either side.
  zoomToKept() {
    const { whole } = this;
    const first = edgesOf(whole, whole.kept.findIndex(Boolean));
    const last = edgesOf(whole, whole.kept.findLastIndex(Boolean) + 1);
    this.setView(first - (last - first) / 40, last + (last - first) / 40);
  }

  zoomToMark() {
    const marked = this.markedUnits();
    if (!marked) return;
    const size = Math.max(marked[1] - marked[0], FEWEST / 4);
    this.setView(marked[0] - 1.5 * size, marked[1] + 1.5 * size);
  }

  zoomed() {
    const { out, block, kept, whole } = this.tools;
    out.disabled = whole.disabled = this.isWhole;
    this.tools.in.disabled = this.view[1] - this.view[0] <= FEWEST;
    block.disabled = !this.place;
    kept.disabled = !this.whole.kept_units;
    this.loadPart();
    this.showSummary();
    this.redraw();
  }

  // --- places ---

  // The column that a place of the source is in.
  columnAt(data, place) {
    let low = 0;
    let high = data.at.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (data.at[middle] <= place) low = middle + 1;
      else high = middle;
    }
    return Math.max(low - 1, 0);
  }

  columnOf(data, unit) {
    let column = Math.floor(((unit - data.first) * data.at.length) / (data.last - data.first));
    column = Math.min(Math.max(column, 0), data.at.length - 1);
    return edgesOf(data, column + 1) <= unit && column < data.at.length - 1 ? column + 1 : column;
  }

  markedUnits() {
    if (!this.place) return null;
    const [start, end] = this.place;
    const { part } = this;
    const covers = part && start >= part.at[0] && end <= part.at[part.at.length - 1];
    const data = covers ? part : this.whole;
    return [edgesOf(data, this.columnAt(data, start)), edgesOf(data, this.columnAt(data, end - 1) + 1)];
  }

  unitAt(x) {
    const [first, last] = this.view;
    return Math.min(Math.max(first + (x / this.plot.clientWidth) * (last - first), first), last - 1);
  }

  // Mark the place of a block, given where it begins and ends in the source. Its place is shown, even if the
  // picture is zoomed to another one.
  mark(start, end, { isOwn = false } = {}) {
    this.place = start === null ? null : [start, end];
    this.followsMark = !isOwn;
    if (!this.whole) return;
    const marked = this.markedUnits();
    if (marked && !isOwn) {
      this.setCursor(marked[0]);
      if (marked[1] < this.view[0] || marked[0] > this.view[1]) {
        const half = (this.view[1] - this.view[0]) / 2;
        this.setView(marked[0] - half, marked[0] + half);
      }
    }
    this.tools.block.disabled = !marked;
    this.draw();
  }

  setCursor(unit) {
    this.cursor = Math.floor(Math.min(Math.max(unit, 0), this.whole.units - 1));
    const { data } = this;
    const column = this.columnOf(data, this.cursor);
    // A block may begin in a column that begins with another one.
    const place = this.followsMark && this.place ? this.place[0] : data.at[column];
    this.plot.setAttribute("aria-valuenow", this.cursor + 1);
    this.plot.setAttribute("aria-valuetext", this.about(data, column, place));
    this.readout.textContent = this.plot.getAttribute("aria-valuetext");
  }

  goTo(unit) {
    this.followsMark = false;
    this.setCursor(unit);
    if (this.cursor < this.view[0] || this.cursor >= this.view[1]) {
      const half = (this.view[1] - this.view[0]) / 2;
      this.setView(this.cursor - half, this.cursor + half);
    }
    const { data } = this;
    this.onPlace(data.at[this.columnOf(data, this.cursor)]);
    this.draw();
  }

  // --- in words ---

  about(data, column, place = data.at[column]) {
    const first = edgesOf(data, column) + 1;
    const last = edgesOf(data, column + 1);
    const where = first >= last ? `${data.unit} ${format(first)}` : `${data.unit}s ${format(first)} to ${format(last)}`;
    const values = layoutOf(data, this.whole, this.step).rows.flatMap(({ series, caption }) =>
      series.map(({ label, values: all }) => `${data.kind === "strip" ? caption.split(/[:(]/)[0].trim() : label} ${format(all[column])}`),
    );
    const share = data.kept[column];
    const verdict = share === 1 ? "kept" : share === 0 ? "dropped" : `${Math.round(100 * share)} % kept`;
    return [where, ...values, verdict, this.aboutPlace(place)].filter(Boolean).join(" · ");
  }

  showSummary() {
    const { unit, units, kept_units: kept, regions, kind } = this.whole;
    const where = regions === 1 ? "in one region" : `in ${format(regions)} regions`;
    const parts = [`${format(units)} ${unit}s, ${format(kept)} kept${kept ? ` ${where}` : ""}.`];
    const [first, last] = this.view;
    if (!this.isWhole) parts.push(`Shown are ${unit}s ${format(first + 1)} to ${format(last)}.`);
    const { data } = this;
    const many = Math.ceil((data.last - data.first) / data.at.length);
    if (this.waiting) parts.push("Reading the details …");
    else if (many > 1) parts.push(`${format(many)} of them are drawn as one ${kind === "strip" ? "shade" : "column"}; zoom in to see each.`);
    this.summary.textContent = parts.join(" ");
    this.plot.setAttribute("aria-valuemin", 1);
    this.plot.setAttribute("aria-valuemax", units);
    if (this.cursor === null) {
      this.plot.setAttribute("aria-valuenow", 1);
      this.plot.setAttribute("aria-valuetext", `Nothing is chosen. ${this.summary.textContent}`);
      this.readout.textContent = HINT;
    }
  }

  showLegend() {
    const { whole } = this;
    this.legend.replaceChildren();
    if (!whole) {
      this.legend.textContent = "This method has no curve to show here.";
      return;
    }
    const colours = coloursOf();
    const add = (text, colour, isLine) => {
      const key = document.createElement("span");
      key.className = isLine ? "key line" : "key";
      key.style.background = colour;
      this.legend.append(key, text);
    };
    add("kept", colours.kept);
    if (whole.kind !== "strip" && whole.kind !== "curve") {
      if (whole.at.length < whole.units) add("in part", colours.partly);
      add("dropped", colours.dropped);
    }
    for (const { name, label, style } of whole.series) {
      if (style === "line") add(name === "threshold" ? "threshold (dashed)" : label, colours.lines[name] || colours.ink, true);
    }
  }

  // --- drawing ---

  redraw() {
    this.base = null;
    this.draw();
  }

  draw() {
    const width = this.plot.clientWidth;
    if (!this.whole || !width) return;
    const scale = devicePixelRatio || 1;
    const { canvas, data, view } = this;
    const layout = layoutOf(data, this.whole, this.step);
    const colours = coloursOf();
    const place = (unit) => ((unit - view[0]) / (view[1] - view[0])) * width;
    if (!this.base) {
      canvas.style.height = `${layout.height}px`;
      canvas.width = Math.round(width * scale);
      canvas.height = Math.round(layout.height * scale);
      this.base = new OffscreenCanvas(canvas.width, canvas.height);
      const ink = this.base.getContext("2d");
      ink.scale(scale, scale);
      drawPicture(ink, data, layout, { width, place, colours });
    }
    const ink = canvas.getContext("2d");
    ink.setTransform(1, 0, 0, 1, 0, 0);
    ink.clearRect(0, 0, canvas.width, canvas.height);
    ink.drawImage(this.base, 0, 0);
    ink.scale(scale, scale);
    const marked = this.markedUnits();
    if (this.cursor !== null) drawCursor(ink, layout, place(this.cursor + 0.5), colours);
    if (marked) drawMark(ink, layout, marked.map(place), colours);
    if (this.drag && this.drag.isMoved) {
      ink.fillStyle = colours.drag;
      ink.fillRect(Math.min(this.drag.from, this.drag.to), 0, Math.abs(this.drag.to - this.drag.from), layout.height);
    }
  }

  // --- what the user does ---

  listen() {
    const { plot, tools } = this;
    tools.in.addEventListener("click", () => this.zoom(1 / 3));
    tools.out.addEventListener("click", () => this.zoom(3));
    tools.whole.addEventListener("click", () => this.setView(0, this.whole.units));
    tools.block.addEventListener("click", () => this.zoomToMark());
    tools.kept.addEventListener("click", () => this.zoomToKept());
    plot.addEventListener("keydown", (event) => {
      if (!this.whole || event.ctrlKey || event.metaKey || event.altKey) return;
      if (this.press(event.key)) event.preventDefault();
    });
    plot.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || !this.whole) return;
      this.drag = { from: event.offsetX, to: event.offsetX, isMoved: false };
      plot.setPointerCapture(event.pointerId);
    });
    plot.addEventListener("pointermove", ({ offsetX }) => this.point(offsetX));
    plot.addEventListener("pointerup", () => this.drop());
    plot.addEventListener("pointercancel", () => {
      this.drag = null;
      this.draw();
    });
    plot.addEventListener("pointerleave", () => {
      if (this.whole) this.readout.textContent = this.cursor === null ? HINT : plot.getAttribute("aria-valuetext");
    });
  }

  point(x) {
    if (!this.whole) return;
    if (this.drag) {
      this.drag.to = Math.min(Math.max(x, 0), this.plot.clientWidth);
      this.drag.isMoved ||= Math.abs(this.drag.to - this.drag.from) > DRAG;
      this.draw();
    }
    const { data } = this;
    this.readout.textContent = this.about(data, this.columnOf(data, this.unitAt(x)));
  }

  drop() {
    const { drag } = this;
    this.drag = null;
    if (!drag) return;
    if (drag.isMoved) {
      const [one, other] = [drag.from, drag.to].sort((a, b) => a - b).map((x) => this.unitAt(x));
      this.setView(one, other);
    } else this.goTo(this.unitAt(drag.from));
  }

  // Do what a key is for. Returns whether it is for anything here.
  press(key) {
    const { data, view } = this;
    const column = this.columnOf(data, this.cursor ?? view[0]);
    const far = Math.max(Math.round((view[1] - view[0]) / 10), 1);
    const actions = {
      ArrowRight: () => this.goTo(this.cursor === null ? view[0] : edgesOf(data, column + 1)),
      ArrowLeft: () => this.goTo(edgesOf(data, Math.max(column - 1, 0)) - (column ? 0 : 1)),
      PageUp: () => this.goTo((this.cursor ?? view[0]) + far),
      PageDown: () => this.goTo((this.cursor ?? view[0]) - far),
      Home: () => this.goTo(0),
      End: () => this.goTo(this.whole.units - 1),
      "+": () => this.zoom(1 / 3),
      "=": () => this.zoom(1 / 3),
      "-": () => this.zoom(3),
      0: () => this.setView(0, this.whole.units),
      Enter: () => this.zoomToMark(),
    };
    actions.ArrowUp = actions.ArrowRight;
    actions.ArrowDown = actions.ArrowLeft;
    if (!Object.hasOwn(actions, key)) return false;
    actions[key]();
    return true;
  }
}

function coloursOf() {
  const accent = css("--accent");
  return {
    kept: css("--kept"),
    keptSoft: css("--kept-soft"),
    partly: css("--partly"),
    dropped: css("--left"),
    ink: css("--ink"),
    soft: css("--soft"),
    line: css("--line"),
    panel: css("--panel"),
    accent,
    drag: `color-mix(in srgb, ${accent} 30%, transparent)`,
    lines: { smooth: accent, smoothed: accent },
    font: `12px ${css("--sans")}`,
  };
}
