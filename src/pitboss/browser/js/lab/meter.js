// The edge of a progressive wager by what its meter shows.

import { h, s } from "../dom.js";
import { percent } from "../edges.js";
import { dollars, sentence } from "../words.js";

const [WIDTH, HEIGHT, LEFT, RIGHT, BOTTOM, TOP] = [400, 230, 48, 20, 28, 14];

/** @param {string} ratio "-1/37" */
const number = (ratio) => {
  const [above, below = "1"] = ratio.split("/");
  return Number(above) / Number(below);
};

/**
 * @param {any} wager the odds of a progressive wager
 * @param {string} meter
 * @returns {(cents: number) => number} the house edge when the meter shows so much, the others as they are
 */
export function edgeAt(wager, meter) {
  const { progressive } = wager;
  const others = Object.entries(progressive.meters).filter(([name]) => name !== meter)
    .reduce((sum, [, one]) => sum + (number(one.share) * one.at) / progressive.stake, 0);
  const share = number(progressive.meters[meter].share) / progressive.stake;
  return (cents) => 1 - number(progressive.fixed_return) - others - share * cents;
}

/**
 * @param {string} name
 * @param {any} wager
 */
export function drawMeter(name, wager) {
  const [meter, one] = Object.entries(wager.progressive.meters)[0];
  const edge = edgeAt(wager, meter);
  const even = one.break_even;
  const most = Math.max(one.at, even) * 1.35 || 100_000;
  const [high, low] = [edge(0), edge(most)];
  const x = (/** @type {number} */ cents) => LEFT + ((WIDTH - LEFT - RIGHT) * cents) / most;
  const y = (/** @type {number} */ value) => TOP + ((HEIGHT - TOP - BOTTOM) * (high - value)) / (high - low);
  const text = (/** @type {number} */ at, /** @type {number} */ up, /** @type {string} */ words, more = {}) =>
    s("text", { x: at, y: up, ...more }, words);
  const apart = [5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000].find((thousands) => most / (thousands * 100_000) <= 5) || 20_000;
  const marks = [];
  for (let thousands = 0; thousands * 100_000 <= most; thousands += apart) marks.push(thousands);
  const step = [0.05, 0.1, 0.2, 0.25, 0.5].find((size) => (high - low) / size <= 5) || 1;
  const levels = [];
  for (let level = Math.ceil(low / step) * step; level <= high + 1e-9; level += step) levels.push(level);
  const words = `${sentence(name)}: the house keeps ${percent(edge(one.at))} at ${dollars(one.at)}; even at ${dollars(Math.floor(even))}`;
  return h("figure", { class: "meter" },
    s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": words },
      s("rect", { class: "good", x: LEFT, y: y(0), width: WIDTH - LEFT - RIGHT, height: Math.max(0, HEIGHT - BOTTOM - y(0)) }),
      levels.map((level) => [
        s("line", { class: Math.abs(level) < 1e-9 ? "zero" : "level", x1: LEFT, x2: WIDTH - RIGHT, y1: y(level), y2: y(level) }),
        text(LEFT - 6, y(level) + 4, `${Math.round(100 * level)}%`.replace("-", "−"), { "text-anchor": "end" }),
      ]).flat(),
      marks.map((thousands) => text(x(thousands * 100_000), HEIGHT - 8, thousands ? `$${thousands}k` : "$0", { "text-anchor": "middle" })),
      s("line", { class: "value", x1: x(0), y1: y(high), x2: x(most), y2: y(low) }),
      s("line", { class: "now", x1: x(one.at), x2: x(one.at), y1: TOP, y2: HEIGHT - BOTTOM }),
      s("circle", { class: "at", cx: x(one.at), cy: y(edge(one.at)), r: 5 }),
      s("circle", { class: "even", cx: x(even), cy: y(0), r: 5 }),
      text(x(one.at) + 10, y(edge(one.at)) + 4, `at ${dollars(one.at)}: ${percent(edge(one.at))}`, { class: "said" }),
      text(x(even) - 10, y(0) + 18, `even at ${dollars(Math.floor(even))}`, { class: "said even", "text-anchor": "end" })));
}
