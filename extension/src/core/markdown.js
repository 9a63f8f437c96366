// Clean HTML as Markdown (CommonMark, with tables and strikethrough of GitHub's dialect).

const BULLET = "- ";

/**
 * @param {ParentNode & Node} root
 * @returns {string}
 */
export function toMarkdown(root) {
  const text = blocks(root.childNodes).join("\n\n");
  return text ? `${text}\n` : "";
}

const BLOCKS = new Set(
  "p div h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre table figure figcaption hr caption tr".split(" "),
);

/** @param {Node} node */
const isElement = (node) => node.nodeType === Node.ELEMENT_NODE;

/**
 * The blocks of a list of nodes: runs of lines become paragraphs.
 * @param {Iterable<Node>} nodes
 * @returns {string[]}
 */
function blocks(nodes) {
  /** @type {string[]} */
  const found = [];
  /** @type {Node[]} */
  let line = [];
  const endLine = () => {
    const text = paragraph(line);
    if (text) found.push(text);
    line = [];
  };
  for (const node of nodes) {
    if (!holdsBlock(node)) {
      line.push(node);
      continue;
    }
    endLine();
    found.push(...block(/** @type {Element} */ (node)));
  }
  endLine();
  return found;
}

/** @param {Node} node */
function holdsBlock(node) {
  if (!isElement(node)) return false;
  const element = /** @type {Element} */ (node);
  return BLOCKS.has(element.localName) || element.querySelector([...BLOCKS].join()) !== null;
}

/** @param {Element} element @returns {string[]} */
function block(element) {
  const name = element.localName;
  if (/^h[1-6]$/.test(name)) {
    const text = inline(element.childNodes).replace(/\s*\n\s*/g, " ").trim();
    return text ? [`${"#".repeat(Number(name[1]))} ${text}`] : [];
  }
  if (name === "hr") return ["---"];
  if (name === "pre") return [fenced(element.textContent ?? "")];
  if (name === "ul" || name === "ol") return list(element);
  if (name === "table") return table(element);
  const inside = blocks(element.childNodes);
  if (name === "blockquote") return inside.length ? [indented(inside.join("\n\n"), "> ", "> ")] : [];
  if (name === "dt") return inside.map((text) => (text.includes("\n") ? text : `**${text.replace(/^\*\*|\*\*$/g, "")}**`));
  return inside;
}

/** @param {Iterable<Node>} nodes */
function paragraph(nodes) {
  const text = inline(nodes).replace(/^\s+|\s+$/g, "");
  // What begins a block of another kind.
  return text.replace(/^(#{1,6}(?=\s)|[-+>](?=\s|$)|={3,}|-{3,}|~{3,})/gm, "\\$1").replace(/^(\d{1,9})([.)])(?=\s)/gm, "$1\\$2");
}

/** @param {string} code */
function fenced(code) {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map((run) => run[0].length));
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${code.replace(/^\n|\s+$/g, "")}\n${fence}`;
}

/** @param {Element} element */
function list(element) {
  const items = [...element.children].filter((child) => child.localName === "li");
  if (!items.length) return blocks(element.childNodes);
  let number = Number(element.getAttribute("start") ?? 1);
  const written = items.map((item) => {
    const mark = element.localName === "ol" ? `${number++}. ` : BULLET;
    const inside = blocks(item.childNodes);
    const isTight = inside.slice(1).every((text) => /^(?:- |\d+\. )/.test(text));
    return indented(inside.join(isTight ? "\n" : "\n\n"), mark, " ".repeat(mark.length));
  });
  return [written.join("\n")];
}

/** @param {Element} element */
function table(element) {
  const rows = [...element.querySelectorAll("tr")].filter((row) => row.closest("table") === element);
  const caption = element.querySelector(":scope > caption");
  const above = caption ? [paragraph(caption.childNodes)].filter(Boolean) : [];
  if (!rows.length || element.querySelector("table") || rows.every((row) => row.children.length < 2)) {
    return [...above, ...rows.flatMap((row) => [...row.children].flatMap((cell) => blocks(cell.childNodes)))];
  }
  const cells = rows.map((row) => [...row.children].flatMap((cell) => cellTexts(cell)));
  const width = Math.max(...cells.map((row) => row.length));
  const lines = cells.map((row) => `| ${Array.from({ length: width }, (_, i) => row[i] ?? "").join(" | ")} |`);
  lines.splice(1, 0, `|${" --- |".repeat(width)}`);
  return [...above, lines.join("\n")];
}

/** @param {Element} cell */
function cellTexts(cell) {
  const text = blocks(cell.childNodes).join(" ").replace(/\s*\n\s*/g, " ").replaceAll("|", "\\|");
  const span = Math.min(Math.max(Number(cell.getAttribute("colspan")) || 1, 1), 50);
  return [text, ...Array.from({ length: span - 1 }, () => "")];
}

/** @param {string} text @param {string} first @param {string} others */
function indented(text, first, others) {
  return first + text.split("\n").map((line, i) => (i && line ? others + line : i ? others.trimEnd() : line)).join("\n");
}

/** @param {Iterable<Node>} nodes */
function inline(nodes) {
  let text = "";
  for (const node of nodes) text += isElement(node) ? inlineElement(/** @type {Element} */ (node)) : escaped(node.textContent ?? "");
  return text.replace(/ {2,}(?!\n)/g, " ");
}

/** @type {Record<string, string>} */
const MARKS = { em: "*", i: "*", strong: "**", b: "**", s: "~~", del: "~~" };

/** @param {Element} element @returns {string} */
function inlineElement(element) {
  const name = element.localName;
  if (name === "br") return "\\\n";
  if (name === "img") return `![${escaped(element.getAttribute("alt") ?? "")}](${address(element.getAttribute("src") ?? "")})`;
  if (name === "code" || name === "kbd" || name === "samp") return code(element.textContent ?? "");
  const inside = inline(element.childNodes);
  if (name === "q") return `“${inside}”`;
  if (name === "a" && element.hasAttribute("href") && inside.trim()) {
    return around(inside, (text) => `[${text}](${address(element.getAttribute("href") ?? "")})`);
  }
  const mark = MARKS[name];
  return mark && inside.trim() ? around(inside, (text) => mark + text + mark) : inside;
}

/**
 * Spaces stay outside of marks.
 * @param {string} text @param {(text: string) => string} wrap
 */
function around(text, wrap) {
  const [, before, inside, after] = /** @type {RegExpMatchArray} */ (text.match(/^(\s*)([^]*?)(\s*)$/));
  return before + wrap(inside) + after;
}

/** @param {string} text */
function code(text) {
  const clean = text.replace(/\s+/g, " ");
  if (!clean.trim()) return clean;
  const longest = Math.max(0, ...[...clean.matchAll(/`+/g)].map((run) => run[0].length));
  const fence = "`".repeat(longest + 1);
  const space = clean.startsWith("`") || clean.endsWith("`") ? " " : "";
  return fence + space + clean.trim() + space + fence;
}

/** @param {string} text */
function escaped(text) {
  return text.replace(/\s+/g, " ").replace(/[\\`*[\]<]/g, "\\$&").replace(/(^|\s)_|_(?=\s|$)/g, (found) => found.replace("_", "\\_")).replaceAll("~~", "\\~~");
}

/** @param {string} url */
function address(url) {
  return url.replace(/[\s()<>]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`);
}
