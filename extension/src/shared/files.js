// Saving files: the browser's own downloads.

/**
 * Save a file.
 * @param {string} name @param {Blob} blob
 */
export async function save(name, blob) {
  const url = URL.createObjectURL(blob);
  await chrome.downloads.download({ url, filename: name, saveAs: false });
  // The download has its own copy only after a while.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/**
 * A name for a file, from a title.
 * @param {string} title @param {string} [fallback]
 */
export function fileName(title, fallback = "page") {
  const name = title.normalize("NFKC").toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "");
  return [...name].slice(0, 60).join("").replace(/-+$/, "") || fallback;
}
