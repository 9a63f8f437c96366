// The steps of a method: a slider over them, and a button that plays them one after the other.
const PAUSE = 900;

export class Steps {
  constructor({ root, play, slider, text }, onStep) {
    Object.assign(this, { root, play, slider, text, onStep, names: [], timer: null });
    slider.addEventListener("input", () => {
      this.stop();
      this.go(Number(slider.value));
    });
    play.addEventListener("click", () => (this.timer ? this.stop() : this.start()));
  }

  // null: the method has no steps. An empty list: they are not known yet.
  show(names) {
    this.stop();
    this.root.hidden = names === null;
    this.names = names || [];
    const last = Math.max(this.names.length - 1, 0);
    this.slider.max = last;
    this.slider.disabled = this.play.disabled = last < 1;
    this.go(Math.min(1, last));
  }

  go(step) {
    this.slider.value = step;
    const name = this.names[step] || "reading the passes …";
    this.text.textContent = name;
    this.slider.setAttribute("aria-valuetext", name);
    this.onStep(step);
  }

  start() {
    const next = (step) => {
      this.go(step);
      if (step >= this.names.length - 1) this.stop();
    };
    const step = Number(this.slider.value);
    next(step >= this.names.length - 1 ? 0 : step + 1);
    this.timer = setInterval(() => next(Number(this.slider.value) + 1), PAUSE);
    this.play.textContent = "⏸ Pause";
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
    this.play.textContent = "▶ Play";
  }
}
