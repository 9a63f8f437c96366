// A method's own picture on a canvas: curves over the page, what was kept below them; a click leads to the page.
import { css } from "/static/dom.js";

const STRIP = 34;
const GAP = 6;
const KEPT = 9;

export class Picture {
  constructor(canvas, legend, onPlace) {
    this.canvas = canvas;
    this.legend = legend;
    this.data = null;
    this.place = null;
    new ResizeObserver(() => this.draw()).observe(canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
    canvas.addEventListener("click", (event) => {
      if (this.data) onPlace(this.data.at[this.columnAt(event.offsetX)]);
    });
  }

  show(data) {
    this.data = data;
    this.canvas.hidden = !data;
    this.legend.textContent = data ? "" : "This method has no curve to show here.";
    if (data) {
      for (const { name, colour } of this.named()) {
        const key = document.createElement("span");
        key.className = "key";
        key.style.background = colour;
        this.legend.append(key, `${name}  `);
      }
      this.draw();
    }
  }

  named() {
    const colours = [css("--accent"), css("--partly"), css("--dropped"), css("--soft"), css("--kept")];
    return this.data.series.map((each, i) => ({ ...each, colour: colours[i % colours.length] }));
  }

  columnAt(x) {
    const column = Math.floor((x / this.canvas.clientWidth) * this.data.at.length);
    return Math.min(Math.max(column, 0), this.data.at.length - 1);
  }

  // Mark the place of a block, given where it begins and ends in the source.
  mark(start, end) {
    this.place = start === null ? null : [start, end];
    this.draw();
  }

  draw() {
    if (!this.data || !this.canvas.clientWidth) return;
    const scale = devicePixelRatio || 1;
    const width = this.canvas.clientWidth;
    const height = this.data.kind === "strip" ? this.data.series.length * (STRIP + GAP) + KEPT : 150;
    this.canvas.style.height = `${height}px`;
    this.canvas.width = width * scale;
    this.canvas.height = height * scale;
    const ink = this.canvas.getContext("2d");
    ink.scale(scale, scale);
    const step = width / this.data.at.length;
    if (this.data.kind === "strip") this.drawStrips(ink, width, step);
    else this.drawCurves(ink, width, height - KEPT - GAP, step);
    this.drawKept(ink, width, height - KEPT, step);
    this.drawMark(ink, height, step);
  }

  drawStrips(ink, width, step) {
    this.data.series.forEach(({ values }, row) => {
      values.forEach((value, i) => {
        const shade = Math.round(255 * value);
        ink.fillStyle = `rgb(${shade},${shade},${shade})`;
        ink.fillRect(i * step, row * (STRIP + GAP), step + 0.5, STRIP);
      });
      ink.strokeStyle = css("--line");
      ink.strokeRect(0.5, row * (STRIP + GAP) + 0.5, width - 1, STRIP);
    });
  }

  drawCurves(ink, width, height, step) {
    const series = this.named();
    const bars = series.filter((each) => !each.line);
    const all = bars.flatMap((each) => each.high || each.values);
    const threshold = series.find((each) => each.name === "threshold");
    let high = all.reduce((most, value) => Math.max(most, value), 0) || 1;
    const low = all.reduce((least, value) => Math.min(least, value), 0);
    // Bars much higher than the threshold would hide it.
    if (threshold) high = Math.min(high, 8 * Math.max(...threshold.values) || high);
    const y = (value) => height - ((Math.min(value, high) - low) / (high - low)) * height;
    const isBars = this.data.kind === "bars" || this.data.kind === "columns" || this.data.kind === "tree";
    series.forEach(({ values, line, colour }) => {
      ink.fillStyle = ink.strokeStyle = colour;
      if (isBars && !line) {
        values.forEach((value, i) => ink.fillRect(i * step, y(Math.max(value, 0)), Math.max(step - 0.5, 0.5), Math.abs(y(value) - y(0))));
        return;
      }
      ink.lineWidth = 1.5;
      ink.setLineDash(line ? [5, 3] : []);
      ink.beginPath();
      values.forEach((value, i) => ink.lineTo((i + 0.5) * step, y(value)));
      ink.stroke();
      ink.setLineDash([]);
    });
  }

  drawKept(ink, width, top, step) {
    ink.fillStyle = css("--line");
    ink.fillRect(0, top, width, KEPT);
    ink.fillStyle = css("--kept");
    this.data.kept.forEach((share, i) => {
      if (share > 0) ink.fillRect(i * step, top + KEPT * (1 - share), step + 0.5, KEPT * share);
    });
  }

  drawMark(ink, height, step) {
    if (!this.place) return;
    const { at } = this.data;
    const columns = this.place.map((place) => {
      let low = 0;
      let high = at.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (at[middle] <= place) low = middle + 1;
        else high = middle;
      }
      return Math.max(low - 1, 0);
    });
    ink.strokeStyle = css("--ink");
    ink.lineWidth = 2;
    ink.strokeRect(columns[0] * step + 1, 1, Math.max((columns[1] - columns[0] + 1) * step - 2, 3), height - 2);
  }
}
