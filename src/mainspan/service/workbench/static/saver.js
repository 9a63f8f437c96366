// Saves each change: first here in the browser, so that a reload or a crash loses nothing, then on the server.
const FIRST_WAIT = 250;
const MOST_WAIT = 30_000;

export class Saver {
  // `send` saves a change on the server, `onState` is told how far it is: saving, saved, waiting or refused.
  constructor(key, { send, onSaved, onState, onConflict }) {
    Object.assign(this, { key, send, onSaved, onState, onConflict });
    this.pending = null;
    this.timer = null;
    this.wait = FIRST_WAIT;
    this.running = null;
  }

  // A change that was not saved before the page was left.
  draft() {
    try {
      return JSON.parse(localStorage.getItem(this.key));
    } catch {
      return null;
    }
  }

  change(snapshot, version) {
    this.pending = snapshot;
    try {
      localStorage.setItem(this.key, JSON.stringify({ snapshot, version }));
    } catch {
      // There is no room in the browser: the server has it in a moment.
    }
    this.onState("saving");
    this.schedule(FIRST_WAIT);
  }

  schedule(wait) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), wait);
  }

  forget() {
    this.pending = null;
    clearTimeout(this.timer);
    localStorage.removeItem(this.key);
  }

  // Resolves to whether everything is saved.
  async flush() {
    clearTimeout(this.timer);
    if (this.running) await this.running;
    if (!this.pending) return true;
    this.running = this.save();
    const isSaved = await this.running;
    this.running = null;
    return isSaved && (this.pending ? this.flush() : true);
  }

  async save() {
    const snapshot = this.pending;
    try {
      const found = await this.send(snapshot);
      const isLast = this.pending === snapshot;
      if (isLast) this.forget();
      this.wait = FIRST_WAIT;
      this.onSaved(found, isLast);
      this.onState(isLast ? "saved" : "saving");
      return true;
    } catch (error) {
      const isRefused = error.status >= 400 && error.status < 500;
      if (error.status === 409) {
        clearTimeout(this.timer);
        this.onState("refused", error);
        this.onConflict(error.found);
      } else if (isRefused) {
        this.onState("refused", error);
      } else {
        this.wait = Math.min(2 * this.wait, MOST_WAIT);
        this.onState("waiting", error);
        this.schedule(this.wait);
      }
      return false;
    }
  }
}
