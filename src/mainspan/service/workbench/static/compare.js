// Methods side by side: what each kept along the page, and where any two differ.
import { $, ask, css, dataIn, element, showError } from "./dom.js";

const data = dataIn("data");
const address = new URL(location);

function drawShares(canvas) {
  const { start, end, shares } = data.blocks;
  const whole = end.length ? end[end.length - 1] : 1;
  const scale = devicePixelRatio || 1;
  canvas.width = canvas.clientWidth * scale;
  canvas.height = canvas.clientHeight * scale;
  const ink = canvas.getContext("2d");
  ink.fillStyle = css("--line");
  ink.fillRect(0, 0, canvas.width, canvas.height);
  const first = start[0] || 0;
  const across = canvas.width / Math.max(whole - first, 1);
  ink.fillStyle = css("--kept");
  shares[Number(canvas.dataset.row)].forEach((share, i) => {
    if (share <= 0) return;
    const height = Math.max(share, 0.15) * canvas.height;
    ink.fillRect((start[i] - first) * across, canvas.height - height, Math.max((end[i] - start[i]) * across, scale), height);
  });
}

function drawAll() {
  document.querySelectorAll("canvas.shares").forEach(drawShares);
}

const sides = { one: null, other: null };
for (const { value, dataset } of document.querySelectorAll("select.side")) if (value) sides[value] = dataset.name;

async function showDifference() {
  const { one, other } = sides;
  if (!one || !other) return;
  let found;
  try {
    found = await ask("/difference.json", { query: { source: address.searchParams.get("source"), one, other } });
    showError(null);
  } catch (error) {
    return showError(error);
  }
  const key = [["missing", `only in ${one}`], ["superfluous", `only in ${other}`], ["common", "in both"]];
  const piece = (kind, text, name = "span") => element(name, text, `piece ${kind}`);
  $("difference-key").replaceChildren(...key.flatMap(([kind, text]) => [piece(kind, text), " "]));
  const names = { missing: "del", superfluous: "ins" };
  $("difference").replaceChildren(...found.pieces.map(([kind, text]) => piece(kind, text, names[kind])));
  return undefined;
}

for (const list of document.querySelectorAll("select.side")) {
  list.addEventListener("change", () => {
    for (const side of ["one", "other"]) if (sides[side] === list.dataset.name) sides[side] = null;
    if (list.value) {
      sides[list.value] = list.dataset.name;
      for (const each of document.querySelectorAll("select.side")) {
        if (each !== list && each.value === list.value) each.value = "";
      }
    }
    for (const [side, name] of Object.entries(sides)) {
      if (name) address.searchParams.set(side, name);
      else address.searchParams.delete(side);
    }
    history.replaceState(null, "", address);
    showDifference();
  });
}

new ResizeObserver(drawAll).observe($("table"));
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawAll);
drawAll();
showDifference();
