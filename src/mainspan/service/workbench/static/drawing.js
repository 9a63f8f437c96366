// Draws a method's curves: rows of bars, lines or shades of grey, one column for each value.
const CAPTION = 18;
const GAP = 6;
const KEPT = 10;
const HEIGHTS = { strip: [30, 30, 30], columns: [110, 70], curve: [130, 60], tree: [80, 50], bars: [110, 44] };

export const format = (value) =>
  (Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3))).toLocaleString("en").replace("-", "−");

export const edgesOf = ({ first, last, at }, column) => first + Math.floor((column * (last - first)) / at.length);

const highest = (values) => values.reduce((most, value) => Math.max(most, value), 0);
const lowest = (values) => values.reduce((least, value) => Math.min(least, value), 0);

// --- what is in which row ---

function panelRows(data, whole) {
  const heights = HEIGHTS[data.kind];
  const rows = [];
  for (const each of data.series) (rows[each.panel] ||= { series: [] }).series.push(each);
  return rows.map((row, i) => ({
    ...row,
    height: heights[Math.min(i, heights.length - 1)],
    ...scaleOf(row.series, whole.series.filter(({ panel }) => panel === i)),
  }));
}

// The scale is that of the whole page, but lines alone fill their row. A part of a page may have less.
function scaleOf(series, whole) {
  const isLine = series.every(({ style }) => style === "line");
  const main = (isLine ? series : whole).filter(({ style }) => isLine || style !== "line");
  const [up, down] = [main.filter(({ style }) => style !== "below"), main.filter(({ style }) => style === "below")];
  let high = highest(up.flatMap((each) => each.high || each.values));
  let low = lowest(up.flatMap((each) => each.low || each.values));
  low = Math.min(low, -highest(down.flatMap((each) => each.high || each.values)));
  if (isLine && series[0].values.length) {
    low = Math.min(...(series[0].low || series[0].values));
    high = Math.max(...(series[0].high || series[0].values));
  }
  if (main.some(({ name }) => name === "probability")) [low, high] = [0, 1];
  const names = main.map(({ label, style }) => label + (down.length ? { bar: " ↑", below: " ↓" }[style] : ""));
  let caption = `${names.join(", ")}: ${rangeOf(low, high, down.length > 0)}`;
  // Bars much higher than the threshold would hide it.
  const threshold = whole.find(({ name }) => name === "threshold");
  const most = threshold ? 8 * highest(threshold.values) : 0;
  if (most && most < high) {
    high = most;
    caption += `, cut off at ${format(high)}`;
  }
  return { low, high: high > low ? high : low + 1, caption };
}

function rangeOf(low, high, isBothWays) {
  if (isBothWays) return `up to ${format(Math.max(high, -low))}`;
  return low < 0 ? `from ${format(low)} to ${format(high)}` : `up to ${format(high)}`;
}

function stripRows(data, step) {
  const { series } = data;
  const hasSteps = series.length > 2;
  const shades = [series[0], hasSteps ? series[Math.min(step, series.length - 1)] : null, series[series.length - 1]];
  const passes = series.length - 1;
  const captions = [
    "before blurring: text is white, markup black",
    hasSteps ? (step ? `after pass ${shades[1].name.split("_")[1]}` : "before the first pass") : "",
    `after the last pass${hasSteps ? ` (${series[passes].name.split("_")[1]})` : ""}`,
  ];
  return shades.map((each, i) => ({ series: each ? [each] : [], height: HEIGHTS.strip[i], caption: captions[i] }));
}

// The rows of a picture from top to bottom, and how high all of it is.
export function layoutOf(data, whole, step) {
  const rows = data.kind === "strip" ? stripRows(data, step) : panelRows(data, whole);
  let top = 0;
  for (const row of rows) {
    row.top = top + CAPTION;
    top = row.top + row.height + GAP;
  }
  return { rows, keptTop: top, height: top + KEPT };
}

// --- drawing ---

// `place` says where on the canvas a unit begins.
export function drawPicture(ink, data, layout, { width, place, colours }) {
  const columns = visibleColumns(data, place, width);
  for (const row of layout.rows) {
    ink.fillStyle = colours.soft;
    ink.font = colours.font;
    ink.textBaseline = "bottom";
    ink.fillText(row.caption, 0, row.top - 3, width);
    ink.save();
    ink.beginPath();
    ink.rect(0, row.top, width, row.height);
    ink.clip();
    if (data.kind === "strip") for (const each of row.series) drawShades(ink, data, each, row, place);
    else drawRow(ink, data, row, columns, { width, colours });
    ink.restore();
    ink.strokeStyle = colours.line;
    ink.lineWidth = 1;
    ink.strokeRect(0.5, row.top + 0.5, width - 1, row.height - 1);
  }
  drawKept(ink, data, layout.keptTop, columns, { width, colours });
}

function visibleColumns(data, place, width) {
  const found = [];
  for (let i = 0; i < data.at.length; i += 1) {
    // Columns fill whole pixels, or there would be stripes between them.
    const left = Math.floor(place(edgesOf(data, i)));
    const right = Math.max(Math.floor(place(edgesOf(data, i + 1))), left + 1);
    if (right >= 0 && left <= width) found.push([i, left, right]);
  }
  return found;
}

function drawShades(ink, data, { values }, { top, height }, place) {
  const picture = new OffscreenCanvas(values.length, 1);
  const pixels = new ImageData(values.length, 1);
  values.forEach((value, i) => pixels.data.set([255 * value, 255 * value, 255 * value, 255], 4 * i));
  picture.getContext("2d").putImageData(pixels, 0, 0);
  const [left, right] = [place(data.first), place(data.last)];
  // Single units stay sharp when they are wide.
  ink.imageSmoothingEnabled = (right - left) / values.length < 2;
  ink.drawImage(picture, left, top, right - left, height);
}

function drawRow(ink, data, row, columns, { width, colours }) {
  const y = (value) => row.top + row.height - ((Math.min(value, row.high) - row.low) / (row.high - row.low)) * row.height;
  if (data.kind === "curve") drawBackground(ink, data, row, columns, colours);
  for (const each of row.series) {
    if (each.style === "line") drawLine(ink, each, columns, y, colours, data.kind === "curve");
    else if (each.style === "point") drawPoints(ink, data, each, columns, y, colours);
    else drawBars(ink, data, each, columns, y, colours);
  }
  if (row.low < 0 && row.high > 0) {
    ink.fillStyle = colours.ink;
    ink.fillRect(0, y(0) - 0.5, width, 1);
  }
}

const verdictOf = (share) => (share === 0 ? "dropped" : share === 1 ? "kept" : "partly");

function drawBars(ink, data, { values, high, low, style }, columns, y, colours) {
  // What was kept is drawn last, so that nothing hides it.
  for (const verdict of ["dropped", "partly", "kept"]) {
    ink.fillStyle = colours[verdict];
    for (const [i, left, right] of columns) {
      if (verdictOf(data.kept[i]) !== verdict) continue;
      const size = right - left > 4 ? right - left - 1 : right - left;
      const up = Math.max((high || values)[i], 0);
      const down = Math.min((low || values)[i], 0);
      const [above, below] = style === "below" ? [0, -up] : [up, down];
      if (above > below) ink.fillRect(left, y(above), size, Math.max(y(below) - y(above), 1));
    }
  }
}

function drawPoints(ink, data, { values }, columns, y, colours) {
  for (const [i, left, right] of columns) {
    ink.fillStyle = colours[verdictOf(data.kept[i])];
    const at = Math.min(Math.max(y(values[i]), y(Infinity) + 3), y(-Infinity) - 3);
    ink.fillRect((left + right) / 2 - 1.5, at - 1.5, 3, 3);
  }
}

function drawLine(ink, { name, values, high, low }, columns, y, colours, isCurve) {
  ink.strokeStyle = colours.lines[name] || colours.ink;
  ink.lineWidth = isCurve ? 2 : 1.5;
  ink.setLineDash(name === "threshold" ? [5, 3] : []);
  ink.beginPath();
  for (const [i, left, right] of columns) {
    ink.lineTo((left + right) / 2, y((low || values)[i]));
    if (high) ink.lineTo((left + right) / 2, y(high[i]));
  }
  // A line through one column alone would not be seen.
  if (columns.length === 1) ink.lineTo(columns[0][2], y(values[columns[0][0]]));
  ink.stroke();
  ink.setLineDash([]);
}

function drawBackground(ink, data, row, columns, colours) {
  ink.fillStyle = colours.keptSoft;
  for (const [i, left, right] of columns) {
    if (data.kept[i] > 0) ink.fillRect(left, row.top, right - left, row.height);
  }
}

function drawKept(ink, data, top, columns, { width, colours }) {
  ink.fillStyle = colours.line;
  ink.fillRect(0, top, width, KEPT);
  ink.fillStyle = colours.kept;
  for (const [i, left, right] of columns) {
    const high = data.kept[i] && Math.max(KEPT * data.kept[i], 2);
    ink.fillRect(left, top + KEPT - high, right - left, high);
  }
}

// The chosen part in each row, with a halo, so that it is seen on any ground.
export function drawMark(ink, layout, [left, right], colours) {
  const size = Math.max(right - left, 4);
  for (const { top, height } of [...layout.rows, { top: layout.keptTop, height: KEPT }]) {
    for (const [colour, line] of [[colours.panel, 4], [colours.accent, 2]]) {
      ink.strokeStyle = colour;
      ink.lineWidth = line;
      ink.strokeRect(left, top, size, height);
    }
  }
}

export function drawCursor(ink, layout, x, colours) {
  for (const { top, height } of layout.rows) {
    ink.fillStyle = colours.panel;
    ink.fillRect(x - 1.5, top, 3, height);
    ink.fillStyle = colours.ink;
    ink.fillRect(x - 0.5, top, 1, height);
  }
}
