// The page in its frame. Its origin is opaque, so messages are checked by their sender and their shape.
export class ShownPage {
  constructor(frame, reports) {
    this.frame = frame;
    this.pane = frame.parentElement;
    this.wait(true);
    addEventListener("message", ({ source, data }) => {
      if (source !== frame.contentWindow || typeof data !== "object" || data === null) return;
      if (data.mainspan === "ready") this.wait(false);
      if (Object.hasOwn(reports, data.mainspan)) reports[data.mainspan](data);
    });
  }

  wait(isBusy) {
    this.isReady = !isBusy;
    this.pane.setAttribute("aria-busy", String(isBusy));
  }

  tell(word, more = {}) {
    if (this.frame.contentWindow) this.frame.contentWindow.postMessage({ mainspan: word, ...more }, "*");
  }

  paint({ start, end, verdict, partly }) {
    if (this.isReady) this.tell("paint", { starts: start, ends: end, verdicts: verdict, partly });
  }

  // Show the page with or without pictures and styles from the web.
  load(withPictures) {
    this.wait(true);
    const wanted = new URL(this.frame.src);
    if (withPictures) wanted.searchParams.set("pictures", "1");
    else wanted.searchParams.delete("pictures");
    this.frame.src = wanted;
  }
}
