// How the reader view looks. It is remembered.

/**
 * @typedef {object} Look
 * @property {string} font
 * @property {number} size
 * @property {number} width
 * @property {number} leading
 * @property {string} theme
 * @property {boolean} pictures
 */

/** @type {Look} */
const DEFAULTS = { font: "serif", size: 20, width: 38, leading: 1.6, theme: "auto", pictures: false };

/** @returns {Promise<Look>} */
async function load() {
  const { look } = await chrome.storage.local.get("look");
  return { ...DEFAULTS, .../** @type {Partial<Look>} */ (look) };
}

/** @param {Look} look */
function apply({ font, size, width, leading, theme, pictures }) {
  const root = document.documentElement;
  root.dataset.font = font;
  if (theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = theme;
  if (pictures) root.dataset.pictures = "";
  else delete root.dataset.pictures;
  root.style.setProperty("--text", `${size}px`);
  root.style.setProperty("--measure", `${width}em`);
  root.style.setProperty("--leading", String(leading));
}

/**
 * Connect the controls.
 * @param {(look: Look) => void} onChange
 */
export async function setUpLook(onChange) {
  const look = await load();
  /** @param {Partial<Look>} changes */
  const change = (changes) => {
    Object.assign(look, changes);
    apply(look);
    onChange(look);
    void chrome.storage.local.set({ look });
  };
  apply(look);
  onChange(look);
  const font = /** @type {HTMLSelectElement} */ (document.getElementById("font"));
  font.value = look.font;
  font.addEventListener("change", () => change({ font: font.value }));
  for (const name of /** @type {const} */ (["size", "width", "leading"])) {
    const input = /** @type {HTMLInputElement} */ (document.getElementById(name));
    input.value = String(look[name]);
    input.addEventListener("input", () => change({ [name]: Number(input.value) }));
  }
  for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (document.getElementsByName("theme"))) {
    input.checked = input.value === look.theme;
    input.addEventListener("change", () => change({ theme: input.value }));
  }
  const pictures = /** @type {HTMLInputElement} */ (document.getElementById("pictures"));
  pictures.checked = look.pictures;
  pictures.addEventListener("change", () => change({ pictures: pictures.checked }));
}
