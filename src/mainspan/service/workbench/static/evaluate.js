// Measure methods on packages in the background: begin, watch, cancel. A reload finds what is under way.
import { $, ask, element, showError } from "./dom.js";

const isOver = (state) => !["waiting", "running"].includes(state);
const WORDS = { waiting: "waiting for its turn", running: "running", done: "done", failed: "failed", cancelled: "cancelled", stopped: "stopped" };

function watch({ id }) {
  const line = element("p");
  const bar = element("progress");
  const text = element("span");
  text.setAttribute("role", "status");
  const cancel = element("button", "Cancel");
  cancel.type = "button";
  cancel.addEventListener("click", () => ask(`/evaluate/${id}`, { method: "DELETE" }).catch(showError));
  bar.setAttribute("aria-label", `Evaluation ${id}`);
  line.append(bar, " ", text, " ", cancel);
  $("under-way").prepend(line);
  const events = new EventSource(`/evaluate/${id}/events`);
  const show = (event) => {
    const { state, done, total, newest, error } = JSON.parse(event.data);
    if (total) Object.assign(bar, { max: total, value: done });
    text.textContent = `${WORDS[state] || state} · ${done} of ${total || "?"} ${newest ? `· ${newest}` : ""} ${error || ""}`;
    if (!isOver(state)) return;
    events.close();
    cancel.remove();
    if (state === "done") {
      const link = element("a", "Look at the results");
      link.href = `/results/${encodeURIComponent(id)}`;
      text.append(" · ", link);
    }
  };
  for (const name of ["progress", "done", "failed", "cancelled", "stopped"]) events.addEventListener(name, show);
}

const form = $("evaluate");
if (form) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const wanted = new FormData(form);
    const body = {
      packages: wanted.getAll("package"),
      contestants: wanted.getAll("contestant"),
      measures: ["words", "bag"],
      every: Number(wanted.get("every")) || 1,
    };
    try {
      showError(null);
      watch(await ask("/evaluate", { method: "POST", body }));
    } catch (error) {
      showError(error);
    }
  });
  ask("/evaluate").then(({ evaluations }) => evaluations.filter((each) => !isOver(each.state)).forEach(watch), showError);
}
