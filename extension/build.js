// Makes the extension for each browser from the one source: folders to load unpacked, and archives.
//
//     node extension/build.js [FOLDER]
//
// It needs Node.js 18.20 or newer and nothing else.

import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

import { scriptsFor } from "./classic.js";
import { zip } from "./src/core/zip.js";

const here = fileURLToPath(new URL(".", import.meta.url));
const source = join(here, "src");
const target = process.argv[2] ?? join(here, "..", "build", "extension");

/** @param {string} path */
const readJson = async (path) => JSON.parse(await readFile(path, "utf8"));

/** The version of Mainspan. */
async function version() {
  const project = await readFile(join(here, "..", "pyproject.toml"), "utf8");
  const found = project.match(/^version = "([\d.]+)/m);
  if (!found) throw new Error("pyproject.toml has no version of numbers and dots");
  return found[1];
}

/**
 * The manifest for a browser: lists of both are joined.
 * @param {Record<string, any>} common @param {Record<string, any>} own
 */
function merged(common, own) {
  const found = { ...common, ...own };
  if (own.permissions) found.permissions = [...common.permissions, ...own.permissions];
  return found;
}

/** @param {string} folder @returns {Promise<string[]>} */
async function filesIn(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)).sort();
}

/**
 * Write the modules that run in pages as scripts, and the list of them.
 * @param {string} folder
 */
async function writeScripts(folder) {
  const scripts = await scriptsFor(source, "content/main.js");
  for (const { path, code } of scripts) {
    const target = join(folder, "scripts", path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, code);
  }
  await rm(join(folder, "content"), { recursive: true });
  await writeFile(join(folder, "scripts", "list.json"), JSON.stringify(scripts.map(({ path }) => `scripts/${path}`)));
}

const common = { ...(await readJson(join(here, "manifest.json"))), version: await version() };
for (const [browser, own] of Object.entries(await readJson(join(here, "browsers.json")))) {
  const folder = join(target, browser);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await cp(source, folder, { recursive: true });
  await writeScripts(folder);
  await writeFile(join(folder, "manifest.json"), JSON.stringify(merged(common, own), null, 2) + "\n");
  const files = await filesIn(folder);
  const entries = files.map(async (path) => ({
    name: relative(folder, path).split(sep).join("/"),
    data: new Uint8Array(await readFile(path)),
  }));
  const archive = join(target, `mainspan-${browser}.zip`);
  const data = await zip(await Promise.all(entries));
  await writeFile(archive, data);
  console.log(`${relative(process.cwd(), archive)}: ${files.length} files, ${(data.length / 1000).toFixed(0)} kB`);
}
