// Asks the coach of the house: what choices are worth, and what a round was worth when it is over.

import { Problem } from "../api.js";
import { say } from "../dom.js";
import { plainVerb } from "./coach.js";
import { Evening } from "./evening.js";

/** @import { ChoiceInfo, CounselInfo, ReviewInfo } from "../../protocol.d.ts" */
/** @import { Room } from "./room.js" */

const TRIES = 10; // times that a busy coach is asked
const PAUSE = 400; // milliseconds before it is asked again
const NONE = "This house has no coach.";
const OFF = "The coach is off at this table. Mistakes are shown after the round.";

export class Coaching {
  /** @param {Room} room */
  constructor(room) {
    this.room = room;
    this.on = localStorage.getItem("coach") !== "off";
    this.priced = room.app.isPriced(room.info.game);
    this.away = !this.priced ? NONE : room.info.coach ? "" : OFF; // why there is no coach here
    /** @type {CounselInfo | null} on the present question */
    this.advice = null;
    this.silent = false; // whether the coach was asked and did not answer
    this.key = ""; // the question that was asked about
    /** @type {ReviewInfo | null} of the last round */
    this.review = null;
    this.evening = new Evening(room.info.id);
    this.version = 0; // counts what has changed, for drawing
    this.left = new AbortController(); // ends all requests when the player leaves
    this.passed = new AbortController(); // ends the request about a question that has passed: browsers let the next one wait for it
  }

  /** The player leaves the screen. */
  end() {
    this.left.abort();
    this.passed.abort();
  }

  get best() {
    return this.on ? this.advice?.choices.find((one) => one.best) ?? null : null;
  }

  /** How a choice is called on its button. @param {Pick<ChoiceInfo, "do" | "wager">} one */
  verb(one) {
    return this.room.choices.find((choice) => choice.offer.do === one.do)?.verb ?? plainVerb(this.room.speech, one);
  }

  toggle() {
    if (!this.priced) return say(this.away);
    this.on = !this.on;
    localStorage.setItem("coach", this.on ? "on" : "off");
    say(this.on ? "The coach is on." : "The coach is off.");
    if (this.on) {
      this.room.screen.openTab("coach");
      this.ask();
    }
    this.changed();
  }

  changed() {
    this.version++;
    this.room.screen.draw();
    this.room.coachPlays.step();
  }

  /** Another question is there. */
  async ask() {
    const { room } = this;
    const key = room.question;
    this.key = key;
    this.advice = null;
    this.silent = false;
    this.version++;
    this.passed.abort();
    this.passed = new AbortController();
    if (!this.on || this.away || room.phase !== "decide") return;
    const answer = await this.get(`/api/tables/${room.info.id}/advice`, () => key === room.question, this.passed.signal);
    const counsel = answer?.advice?.find((/** @type {any} */ one) => one.seat === room.seat) ?? answer?.advice?.[0];
    if (!counsel?.choices.length) {
      this.silent = key === room.question;
      return this.changed();
    }
    if (key === room.question) this.advice = counsel;
    this.changed();
  }

  /** A round is over. @param {number} round */
  async look(round) {
    this.advice = null;
    this.review = null;
    this.version++;
    if (!this.priced) return;
    const review = await this.get(`/api/tables/${this.room.info.id}/rounds/${round}/review`, () => this.room.result?.round === round, this.left.signal);
    if (!review) return;
    this.evening.add(review);
    if (this.room.result?.round === round) this.review = review;
    this.changed();
  }

  /**
   * Ask, and again if the coach is busy. Null if it does not answer.
   * @param {string} path
   * @param {() => boolean} wanted whether the answer is still of use
   * @param {AbortSignal} signal
   */
  async get(path, wanted, signal) {
    for (let tries = 0; tries < TRIES && !signal.aborted && wanted(); tries++) {
      try {
        return await this.room.app.api.get(path, signal);
      } catch (error) {
        if (signal.aborted) return null;
        if (!(error instanceof Problem)) throw error;
        if (error.status === 403 && error.code === "coach") this.away = OFF;
        else if (error.status === 404 && path.endsWith("/advice")) this.away = "There is no coach at this table.";
        if (![409, 429, 503].includes(error.status)) return null;
      }
      await new Promise((done) => window.setTimeout(done, PAUSE));
    }
    return null;
  }
}
