// What each wager of this table is, and what it costs on average, with the meters as they stand.

import { Problem } from "../api.js";
import { h } from "../dom.js";
import { dollars, list, sentence } from "../words.js";
import { shortClause } from "./result.js";

/** @import { Cost, Costs } from "../../protocol.d.ts" */
/** @import { Room } from "./room.js" */

const PAUSE = 5000; // milliseconds before a house is asked again that has not counted yet
const FAIR = 0.04; // what a wager may cost and still be cheap
const DEAR = 0.12;

export class Wagers {
  /** @param {Room} room */
  constructor(room) {
    this.room = room;
    this.priced = room.app.isPriced(room.info.game);
    /** @type {Costs | null} */
    this.costs = null;
    this.meter = -1; // what the meter showed when the costs were asked
    this.asking = false;
    this.left = new AbortController();
    this.version = 0; // counts what has changed, for drawing
  }

  /** Ask what wagers cost, unless that is known. */
  async ask() {
    const { room } = this;
    const meter = room.meter ?? 0;
    if (!this.priced || this.asking || (this.costs && this.meter === meter)) return;
    this.asking = true;
    try {
      this.costs = await room.app.api.get(`/api/tables/${room.info.id}/costs`, this.left.signal);
      this.meter = meter;
      this.version++;
      this.asking = false;
      room.screen.draw();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.status !== 503) return;
      this.again = window.setTimeout(() => {
        this.asking = false;
        this.ask();
      }, PAUSE);
    }
  }

  end() {
    this.left.abort();
    window.clearTimeout(this.again);
  }

  /** @returns {Node[]} */
  draw() {
    this.ask();
    const { room, costs } = this;
    const words = room.words?.wagers ?? {};
    const here = room.has.filter((name) => words[name]);
    const side = costs?.side ?? [];
    const main = costs?.main ?? here.filter((name) => !words[name].side && !words[name].earned);
    const earned = here.filter((name) => words[name].earned);
    const others = here.filter((name) => !main.includes(name) && !earned.includes(name));
    const widest = Math.max(0.01, Math.abs(costs?.keeps ?? 0), ...side.map((one) => Math.abs(one.high)));
    const priced = [
      { name: nameOf(main.map((name) => room.speech.wager(name))), words: main, low: costs?.keeps, high: costs?.keeps, note: "" },
      ...others.map((name) => {
        const one = side.find((cost) => cost.wager === name);
        return { name: room.speech.wager(name), words: [name], low: one?.low, high: one?.high, note: one ? noteOf(one, room.speech.wager(one.beside)) : "" };
      }),
    ].sort((a, b) => (a.high ?? 0) - (b.high ?? 0));
    return [
      h("section", { class: "costs" },
        h("p", { class: "caption" }, this.priced ? "What each wager costs" : "What each wager is"),
        this.priced ? h("p", { class: "quiet", role: "status" }, costs ? "On average, of each $1 you put there, played perfectly." : "Being counted. The first time takes up to a minute.") : null,
        h("ul", {}, priced.map((one) => h("li", {},
          h("b", {}, sentence(one.name)), h("b", {}, one.high === undefined ? "" : price(one.low ?? 0, one.high)),
          this.priced ? h("span", { class: "bar-track", "aria-hidden": "true" }, barOf(one.high ?? 0, widest)) : null,
          one.note ? h("p", { class: "about faint" }, h("span", {}, one.note)) : null,
          one.words.map((name) => this.meaning(name, one.words.length > 1)))))),
      ...(earned.length ? [h("section", { class: "costs" }, h("p", { class: "caption" }, "Won without a stake"),
        h("ul", {}, earned.map((name) => h("li", {}, h("b", {}, sentence(room.speech.wager(name))), this.meaning(name)))))] : []),
    ];
  }

  /** What a wager is, with its clause. @param {string} name @param {boolean} named whether its name stands before it */
  meaning(name, named = false) {
    const about = this.room.words?.wagers[name];
    if (!about) return null; // the words are not here yet
    const { clause, means } = about;
    const words = named ? `${sentence(this.room.speech.wager(name))}: ${means}` : sentence(means);
    return h("p", { class: "about" }, h("span", {}, words), h("span", { class: "clause" }, shortClause(clause)));
  }
}

/** "Ante and raises". @param {string[]} names */
function nameOf(names) {
  const raises = names.filter((name) => name.endsWith(" raise"));
  return list(raises.length > 1 ? [...names.filter((name) => !raises.includes(name)), "raises"] : names);
}

/** @param {Cost} cost @param {string} beside how people call the wager that decides with it */
function noteOf(cost, beside) {
  if (beside) return `beside the same ${beside}, if you count both when you choose`;
  const meters = Object.values(cost.meters);
  if (meters.length) return `meter${meters.length > 1 ? "s" : ""} at ${list(meters.map(dollars))}`;
  return cost.low === cost.high ? "" : "by the number of hands";
}

/** "2.56¢", "6.45¢ to 9.44¢", "1.20¢ yours" @param {number} low @param {number} high */
function price(low, high) {
  const cents = (/** @type {number} */ share) => `${(100 * Math.abs(share)).toFixed(2)}¢`;
  if (high < 0) return `${cents(high)} yours`;
  return low === high ? cents(high) : `${low < 0 ? `${cents(low)} yours` : cents(low)} to ${cents(high)}`;
}

/** @param {number} share @param {number} widest */
function barOf(share, widest) {
  const width = share ? `${Math.max(2, (Math.abs(share) / widest) * 100)}%` : "0";
  return h("span", { class: `fill ${share < FAIR ? "cheap" : share < DEAR ? "fair" : "dear"}`, style: { width } });
}
