// Methods side by side: what each kept along the page, and where any two differ.
const $ = (id) => document.getElementById(id);
const data = JSON.parse($("data").textContent);
const address = new URL(location);

const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

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

const sides = { one: address.searchParams.get("one"), other: address.searchParams.get("other") };

async function showDifference() {
  const { one, other } = sides;
  if (!one || !other) return;
  const query = new URLSearchParams({ source: address.searchParams.get("source"), one, other });
  const answer = await fetch(`/difference.json?${query}`);
  const found = await answer.json();
  $("error").hidden = answer.ok;
  if (!answer.ok) {
    $("error").textContent = found.error.message;
    return;
  }
  const key = [["missing", `only in ${one}`], ["superfluous", `only in ${other}`], ["common", "in both"]];
  $("difference-key").replaceChildren(
    ...key.flatMap(([kind, text]) => {
      const part = document.createElement("span");
      part.className = `piece ${kind}`;
      part.textContent = text;
      return [part, " "];
    }),
  );
  $("difference").replaceChildren(
    ...found.pieces.map(([kind, text]) => {
      const part = document.createElement({ missing: "del", superfluous: "ins" }[kind] || "span");
      part.className = `piece ${kind}`;
      part.textContent = text;
      return part;
    }),
  );
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
