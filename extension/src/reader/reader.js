// The reader view: the main content alone, typeset well.

import { cleanFragment } from "../core/article.js";
import { toMarkdown } from "../core/markdown.js";
import { readingMinutes } from "../core/words.js";
import { fileName, save } from "../shared/files.js";
import { number, text, translate } from "../shared/texts.js";
import { setUpLook } from "./look.js";
import { Speech } from "./speech.js";

/** @typedef {import("../core/article.js").Article} Article */

/** @param {string} id */
const get = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

translate(document);
const key = `article-${location.search.slice(1)}`;
const article = /** @type {Article | undefined} */ ((await chrome.storage.session.get(key))[key]);
const body = get("article");
if (article) show(article);
else body.textContent = text("articleGone");

/** @param {Article} article */
function show({ html, title, url, language, direction, site }) {
  const fragment = cleanFragment(html, document);
  const images = [...fragment.querySelectorAll("img")];
  // Pictures come from the page's site, so they are loaded only when they are wanted.
  const sources = images.map((image) => image.getAttribute("src") ?? "");
  images.forEach((image) => image.removeAttribute("src"));
  body.append(fragment);
  if (language) body.lang = language;
  body.dir = direction === "rtl" ? "rtl" : direction === "ltr" ? "ltr" : "auto";
  document.title = title;
  const heading = get("title");
  heading.textContent = title;
  heading.hidden = body.querySelector("h1") !== null || !title;
  if (language) heading.lang = language;
  const source = /** @type {HTMLAnchorElement} */ (get("source"));
  source.textContent = site || url;
  source.href = url;
  get("time").textContent = `· ${text("readingTime", number(readingMinutes(body.textContent ?? "")))}`;
  void setUpLook((look) =>
    images.forEach((image, i) => {
      if (look.pictures && !image.hasAttribute("src")) image.src = sources[i];
    }),
  );
  setUpTools(article?.title ?? title, () => cleanFragment(html, document));
}

/** @param {string} message */
function say(message) {
  get("status").textContent = message;
}

/** @param {string} title @param {() => DocumentFragment} content */
function setUpTools(title, content) {
  const markdown = () => {
    const root = content();
    const head = root.querySelector("h1") || !title ? "" : `# ${title}\n\n`;
    return head + toMarkdown(root);
  };
  const speech = new Speech(body, body.lang, (isSpeaking) => {
    get("speak").textContent = text(isSpeaking ? "stopReading" : "readAloud");
    get("speak").setAttribute("aria-pressed", String(isSpeaking));
  });
  get("speak").hidden = !("speechSynthesis" in globalThis);
  get("speak").addEventListener("click", () => speech.toggle());
  addEventListener("pagehide", () => speech.stop());
  get("copy").addEventListener("click", async () => {
    await navigator.clipboard.writeText(markdown());
    say(text("copied"));
  });
  get("markdown").addEventListener("click", async () => {
    await save(`${fileName(title)}.md`, new Blob([markdown()], { type: "text/markdown" }));
    say(text("saved"));
  });
  get("html").addEventListener("click", async () => {
    await save(`${fileName(title)}.html`, new Blob([wholePage(title, content())], { type: "text/html" }));
    say(text("saved"));
  });
  get("print").addEventListener("click", () => print());
}

/** @param {string} title @param {DocumentFragment} content */
function wholePage(title, content) {
  const page = document.implementation.createHTMLDocument(title);
  const charset = page.createElement("meta");
  charset.setAttribute("charset", "utf-8");
  page.head.prepend(charset);
  page.documentElement.lang = body.lang;
  page.documentElement.dir = body.dir;
  const style = page.createElement("style");
  style.textContent =
    "body{font:1.15rem/1.6 Georgia,serif;max-width:38em;margin:2em auto;padding:0 1em}img{max-width:100%;height:auto}" +
    "pre{overflow-x:auto}td,th{border:1px solid #999;padding:.3em .6em}table{border-collapse:collapse}";
  page.head.append(style);
  if (title && !content.querySelector("h1")) {
    const heading = page.createElement("h1");
    heading.textContent = title;
    page.body.append(heading);
  }
  page.body.append(page.adoptNode(content));
  return `<!doctype html>\n${page.documentElement.outerHTML}\n`;
}
