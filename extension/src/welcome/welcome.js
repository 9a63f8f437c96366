// The first page after the installation: what the button does, and the keys.

import { text, translate } from "../shared/texts.js";

translate(document);
document.getElementById("options")?.addEventListener("click", () => void chrome.runtime.openOptionsPage());

/** @type {Record<string, string>} */
const NAMES = { _execute_action: "menu_extract", read: "menu_read", inspect: "menu_inspect", annotate: "menu_annotate" };

const keys = document.getElementById("keys");
const commands = await chrome.commands.getAll();
for (const name of Object.keys(NAMES)) {
  const shortcut = commands.find((each) => each.name === name)?.shortcut;
  if (!shortcut) continue;
  const line = document.createElement("li");
  const key = document.createElement("kbd");
  key.textContent = shortcut;
  line.append(key, ` ${text(NAMES[name])}`);
  keys?.append(line);
}
