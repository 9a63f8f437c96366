// What the user added to the main content of a site's pages, or took away: CSS selectors, kept by host name.

/**
 * @typedef {object} Correction
 * @property {string} selector
 * @property {boolean} keep whether its elements are added; else they are left out
 */

/** @typedef {Record<string, Correction[]>} Corrections by host name */

/** @returns {Promise<Corrections>} */
export async function allCorrections() {
  const { corrections } = await chrome.storage.local.get("corrections");
  return /** @type {Corrections} */ (corrections ?? {});
}

/** @param {string} host */
export async function correctionsOf(host) {
  return (await allCorrections())[host] ?? [];
}

/** @param {string} host @param {Correction[]} list an empty one forgets the site */
export async function saveCorrections(host, list) {
  const all = await allCorrections();
  if (list.length) all[host] = list;
  else delete all[host];
  await chrome.storage.local.set({ corrections: all });
}

/**
 * A list with one more correction: it replaces earlier ones of the same selector.
 * @param {Correction[]} list @param {Correction} added
 */
export function withCorrection(list, added) {
  return [...list.filter((each) => each.selector !== added.selector), added];
}
