// What the user has chosen. It is kept in this browser.

/**
 * @typedef {object} Settings
 * @property {import("../core/ratio.js").Method} method
 * @property {import("../core/ratio.js").Relevance} relevance
 * @property {boolean} collapse whether hidden parts take no room
 * @property {boolean} useService whether the default method of the workbench is used where it runs
 * @property {string} address of the workbench
 * @property {string} token of the workbench
 */

/** @type {Settings} */
export const DEFAULTS = {
  method: "wlr",
  relevance: "combined",
  collapse: false,
  useService: false,
  address: "http://127.0.0.1:8642",
  token: "",
};

/** @returns {Promise<Settings>} */
export async function loadSettings() {
  const { settings } = await chrome.storage.local.get("settings");
  return { ...DEFAULTS, .../** @type {Partial<Settings>} */ (settings) };
}

/** @param {Partial<Settings>} changes */
export async function saveSettings(changes) {
  await chrome.storage.local.set({ settings: { ...(await loadSettings()), ...changes } });
}

/**
 * What pages may know: without the token.
 * @param {Settings} settings
 */
export function withoutToken(settings) {
  return { ...settings, token: "", useService: settings.useService && settings.token !== "" };
}
