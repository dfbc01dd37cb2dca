// The evening at a table so far: what one has, what perfect play was worth, and what one's own play was worth.

import { h, s } from "../dom.js";
import { dollars, signed, wholeCents } from "../words.js";
import { isMistake } from "./coach.js";

/** @import { MistakeBody, ReviewInfo } from "../../protocol.d.ts" */

/** @typedef {{round: number, net: number, perfect: number, own: number, cost: number, late: number, wrong: number[]}} Told cents of one round, and which of its decisions were mistakes */

const WIDE = 304;
const HIGH = 96;
const RIGHT = 56; // for the figures at the end of the lines

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
    const lines = [
      { name: "what you have", of: sums(this.rounds.map((one) => one.net)), look: "have" },
      { name: "perfect play", of: sums(this.rounds.map((one) => one.perfect)), look: "perfect" },
      { name: "your play", of: sums(this.rounds.map((one) => one.own)), look: "own" },
    ];
    const all = lines.flatMap((one) => one.of);
    const [low, high] = [Math.min(0, ...all), Math.max(0, ...all)];
    const x = (/** @type {number} */ at) => ((WIDE - RIGHT) * at) / this.rounds.length;
    const y = (/** @type {number} */ cents) => 8 + ((HIGH - 16) * (high - cents)) / (high - low || 1);
    const ends = spread(lines.map((one) => y(/** @type {number} */ (one.of.at(-1)))));
    const count = this.rounds.length;
    return h("section", { class: "evening" },
      h("div", { class: "row spread" },
        h("p", { class: "caption" }, `Tonight, ${count} round${count === 1 ? "" : "s"}`),
        h("p", { class: "faint" }, this.words)),
      s("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": lines.map((one) => `${one.name} ${signed(one.of.at(-1) ?? 0)}`).join(", ") },
        s("line", { x1: 0, x2: WIDE - RIGHT, y1: y(0), y2: y(0), class: "zero" }),
        lines.map((one) => s("polyline", { class: `sum ${one.look}`, points: one.of.map((cents, at) => `${x(at).toFixed(1)},${y(cents).toFixed(1)}`).join(" ") })),
        lines.map((one, at) => s("text", { x: WIDE - RIGHT + 6, y: ends[at] + 4, class: `end ${one.look}` }, short(one.of.at(-1) ?? 0)))),
      h("p", { class: "keys" }, lines.map((one) => h("span", { class: one.look }, "● ", h("i", {}, one.name)))),
      this.mistakes ? drill(this.wrong) : null);
  }
}

const WHOLE = 10000; // cents from which on cents say nothing

/** A sum for the end of a line: with its cents while it is small. @param {number} cents */
const short = (cents) => signed(Math.abs(cents) < WHOLE ? cents : wholeCents(cents / 100) * 100);

/** @param {number[]} each */
function sums(each) {
  const found = [0];
  for (const one of each) found.push(found[found.length - 1] + one);
  return found;
}

/** Heights of words that do not lie on each other. @param {number[]} wanted */
function spread(wanted) {
  const order = wanted.map((y, at) => ({ y, at })).sort((a, b) => a.y - b.y);
  order[0].y = Math.max(order[0].y, 8);
  for (let at = 1; at < order.length; at++) order[at].y = Math.max(order[at].y, order[at - 1].y + 14);
  let limit = HIGH - 8; // the words hang 4 below, and a dollar sign below that
  for (const one of [...order].reverse()) {
    one.y = Math.min(one.y, limit);
    limit = one.y - 14;
  }
  const found = [...wanted];
  for (const one of order) found[one.at] = one.y;
  return found;
}
