// What all views need: elements by id, new elements, data in the page, and answers of the server.
export const $ = (id) => document.getElementById(id);

export const dataIn = (id) => JSON.parse($(id).textContent);

export const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

export function element(name, text = "", className = "") {
  const made = document.createElement(name);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}

// The answer of the server as data, or an error with its message and advice; `found` has the whole answer.
export async function ask(path, options = {}) {
  const { query, body, method = body ? "PUT" : "GET" } = options;
  const headers = { Accept: "application/json", ...(body && { "Content-Type": "application/json" }) };
  const address = query ? `${path}?${new URLSearchParams(query)}` : path;
  const answer = await fetch(address, { method, headers, body: body && JSON.stringify(body) }).catch(() => {
    throw new Error("The service does not answer. Is mainspan serve still running?");
  });
  const found = await answer.json();
  if (answer.ok) return found;
  const message = found.error ? `${found.error.message}. ${found.error.advice || ""}` : answer.statusText;
  throw Object.assign(new Error(message), { status: answer.status, found });
}

export function showError(error) {
  $("error").hidden = !error;
  $("error").textContent = error ? error.message : "";
}
