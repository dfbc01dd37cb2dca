// The deal, card by card, for the person who deals.
//
// The house deals a whole deal in one act, and the players have their cards when the bets are closed. The desk shows them
// one after another in the document's order, so that the dealer can follow and call. It never lags behind the table: the
// first decision of a player ends the walk.

import { LiveTable } from "../live.js";

/** @typedef {import("../layout.js").Event} Event */

const PAUSE_MS = 420;
/** Events after which a deal is over. */
const GOES_ON = new Set(["chose", "settled", "voided", "irregular", "began"]);

export class Walk {
  /**
   * @param {LiveTable} table what has happened
   * @param {() => void} changed hears that another card lies on the table
   */
  constructor(table, changed) {
    this.table = table;
    this.changed = changed;
    /** The table as far as the walk has come. */
    this.shown = new LiveTable(table.id, () => {});
    /** @type {Event[]} events that are not shown yet, the first of them a card */
    this.queue = [];
    this.timer = 0;
    this.total = 0; // cards of this deal
  }

  get walking() {
    return this.queue.length > 0;
  }

  /** The card that comes next. @returns {Event | null} */
  get next() {
    return this.queue[0] ?? null;
  }

  /** How many cards of this deal lie on the table. */
  get done() {
    return this.total - this.queue.filter((e) => e.type === "dealt").length;
  }

  /**
   * Take in what is new at the table.
   * @param {Event[]} events
   * @param {boolean} slowly whether the cards come one by one
   */
  take(events, slowly) {
    const cards = events.filter((e) => e.type === "dealt").length;
    const first = events.findIndex((e) => e.type === "dealt");
    const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    const goesOn = (/** @type {Event[]} */ some) => some.some((e) => GOES_ON.has(e.type));
    if (this.walking && (cards || goesOn(events))) this.finish();
    if (!this.walking && cards > 1 && slowly && !still && !goesOn(events.slice(first))) {
      this.show(events.slice(0, first));
      this.queue = events.slice(first);
      this.total = cards;
      this.wait();
    } else if (this.walking) this.queue.push(...events);
    else this.show(events);
  }

  /** Show the next card, and what follows it up to the card after. */
  step() {
    const after = this.queue.findIndex((e, at) => at > 0 && e.type === "dealt");
    this.show(this.queue.splice(0, after < 0 ? this.queue.length : after));
    if (this.walking) this.wait();
    else window.clearTimeout(this.timer);
    this.changed();
  }

  /** Show all cards. */
  finish() {
    window.clearTimeout(this.timer);
    this.show(this.queue.splice(0));
  }

  end() {
    window.clearTimeout(this.timer);
  }

  wait() {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.step(), PAUSE_MS);
  }

  /** @param {Event[]} events */
  show(events) {
    if (events.length) this.shown.update({ seq: this.shown.last + 1, events });
    this.follow();
  }

  /** What does not move card by card: who sits where, names, meters, and the question, once the walk is over. */
  follow() {
    this.shown.seats = new Map(this.table.seats);
    this.shown.names = this.table.names;
    this.shown.meters = this.table.meters;
    this.shown.stopped = this.table.stopped;
    this.shown.turn = this.walking ? null : this.table.turn;
  }
}
