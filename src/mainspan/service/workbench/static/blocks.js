// The list of blocks: rows are made when they come into view, so that 20,000 blocks cost no more than 20.
const ROW = 26;
const EXTRA = 8;
export const WORDS = ["dropped", "kept", "partly"];
const SIGNS = ["–", "▌", "┊"];

export class BlockList {
  constructor(element, onChoose) {
    this.element = element;
    this.space = element.querySelector(".space");
    this.onChoose = onChoose;
    this.blocks = null;
    this.chosen = null;
    this.last = null;
    this.rows = new Map();
    element.addEventListener("scroll", () => this.draw());
    new ResizeObserver(() => this.draw()).observe(element);
    element.addEventListener("click", (event) => {
      const row = event.target.closest(".row");
      if (row) this.onChoose(Number(row.dataset.block));
    });
  }

  show(blocks) {
    this.blocks = blocks;
    this.space.style.height = `${blocks.start.length * ROW}px`;
    this.rows.forEach((row) => row.remove());
    this.rows.clear();
    this.draw();
  }

  get length() {
    return this.blocks ? this.blocks.start.length : 0;
  }

  // Blocks up to the last one are marked too.
  choose(block, last = block) {
    this.chosen = block;
    this.last = last;
    if (block !== null) {
      const top = block * ROW;
      const { scrollTop, clientHeight } = this.element;
      if (top < scrollTop || top + ROW > scrollTop + clientHeight) this.element.scrollTop = top - clientHeight / 2;
      this.element.setAttribute("aria-activedescendant", `block-${block}`);
    }
    this.draw();
    this.rows.forEach((row, number) => this.mark(row, number));
  }

  draw() {
    const { scrollTop, clientHeight } = this.element;
    const first = Math.max(0, Math.floor(scrollTop / ROW) - EXTRA);
    const last = Math.min(this.length, Math.ceil((scrollTop + clientHeight) / ROW) + EXTRA);
    for (const [number, row] of this.rows) {
      if (number < first || number >= last) {
        row.remove();
        this.rows.delete(number);
      }
    }
    for (let number = first; number < last; number += 1) {
      if (!this.rows.has(number)) {
        const row = this.make(number);
        this.rows.set(number, row);
        this.space.append(row);
      }
    }
  }

  mark(row, number) {
    row.setAttribute("aria-selected", String(number === this.chosen));
    row.classList.toggle("lit", this.chosen !== null && number >= this.chosen && number <= this.last);
  }

  make(number) {
    const { verdict, score, element, text, words } = this.blocks;
    const word = WORDS[verdict[number]];
    const row = document.createElement("div");
    row.className = `row ${word}`;
    row.id = `block-${number}`;
    row.dataset.block = number;
    row.style.top = `${number * ROW}px`;
    row.setAttribute("role", "option");
    this.mark(row, number);
    row.setAttribute("aria-posinset", number + 1);
    row.setAttribute("aria-setsize", this.length);
    row.setAttribute(
      "aria-label",
      `${number + 1}: ${word}, score ${score[number].toFixed(2)}, ${words[number]} words: ${text[number]}`,
    );
    for (const cell of [number + 1, SIGNS[verdict[number]], score[number].toFixed(2), element[number], text[number]]) {
      const part = document.createElement("span");
      part.textContent = cell;
      row.append(part);
    }
    return row;
  }
}
