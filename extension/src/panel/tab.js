// The page that the panel is about: that of the active tab, or of a tab that the panel's address names.

const named = Number(new URLSearchParams(location.search).get("tab")) || 0;

/** @returns {Promise<number>} */
export async function currentTab() {
  if (named) return named;
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
  return tab?.id ?? -1;
}

/**
 * Ask the page something. Null if the extension is not in it: then it has to be called by the button.
 * @param {string} what @param {Record<string, unknown>} [more]
 * @returns {Promise<any>}
 */
export async function askPage(what, more = {}) {
  try {
    return await chrome.tabs.sendMessage(await currentTab(), { to: "page", do: what, ...more }, { frameId: 0 });
  } catch {
    return null;
  }
}

/**
 * Be called when another page is in front.
 * @param {() => void} onChange
 */
export function onOtherPage(onChange) {
  if (!named) chrome.tabs.onActivated.addListener(() => onChange());
  chrome.tabs.onUpdated.addListener(async (id, { status }) => {
    if (status === "complete" && id === (await currentTab())) onChange();
  });
}
