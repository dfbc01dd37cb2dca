// What came together round by round: what one has, what perfect play was worth, and what one's own play was worth.

import { h, s } from "./dom.js";
import { signed, wholeCents } from "./words.js";

const RIGHT = 56; // for the figures at the end of the lines
const WHOLE = 10000; // cents from which on cents say nothing

/** The sums after each round, and before the first one. @param {number[]} each */
export function added(each) {
  const found = [0];
  for (const one of each) found.push(found[found.length - 1] + one);
  return found;
}

/**
 * Three lines over the same rounds, and the words for them. Each line begins before the first round.
 * @param {number[]} net cents
 * @param {number[]} perfect
 * @param {number[]} own
 * @param {number} wide
 * @param {number} high
 */
export function drawSums(net, perfect, own, wide, high) {
  const lines = [
    { name: "what you have", of: net, look: "have" },
    { name: "perfect play", of: perfect, look: "perfect" },
    { name: "your play", of: own, look: "own" },
  ];
  const all = lines.flatMap((one) => one.of);
  const [low, top] = [Math.min(0, ...all), Math.max(0, ...all)];
  const x = (/** @type {number} */ at) => ((wide - RIGHT) * at) / (net.length - 1);
  const y = (/** @type {number} */ cents) => 8 + ((high - 16) * (top - cents)) / (top - low || 1);
  const last = (/** @type {number[]} */ of) => of[of.length - 1];
  const ends = spread(lines.map((one) => y(last(one.of))), high);
  return [
    s("svg", { class: "sums", viewBox: `0 0 ${wide} ${high}`, role: "img", "aria-label": lines.map((one) => `${one.name} ${signed(last(one.of))}`).join(", ") },
      s("line", { x1: 0, x2: wide - RIGHT, y1: y(0), y2: y(0), class: "zero" }),
      lines.map((one) => s("polyline", { class: one.look, points: one.of.map((cents, at) => `${x(at).toFixed(1)},${y(cents).toFixed(1)}`).join(" ") })),
      lines.map((one, at) => s("text", { x: wide - RIGHT + 6, y: ends[at] + 4, class: one.look }, short(last(one.of))))),
    h("p", { class: "sums" }, lines.map((one) => h("span", { class: one.look }, "● ", h("i", {}, one.name)))),
  ];
}

/** A sum for the end of a line: with its cents while it is small. @param {number} cents */
const short = (cents) => signed(Math.abs(cents) < WHOLE ? cents : wholeCents(cents / 100) * 100);

/** Heights of words that do not lie on each other. @param {number[]} wanted @param {number} high */
export function spread(wanted, high) {
  const order = wanted.map((y, at) => ({ y, at })).sort((a, b) => a.y - b.y);
  order[0].y = Math.max(order[0].y, 8);
  for (let at = 1; at < order.length; at++) order[at].y = Math.max(order[at].y, order[at - 1].y + 14);
  let limit = high - 8; // the words hang 4 below, and a dollar sign below that
  for (const one of [...order].reverse()) {
    one.y = Math.min(one.y, limit);
    limit = one.y - 14;
  }
  const found = [...wanted];
  for (const one of order) found[one.at] = one.y;
  return found;
}
