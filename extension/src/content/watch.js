// Notices text that arrives after the main content was found.

import { hasWords } from "../core/words.js";

const QUIET_MILLISECONDS = 600;
const MAX_WAIT_MILLISECONDS = 3000;

export class Watch {
  /** @param {Document} document @param {() => void} onNews */
  constructor(document, onNews) {
    this.document = document;
    this.onNews = onNews;
    this.timer = 0;
    this.since = 0;
    this.observer = new MutationObserver((records) => {
      if (records.some((record) => [...record.addedNodes].some((node) => hasWords(node.textContent ?? "")))) this.note();
    });
  }

  start() {
    this.observer.observe(this.document.body, { childList: true, subtree: true });
  }

  stop() {
    this.observer.disconnect();
    clearTimeout(this.timer);
    this.since = 0;
  }

  /** Wait until nothing more arrives, but not for ever. */
  note() {
    const now = Date.now();
    this.since ||= now;
    clearTimeout(this.timer);
    const wait = Math.min(QUIET_MILLISECONDS, Math.max(0, this.since + MAX_WAIT_MILLISECONDS - now));
    this.timer = setTimeout(() => {
      this.since = 0;
      this.onNews();
    }, wait);
  }
}
