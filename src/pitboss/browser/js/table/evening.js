// The evening at a table so far: what one has, what perfect play was worth, and what one's own play was worth.

import { h } from "../dom.js";
import { added, drawSums } from "../sums.js";
import { dollars } from "../words.js";
import { isMistake } from "./coach.js";

/** @import { MistakeBody, ReviewInfo } from "../../protocol.d.ts" */

/** @typedef {{round: number, net: number, perfect: number, own: number, cost: number, late: number, wrong: number[]}} Told cents of one round, and which of its decisions were mistakes */

const WIDE = 304;
const HIGH = 96;

export class Evening {
  /** @param {string} table */
  constructor(table) {
    this.table = table;
    this.key = `evening-2/${table}`; // what earlier pages kept has another form
    /** @type {Told[]} */
    this.rounds = JSON.parse(sessionStorage.getItem(this.key) || "[]");
  }

  /** @param {ReviewInfo} review */
  add({ round, net, perfect, own, cost, late, decisions }) {
    if (this.rounds.some((one) => one.round === round)) return;
    this.rounds.push({ round, net, perfect, own, cost, late, wrong: decisions.filter(isMistake).map((one) => one.number) });
    this.rounds.sort((a, b) => a.round - b.round);
    sessionStorage.setItem(this.key, JSON.stringify(this.rounds));
  }

  get mistakes() {
    return this.wrong.length;
  }

  /** The mistakes of the evening, the oldest first. @returns {MistakeBody[]} */
  get wrong() {
    return this.rounds.flatMap((one) => one.wrong.map((number) => ({ table: this.table, round: one.round, number })));
  }

  /** "2 mistakes, $4.88; time ran out, $12.29" */
  get words() {
    const cost = this.rounds.reduce((sum, one) => sum + (one.wrong.length ? one.cost : 0), 0);
    const late = this.rounds.reduce((sum, one) => sum + one.late, 0);
    const mistakes = `${this.mistakes || "no"} mistake${this.mistakes === 1 ? "" : "s"}${this.mistakes ? `, ${dollars(cost)}` : ""}`;
    return late >= 1 ? `${mistakes}; time ran out, ${dollars(late)}` : mistakes;
  }

  /**
   * A chart of the sums, with skill and luck told apart; null before the first round.
   * @param {(mistakes: MistakeBody[]) => HTMLElement} drill offers to drill the mistakes
   */
  draw(drill) {
    if (!this.rounds.length) return null;
    const sums = (/** @type {"net" | "perfect" | "own"} */ name) => added(this.rounds.map((one) => one[name]));
    const count = this.rounds.length;
    return h("section", { class: "evening" },
      h("div", { class: "row spread" },
        h("p", { class: "caption" }, `Tonight, ${count} round${count === 1 ? "" : "s"}`),
        h("p", { class: "faint" }, this.words)),
      ...drawSums(sums("net"), sums("perfect"), sums("own"), WIDE, HIGH),
      this.mistakes ? drill(this.wrong) : null);
  }
}
