// The fan of outcomes: what so many of all evenings have at least, round after round, and perhaps one's own line in it.

import { h, s } from "../dom.js";
import { spread } from "../sums.js";

/** @import { Fan } from "../../protocol.d.ts" */

/** Bands from the outside in: the shares at their edges, and what lies between them. @type {[string, string, string][]} */
const BANDS = [["0.01", "0.99", "98 of 100 evenings"], ["0.05", "0.95", "9 of 10"], ["0.25", "0.75", "half of them"]];
const MIDDLE = "0.5";
const EDGES = ["0.95", "0.75", MIDDLE, "0.25", "0.05"];
const TOP = 10;
const FOOT = 26; // for the words below
const LETTER = 8; // the width of a letter beside the lines

/**
 * @param {Fan} fan
 * @param {object} more
 * @param {number} more.from the amount with which every evening begins, in cents
 * @param {(cents: number) => string} more.named an amount, as it stands beside the lines
 * @param {[number, string][]} more.marks numbers of rounds, and the words below them
 * @param {string} more.begins what stands at that amount
 * @param {string} more.words the picture in words
 * @param {number} more.wide
 * @param {number[]} [more.own] what one had after each round, from the beginning
 */
export function drawFan(fan, { from, begins, named, marks, words, wide, own = [] }) {
  const high = Math.round(Math.max(220, Math.min(340, wide * 0.5)));
  const all = [...fan.bands["0.01"], ...fan.bands["0.99"], ...own, from];
  const [low, most] = [Math.min(...all), Math.max(...all)];
  const last = (/** @type {string} */ share) => fan.bands[share][fan.bands[share].length - 1];
  const texts = EDGES.map((share) => named(last(share)));
  const right = LETTER * Math.max(...texts.map((one) => one.length)) + 10;
  const rounds = fan.rounds[fan.rounds.length - 1];
  const x = (/** @type {number} */ at) => ((wide - right) * at) / rounds;
  const y = (/** @type {number} */ cents) => TOP + ((high - TOP - FOOT) * (most - cents)) / (most - low || 1);
  const point = (/** @type {number} */ at, /** @type {number} */ cents) => `${x(at).toFixed(1)},${y(cents).toFixed(1)}`;
  const line = (/** @type {string} */ share) => fan.bands[share].map((cents, at) => point(fan.rounds[at], cents));
  const ends = spread(EDGES.map((share) => y(last(share))), high - FOOT + 8);
  return h("figure", { class: "fan" },
    s("svg", { viewBox: `0 0 ${wide} ${high}`, role: "img", "aria-label": words },
      BANDS.map(([under, over]) => s("polygon", { class: "band", points: [...line(over), ...line(under).reverse()].join(" ") })),
      s("line", { class: "zero", x1: 0, x2: wide - right, y1: y(from), y2: y(from) }),
      s("polyline", { class: "middle", points: line(MIDDLE).join(" ") }),
      own.length ? s("polyline", { class: "own", points: own.map((cents, at) => point(at, cents)).join(" ") }) : null,
      EDGES.map((share, at) => s("text", { class: share === MIDDLE ? "middle" : "", x: wide - right + 8, y: ends[at] + 4 }, texts[at])),
      marks.map(([at, said]) => s("text", { class: "mark", x: Math.min(Math.max(x(at), 12), wide - right - 12), y: high - 6, "text-anchor": "middle" }, said))),
    h("figcaption", {}, BANDS.map(([, , said], at) => h("span", { class: `key band-${at}` }, said)), h("span", { class: "key middle" }, "the one in the middle"), h("span", { class: "key zero" }, begins),
      own.length ? h("span", { class: "key own" }, "yours") : null));
}
