// Your evening: how it can end, by what you bring, what you bet and how long you play.

import { h, underWay } from "../dom.js";
import { Newest, SOON } from "../newest.js";
import { dollars, many, sentence } from "../words.js";
import { drawFan } from "./fan.js";

/** @import { App } from "../main.js" */
/** @import { EveningEnd } from "../../protocol.d.ts" */

const PACE = 60; // rounds in an hour
const PAUSE = 200; // milliseconds without a change before the house is asked
const STEPS = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8];
const BRINGS = 40; // bets, at first
const HOURS = 3; // at first
const MOST_HOURS = 12;
const MOST_BROUGHT = 10_000_000; // cents

/** Amounts that are easy to say, in cents. @param {number} least @param {number} most */
function ladder(least, most) {
  const found = [least];
  for (let ten = 100; ten <= most; ten *= 10)
    for (const step of STEPS) if (step * ten > least && step * ten <= most && (step * ten) % 100 === 0) found.push(step * ten);
  return found;
}

const PARTS = [2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 40, 50, 60, 80, 100, 150, 200, 300, 400, 500, 600, 800, 1000];
const NEAR = 0.1; // of the smaller of both chances
const RARE = 0.001;

/**
 * A chance in words, "about 1 of 4 such evenings", and whether that is one evening. The percentage is the figure.
 * @param {number} chance
 */
export function share(chance) {
  if (chance < RARE) return { words: "fewer than 1 of 1,000 such evenings", one: true };
  if (chance > 1 - RARE) return { words: "more than 999 of 1,000 such evenings", one: false };
  const off = (/** @type {number} */ parts) => Math.abs(part(parts) / parts - chance) / Math.min(chance, 1 - chance);
  const part = (/** @type {number} */ parts) => Math.min(parts - 1, Math.max(1, Math.round(chance * parts)));
  const parts = PARTS.find((one) => off(one) <= NEAR) ?? PARTS.reduce((best, one) => (off(one) < off(best) ? one : best));
  return { words: `about ${part(parts)} of ${parts} such evenings`, one: part(parts) === 1 };
}

/** @param {number} chance */
const inPercent = (chance) => (chance > 0 && chance < 0.0001 ? "under 0.01%" : `${(100 * chance).toFixed(chance < 0.01 ? 2 : 1)}%`);

/** @param {number} hours */
const lasting = (hours) => (hours === 0.5 ? "half an hour" : many(hours, "hour"));

/** "$30 less than you brought" @param {number} cents @param {number} bankroll */
const beside = (cents, bankroll) => (cents === bankroll ? "what you brought" : `${dollars(Math.abs(cents - bankroll))} ${cents > bankroll ? "more" : "less"} than you brought`);

/** @param {EveningEnd} end @param {number} bankroll @param {number} hours @returns {[string, string][]} each a figure in words, and whose */
function told(end, bankroll, hours) {
  const last = (/** @type {string} */ one) => end.fan.bands[one][end.fan.bands[one].length - 1];
  const [ahead, ruin] = [share(end.ahead), share(end.ruin)];
  const costs = end.mean < 0 ? "costs" : "wins";
  return [
    ["ahead", `After ${lasting(hours)}, ${ahead.words} ${ahead.one ? "ends" : "end"} with more than you brought (${inPercent(end.ahead)}).`],
    ["ruin", `${sentence(ruin.words)} ${ruin.one ? "ends" : "end"} early, because less than ${dollars(end.covers)} is left and a round can take that much (${inPercent(end.ruin)}).`],
    ["usual", `Half of them end with ${dollars(last("0.25"))} to ${dollars(last("0.75"))}. The one in the middle ends with ${dollars(last("0.5"))}, ${beside(last("0.5"), bankroll)}.`],
    ["mean", `On average, an evening ${costs} ${dollars(Math.abs(end.mean))}.`],
  ];
}

/** The picture in words. @param {EveningEnd} end @param {number} bankroll */
function described({ fan }, bankroll) {
  const at = (/** @type {number} */ place) => `half of all evenings have ${dollars(fan.bands["0.25"][place])} to ${dollars(fan.bands["0.75"][place])}, and 9 of 10 have ${dollars(fan.bands["0.05"][place])} to ${dollars(fan.bands["0.95"][place])}`;
  const middle = Math.floor(fan.rounds.length / 2);
  const places = [middle, fan.rounds.length - 1].map((place) => `After ${many(fan.rounds[place], "round")}, ${at(place)}.`);
  return [`The fan of outcomes: you begin with ${dollars(bankroll)}.`, ...places].join(" ");
}

export class YourEvening {
  /**
   * @param {App} app
   * @param {{name: string, title: string, minimum: number, maximum: number}} game its limits are those of a table, if one has other rules
   * @param {{rules?: Record<string, any>}} rules
   */
  constructor(app, game, rules) {
    this.app = app;
    this.game = game;
    this.rules = rules;
    this.newest = new Newest();
    /** @type {(() => void) | null} draws the picture again, as wide as the page is now */
    this.redraw = null;
    const bets = ladder(game.minimum, game.maximum);
    const brought = ladder(4 * game.minimum, Math.min(MOST_BROUGHT, 200 * game.maximum));
    const hours = Array.from({ length: 2 * MOST_HOURS }, (_, at) => (at + 1) / 2);
    this.bankroll = new Slider("You bring", brought, dollars, BRINGS * game.minimum, () => this.changed());
    this.bet = new Slider("Bet each round", bets, dollars, game.minimum, () => this.changed());
    this.hours = new Slider("You play", hours, lasting, HOURS, () => this.changed());
    this.sliders = h("div", { class: "sliders", role: "group", "aria-label": "Your evening", hidden: true }, [this.bankroll, this.bet, this.hours].map((one) => one.element));
    this.state = h("div", { class: "evening-state" }, underWay("Counting every evening …"));
    this.picture = h("div", { class: "evening-picture" });
    this.words = h("div", { class: "evening-words", role: "status" });
    this.answer = h("div", { class: "evening-answer" }, this.picture, this.words);
    this.element = h("section", { class: "panel your-evening", "aria-busy": "true" }, h("h2", {}, "Your evening"), this.sliders, this.state, this.answer);
    this.resized = new ResizeObserver(() => this.redraw?.());
  }

  start() {
    this.resized.observe(this.picture);
    this.ask();
  }

  end() {
    this.resized.disconnect();
    this.newest.end();
  }

  changed() {
    this.age(true);
    this.newest.changed(() => this.ask(), PAUSE);
  }

  /** Dim the answer while it is not that of what the sliders say. @param {boolean} old */
  age(old) {
    this.answer.classList.toggle("old", old);
    this.element.ariaBusy = String(old);
  }

  async ask() {
    if (this.newest.asking) return;
    const slow = window.setTimeout(() => this.state.replaceChildren(underWay("Counting every evening …")), SOON);
    try {
      await this.newest.ask(() => this.count(), (problem) => this.refuse(problem.message));
    } finally {
      window.clearTimeout(slow);
    }
  }

  async count() {
    const [bankroll, hours] = [this.bankroll.value, this.hours.value];
    const terms = { ...this.rules, bankroll, bet: this.bet.value, rounds: Math.round(PACE * hours) };
    const { end, why } = await this.app.api.post(`/api/games/${this.game.name}/evening`, terms, this.newest.signal);
    if (this.newest.isOld) return;
    if (!end) return this.unknown(why);
    this.sliders.hidden = false;
    this.answer.hidden = false;
    this.state.replaceChildren();
    this.draw(end, bankroll, hours);
    this.age(false);
  }

  /** @param {EveningEnd} end @param {number} bankroll @param {number} hours */
  draw(end, bankroll, hours) {
    const every = Math.ceil(hours / 6);
    const marks = Array.from({ length: Math.floor(hours / every) }, (_, at) => /** @type {[number, string]} */ ([PACE * every * (at + 1), `${every * (at + 1)} h`]));
    let drawn = 0;
    this.redraw = () => {
      const wide = Math.max(280, this.picture.clientWidth);
      if (wide === drawn) return;
      drawn = wide;
      this.picture.replaceChildren(drawFan(end.fan, { from: bankroll, begins: "what you brought", named: dollars, marks, words: described(end, bankroll), wide }));
    };
    this.redraw();
    this.words.replaceChildren(...told(end, bankroll, hours).map(([about, words]) => h("p", { "data-about": about }, words)),
      h("p", { class: "faint" }, `Counted, not played: every way in which ${many(PACE * hours, "round")} can end, at ${PACE} an hour, with best play and no side bets. Play money only.`));
  }

  /** The house can't count evenings of this game. @param {string} why */
  unknown(why) {
    this.state.replaceChildren(h("p", { class: "quiet" }, `An evening of this game can’t be counted: ${why}. In a terminal, `, h("code", {}, `pitboss sessions ${this.game.name}`), " simulates many."));
    this.sliders.remove();
    this.answer.remove();
    this.element.ariaBusy = "false";
  }

  /** There is no such evening. @param {string} why */
  refuse(why) {
    this.sliders.hidden = false;
    this.answer.hidden = true;
    this.state.replaceChildren(h("p", { class: "lost", role: "alert" }, `${sentence(why)}.`));
    this.element.ariaBusy = "false";
  }
}

let sliders = 0;

class Slider {
  /**
   * @param {string} name
   * @param {number[]} values
   * @param {(value: number) => string} words
   * @param {number} first the value at first, or the next one below it
   * @param {() => void} changed
   */
  constructor(name, values, words, first, changed) {
    this.values = values;
    const at = Math.max(0, values.findLastIndex((one) => one <= first));
    const id = `evening-${++sliders}`;
    this.input = h("input", { id, type: "range", min: 0, max: values.length - 1, step: 1, value: at, oninput: () => {
      draw();
      changed();
    } });
    const shown = h("output", { for: id });
    const draw = () => {
      shown.textContent = words(this.value);
      this.input.setAttribute("aria-valuetext", words(this.value));
    };
    this.element = h("div", { class: "slider" }, h("label", { for: id }, name), shown, this.input);
    draw();
  }

  get value() {
    return this.values[Number(this.input.value)];
  }
}
