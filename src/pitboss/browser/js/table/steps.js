// The slow pace: each step of the round is told with its clause, and waits until the player goes on.

import { h, say } from "../dom.js";
import { clauseName, sentence } from "../words.js";
import { tell } from "./telling.js";

/** @import { Event } from "../layout.js" */
/** @import { Line } from "./telling.js" */
/** @import { Room } from "./room.js" */

export class Steps {
  /** @param {Room} room */
  constructor(room) {
    this.room = room;
    /** @type {Line[]} what is told now; empty while nothing waits for the player */
    this.told = [];
    this.run = 0; // of the events that are being told
    this.whole = false; // whether the last events were told to their end
    this.go = () => {};
    this.element = h("div", { class: "told-step", hidden: true });
  }

  /**
   * Show these events step by step.
   * @param {Event[]} events
   * @param {(step: Event[]) => Promise<void>} show
   */
  async play(events, show) {
    const run = ++this.run;
    this.whole = false;
    for (const step of stepsOf(events)) {
      await show(step);
      if (run !== this.run) return; // the rest is shown at once
      this.draw(this.linesOf(step));
      if (this.told.length) await new Promise((done) => (this.go = () => done(undefined)));
      if (run !== this.run) return;
    }
    this.whole = true;
  }

  /** Whether these events were told step by step, to their end. */
  took() {
    const { whole } = this;
    this.whole = false;
    return whole;
  }

  /** Go on to the next step. Returns whether one was told. */
  next() {
    if (!this.told.length) return false;
    this.draw([]);
    this.go();
    return true;
  }

  /** Tell nothing more of these events. */
  end() {
    this.run++;
    this.draw([]);
    this.go();
  }

  /** @param {Event[]} step */
  linesOf(step) {
    const { room } = this;
    return tell(room.speech, step, (player) => room.calledYou(player), (seat) => room.atSeat(seat), room.me).filter((one) => one.clause);
  }

  /** @param {Line[]} lines */
  draw(lines) {
    if (!lines.length && !this.told.length) return;
    this.told = lines;
    const { clauses = {} } = this.room.words ?? {};
    const named = [...new Set(lines.map((one) => one.clause))];
    const words = lines.map((one) => `${one.words}${/[.!?”]$/.test(one.words) ? "" : "."}`).join(" ");
    const why = named.filter((one) => clauses[one]).map((one) => `${sentence(clauses[one]).replace(/\.$/, "")}.`).join(" ");
    this.element.hidden = !lines.length;
    this.element.replaceChildren(
      h("b", {}, words),
      h("span", { class: "serif", title: why }, named.map((one) => h("span", { class: "tag clause" }, clauseName(one))), " ", why));
    if (lines.length) say(`${words} ${why}`, true);
    this.room.screen.draw();
  }
}

/**
 * Events in the steps in which people tell them: what is dealt together, a choice with its chips, and each seat that is settled.
 * @param {Event[]} events
 */
function stepsOf(events) {
  /** @type {Event[][]} */
  const steps = [];
  let last = "";
  for (const e of events) {
    const kind = e.type === "settled" ? `settled ${e.seat}` : e.type === "wagered" && last === "chose" ? last : e.type;
    if (kind === last) steps[steps.length - 1].push(e);
    else steps.push([e]);
    last = kind;
  }
  return steps;
}
