// The workbench on this machine: `mainspan serve`. Requests go to loopback only, with the user's token.

import { loadSettings } from "../shared/settings.js";

const PATIENCE = 20_000;

/**
 * An answer of the service, or why there is none: `missing` (it does not run, or may not be called), `token`, or what
 * it said itself.
 * @typedef {{ ok: true, body: any } | { ok: false, why: "missing" | "token" | "refused", message: string }} Answer
 */

/**
 * Whether an address is on this machine.
 * @param {string} address
 */
export function isLoopback(address) {
  try {
    const { protocol, hostname } = new URL(address);
    return protocol === "http:" && (hostname === "127.0.0.1" || hostname === "localhost");
  } catch {
    return false;
  }
}

/**
 * The match pattern of the permission that an address needs.
 * @param {string} address
 */
export function originPattern(address) {
  return `http://${new URL(address).hostname}/*`;
}

/**
 * Call the service.
 * @param {string} path
 * @param {{ method?: string, body?: unknown, headers?: Record<string, string> }} [request]
 * @returns {Promise<Answer>}
 */
export async function callService(path, { method = "GET", body, headers = {} } = {}) {
  const { address, token } = await loadSettings();
  if (!isLoopback(address)) return { ok: false, why: "missing", message: "" };
  try {
    const response = await fetch(new URL(path, address), {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...headers,
      },
      body: body === undefined ? null : JSON.stringify(body),
      credentials: "omit",
      redirect: "error",
      signal: AbortSignal.timeout(PATIENCE),
    });
    return await read(response);
  } catch {
    return { ok: false, why: "missing", message: "" };
  }
}

/** @param {Response} response @returns {Promise<Answer>} */
async function read(response) {
  const body = await response.json();
  if (response.ok) return { ok: true, body };
  const { message = "", advice = "" } = body?.error ?? {};
  const isToken = response.status === 401 || response.status === 403;
  return { ok: false, why: isToken ? "token" : "refused", message: [message, advice].filter(Boolean).join(". ") };
}

/**
 * The places of the main content of a page by the default method.
 * @param {{ html: string, url: string, drop: string[] }} page
 */
export async function extractByService({ html, url }) {
  return callService("/extract", { method: "POST", body: { html, url, marks: true } });
}

/**
 * Save a document in a package of the workbench. One that exists is not overwritten.
 * @param {{ package: string, name: string, html: string, gold: string, meta: Record<string, unknown> }} document
 */
export async function saveDocument({ package: folder, name, html, gold, meta }) {
  const path = `/packages/${encodeURIComponent(folder)}/documents/${encodeURIComponent(name)}`;
  return callService(path, { method: "PUT", body: { html, url: meta.url, gold, meta } });
}

/** The packages of the workbench. */
export async function listPackages() {
  return callService("/packages");
}
