// The dialog that shows two versions of a text as one. Resolves to "mine", "theirs" or "".
import { $, element } from "./dom.js";

const NAMES = { missing: "del", superfluous: "ins" };

export function showConflict(found) {
  const dialog = $("conflict");
  $("conflict-message").textContent = found.error.message;
  $("conflict-pieces").replaceChildren(
    ...found.pieces.map(([kind, text]) => element(NAMES[kind] || "span", text, `piece ${kind}`)),
  );
  dialog.returnValue = "";
  if (!dialog.open) dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue), { once: true });
  });
}
