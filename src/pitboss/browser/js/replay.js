// A round step by step: its events, their sentences and the parts that they make. Nothing here draws.

import { fromTheSeats } from "./cross.js";
import { Layout, eventsOf, layoutOf, netOf } from "./layout.js";

/** @import { Result } from "../protocol.d.ts" */
/** @import { Event } from "./layout.js" */

/** What kind of step an event is, for the track. What is not named goes with the step before it. @type {Record<string, string>} */
const PHASES = {
  began: "Bets", seated: "Bets", wagered: "Bets", withdrawn: "Bets", committed: "Bets",
  dealt: "Deal", burned: "Deal", cut: "Deal", stub: "Deal",
  chose: "Decide", moved: "Decide", offered: "Decide",
  exposed: "Show", ranked: "Show",
  settled: "Settle", collected: "Settle", voided: "Settle", paid: "Settle", opened: "Settle", ended: "Settle",
};

export class Replay {
  /** @param {any} round an answer of /api/tables/ID/rounds/N @param {string[][]} sentences one for each event of each update */
  constructor(round, sentences) {
    this.round = round;
    /** @type {Event[]} */
    this.events = round.updates.flatMap(eventsOf);
    this.sentences = sentences.flat();
    this.step = 0;
  }

  get last() {
    return this.events.length - 1;
  }

  /** @param {number} step */
  go(step) {
    this.step = Math.max(0, Math.min(this.last, step));
  }

  get event() {
    return this.events[this.step];
  }

  get sentence() {
    const said = (this.event.results ?? []).map((/** @type {Result} */ { why, money }) => [why, money].filter(Boolean).join(" "));
    return [...said, fromTheSeats(this.sentences[this.step] || "")].join(" ");
  }

  /** What lies on the table after the present step. */
  layout() {
    return layoutOf(this.events.slice(0, this.step + 1));
  }

  /**
   * The step that tells most about a round that is over: its last settlement, before the cards are swept.
   * @param {number} seat whose settlement; 0 for anybody's
   */
  telling(seat) {
    const layout = new Layout();
    let [settled, lying] = [-1, this.last];
    this.events.forEach((event, at) => {
      layout.apply(event);
      if (![...layout.hands.values()].some((hand) => hand.cards.length)) return;
      lying = at;
      if (event.type === "settled" && (!seat || event.seat === seat)) settled = at;
    });
    return settled < 0 ? lying : settled;
  }

  /** The parts of the round in order, each with its name and the number of its steps. */
  parts() {
    /** @type {{name: string, steps: number}[]} */
    const found = [];
    for (const event of this.events) {
      const before = found[found.length - 1];
      let name = PHASES[event.type] || before?.name || "Bets";
      if (event.type === "wagered" && before && before.name !== "Bets") name = "Decide"; // a raise
      if (before && before.name === name) before.steps += 1;
      else found.push({ name, steps: 1 });
    }
    return found;
  }

  /** The seat of a person in this round. 0 if they only watched. @param {string} person */
  seatOf(person) {
    const came = this.events.find((event) => event.type === "seated" && event.player === person);
    const began = this.events.find((event) => event.type === "began");
    const found = began?.seats.find((/** @type {[number, string]} */ one) => one[1] === person);
    return found?.[0] ?? came?.seat ?? 0;
  }

  /** What a person won or lost by now, in cents. Null before the first of their wagers ended. @param {string} person */
  net(person) {
    const over = this.events.slice(0, this.step + 1).filter((event) => event.type === "settled" && event.player === person);
    return over.length ? netOf(over) : null;
  }
}
