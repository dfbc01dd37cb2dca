// Questions to the house while somebody moves a slider or edits rules: one at a time, and the newest next.

import { Problem } from "./api.js";

export const SOON = 400; // milliseconds after which a wait is explained, or the house is asked again
/** Codes of answers after which the house is asked again. */
const LATER = new Set(["busy", "connection", "limit", "stopped"]);

export class Newest {
  constructor() {
    this.timer = 0;
    this.version = 0; // counts changes
    this.asked = -1; // the version that the house was asked about last
    this.asking = false;
    this.left = new AbortController();
  }

  get signal() {
    return this.left.signal;
  }

  /** Whether nobody wants the answer to the last question any more. */
  get isOld() {
    return this.asked !== this.version || this.signal.aborted;
  }

  /** Something changed: ask after a pause without another change. @param {() => void} ask @param {number} pause */
  changed(ask, pause) {
    this.version++;
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(ask, pause);
  }

  /**
   * Ask until the answer is that of the newest version.
   * @param {() => Promise<void>} question asks, and draws the answer unless it is old by then
   * @param {(problem: Problem) => void} refused
   * @param {(code: string) => void} [again] told why the house is asked once more
   */
  async ask(question, refused, again) {
    if (this.asking) return;
    this.asking = true;
    try {
      while (this.asked !== this.version && !this.signal.aborted) {
        this.asked = this.version;
        try {
          await question();
        } catch (error) {
          if (!(error instanceof Problem)) throw error;
          if (this.isOld) continue;
          if (LATER.has(error.code)) {
            this.asked = -1;
            again?.(error.code);
            await new Promise((done) => window.setTimeout(done, SOON));
          } else refused(error);
        }
      }
    } finally {
      this.asking = false;
    }
  }

  end() {
    window.clearTimeout(this.timer);
    this.left.abort();
  }
}
