// Content scripts cannot be modules. So each module that runs in pages is written once more as a script: a function
// around it, which takes what the module imports and puts what it exports where the others find it. Lines stay where
// they are. The scripts are run in the order in which they need each other.

import { readFile } from "node:fs/promises";
import { join, posix } from "node:path";

const IMPORT = /^import \{([^}]*)\} from "(\.[^"]+)";$/gm;
const EXPORT = /^export (?=(?:async )?(?:function|class|const|let) (\w+))/gm;
// What is left of a module's syntax afterwards was written in a form that is not understood here.
const OTHER = /^(?:import|export)\b.*$/m;

/** @typedef {{ path: string, code: string }} Script */

/**
 * A module as a script.
 * @param {string} path @param {string} code
 * @returns {{ script: string, needs: string[] }}
 */
export function asScript(path, code) {
  /** @type {string[]} */
  const needs = [];
  /** @type {string[]} */
  const names = [];
  const body = code
    .replace(IMPORT, (_, imported, from) => {
      const needed = posix.join(posix.dirname(path), from);
      needs.push(needed);
      return `const {${imported.replaceAll(" as ", ": ")}} = mainspan[${JSON.stringify(needed)}];`;
    })
    .replace(EXPORT, (_, name) => {
      names.push(name);
      return "";
    });
  const left = body.match(OTHER);
  if (left) throw new Error(`${path}: write this import or export in one of the forms of classic.js: ${left[0]}`);
  // Not what an element of the page is called.
  const all = `Object.hasOwn(globalThis, "mainspan") ? globalThis.mainspan : (globalThis.mainspan = {})`;
  const head = `"use strict"; (() => { const mainspan = ${all}; `;
  return { script: `${head}${body}mainspan[${JSON.stringify(path)}] = { ${names.join(", ")} };\n})();\n`, needs };
}

/**
 * A module and all that it needs, as scripts in the order in which to run them.
 * @param {string} folder @param {string} entry
 * @returns {Promise<Script[]>}
 */
export async function scriptsFor(folder, entry) {
  /** @type {Script[]} */
  const found = [];
  /** @type {Set<string>} */
  const seen = new Set();
  /** @param {string} path */
  async function add(path) {
    if (seen.has(path)) return;
    seen.add(path);
    const { script, needs } = asScript(path, await readFile(join(folder, path), "utf8"));
    for (const needed of needs) await add(needed);
    found.push({ path, code: script });
  }
  await add(entry);
  return found;
}
