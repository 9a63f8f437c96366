// Words and characters of texts, counted as Mainspan counts them everywhere.
//
// A word is a run between whitespace. Scripts written without spaces are cut: a word of Han, kana or bopomofo is at
// most two characters, one of Thai, Lao, Tibetan, Burmese or Khmer at most four. `src/mainspan/page/classes.py` has
// the same table.

const OTHER = 0;
const SPACE = 1;
const IDEOGRAPH = 2;
const SYLLABLE = 3;

/** @type {[number, number][]} */
const IDEOGRAPHS = [
  [0x2e80, 0x2fff], [0x3001, 0x312f], [0x3190, 0x4dbf], [0x4e00, 0x9fff], [0xf900, 0xfaff], [0xfe30, 0xfe4f],
  [0xff01, 0xff9f],
];
/** @type {[number, number][]} */
const SYLLABLES = [[0x0e00, 0x0fff], [0x1000, 0x109f], [0x1780, 0x17ff]];
/** @type {[number, number][]} */
const SPACES = [
  [9, 13], [28, 32], [0x85, 0x85], [0xa0, 0xa0], [0x1680, 0x1680], [0x2000, 0x200a], [0x2028, 0x2029],
  [0x202f, 0x202f], [0x205f, 0x205f], [0x3000, 0x3000],
];

const CLASS = new Uint8Array(0x10000);
for (const [first, last] of IDEOGRAPHS) CLASS.fill(IDEOGRAPH, first, last + 1);
for (const [first, last] of SYLLABLES) CLASS.fill(SYLLABLE, first, last + 1);
for (const [first, last] of SPACES) CLASS.fill(SPACE, first, last + 1);

/**
 * The class of a character beyond the first plane: Han, if it is on one of the planes for it.
 * @param {number} code
 */
function classBeyond(code) {
  return code >= 0x20000 && code < 0x40000 ? IDEOGRAPH : OTHER;
}

/**
 * @typedef {object} Count
 * @property {number} words
 * @property {number} characters with whitespace collapsed, none at the edges
 */

/**
 * Count a text.
 * @param {string} text
 * @param {Count} [into] where to write the result
 * @returns {Count}
 */
export function count(text, into = { words: 0, characters: 0 }) {
  let before = SPACE;
  let since = 0;
  let words = 0;
  let signs = 0;
  let runs = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    let kind = CLASS[unit];
    if (unit >= 0xd800 && unit < 0xdc00) {
      const code = /** @type {number} */ (text.codePointAt(i));
      kind = classBeyond(code);
      if (code > 0xffff) i++;
    }
    if (kind !== SPACE) {
      signs++;
      if (before === SPACE) runs++;
      if (kind !== before) {
        words++;
        since = 0;
      } else if (kind !== OTHER) {
        since++;
        if (since % (kind === IDEOGRAPH ? 2 : 4) === 0) words++;
      }
    }
    before = kind;
  }
  into.words = words;
  into.characters = signs + (runs ? runs - 1 : 0);
  return into;
}

/**
 * Whether a text has any word.
 * @param {string} text
 */
export function hasWords(text) {
  for (let i = 0; i < text.length; i++) if (CLASS[text.charCodeAt(i)] !== SPACE) return true;
  return false;
}

/**
 * Minutes to read a text: 230 words a minute, or 500 characters of scripts without spaces.
 * @param {string} text
 */
export function readingMinutes(text) {
  let dense = 0;
  for (let i = 0; i < text.length; i++) if (CLASS[text.charCodeAt(i)] >= IDEOGRAPH) dense++;
  const spaced = text.split(/\s+/).filter((word) => word && CLASS[word.charCodeAt(0)] === OTHER).length;
  return Math.max(1, Math.round(spaced / 230 + dense / 500));
}
