// Reads a text aloud with the browser's own speech, block by block.

const BLOCKS = "h1, h2, h3, h4, h5, h6, p, li, blockquote, pre, td, th, dt, dd, figcaption";

export class Speech {
  /** @param {HTMLElement} root @param {string} language @param {(isSpeaking: boolean) => void} onChange */
  constructor(root, language, onChange) {
    this.root = root;
    this.language = language;
    this.onChange = onChange;
    this.isSpeaking = false;
    this.place = 0;
  }

  /** The innermost blocks that have text of their own. */
  get blocks() {
    const found = /** @type {HTMLElement[]} */ ([...this.root.querySelectorAll(BLOCKS)]);
    const inner = found.filter((block) => !block.querySelector(BLOCKS) && block.textContent?.trim());
    return inner.length ? inner : [this.root];
  }

  toggle() {
    if (this.isSpeaking) this.stop();
    else this.start();
  }

  start() {
    if (this.place >= this.blocks.length) this.place = 0;
    this.isSpeaking = true;
    this.onChange(true);
    this.speak();
  }

  /** The next start goes on where it was. */
  stop() {
    this.isSpeaking = false;
    speechSynthesis.cancel();
    this.mark(null);
    this.onChange(false);
  }

  speak() {
    const block = this.blocks[this.place];
    if (!block || !this.isSpeaking) {
      this.place = 0;
      this.stop();
      return;
    }
    this.mark(block);
    const utterance = new SpeechSynthesisUtterance(block.textContent ?? "");
    const language = /** @type {HTMLElement | null} */ (block.closest("[lang]"))?.lang || this.language;
    if (language) utterance.lang = language;
    utterance.onend = () => {
      if (!this.isSpeaking) return;
      this.place++;
      this.speak();
    };
    utterance.onerror = () => this.isSpeaking && this.stop();
    speechSynthesis.speak(utterance);
  }

  /** @param {HTMLElement | null} block */
  mark(block) {
    for (const each of this.root.querySelectorAll(".spoken")) each.classList.remove("spoken");
    block?.classList.add("spoken");
    block?.scrollIntoView({ block: "nearest" });
  }
}
