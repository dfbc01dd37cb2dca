// What each wager costs, on one axis: the player's to the left, the house's to the right.

import { h } from "./dom.js";
import { list, sentence } from "./words.js";

/** @import { Speech } from "./speech.js" */

const DEAR = 0.06; // an edge above this is marked

/** @typedef {{name: string, low: number, high: number, note: string}} Edge */

/** @param {number} share */
export const percent = (share, digits = 2) => `${(100 * share).toFixed(digits).replace("-", "−")}%`;

/** "2,598,960 deals" @param {{counted?: string} | undefined} about the game, which may count something else @param {number} combinations */
export const countedOver = (about, combinations) => `${combinations.toLocaleString("en-US")} ${about?.counted ?? "deals"}`;

/**
 * The edges of a game's wagers, the player's best first. Columns of one pay table and equal wagers are one line.
 * @param {Speech} speech
 * @param {{base: string, odds: any}} found as the house answers it
 */
function edges(speech, { base, odds: { wagers } }) {
  /** @type {Map<string, Edge & {names: string[]}>} */
  const found = new Map();
  for (const [name, wager] of Object.entries(wagers)) {
    if (wager.earned && wager.side) continue; // won without a stake of its own, from what others hold
    const stem = /^(.*) \d+$/.exec(name)?.[1] || name;
    const edge = wager.joint_edge ?? wager.house_edge;
    const one = found.get(stem) || { name: stem, names: /** @type {string[]} */ ([]), low: edge, high: edge, note: "" };
    one.names.push(name);
    one.low = Math.min(one.low, edge);
    one.high = Math.max(one.high, edge);
    if (wager.joint) one.note = `beside the same ${speech.wager(base)}, if you count both when you choose; ${percent(wager.house_edge)} if you don’t`;
    if (wager.earned) one.note = `won without a stake of its own, as a share of the ${speech.wager(base)}`;
    const meter = wager.progressive && Object.values(wager.progressive.meters)[0];
    if (meter) one.note = `meter at $${(meter.at / 100).toLocaleString("en-US")}`;
    found.set(stem, one);
  }
  return [...found.values()]
    .map((one) => ({ ...one, name: one.names.length === 1 ? one.names[0] : one.low === one.high ? `each ${one.name}` : one.name,
      note: one.note || (one.low === one.high ? "" : `by the number of hands`) }))
    .sort((a, b) => a.high - b.high);
}

/**
 * Tells the edge of the base wager by itself from that of a whole hand, which other places show.
 * @param {Speech} speech
 * @param {{base: string, odds: any}} found
 */
export function wholeHand(speech, { base, odds }) {
  const alone = odds.wagers[base]?.house_edge;
  const others = Object.entries(odds.wagers).filter(([name, one]) => name !== base && !one.side).map(([name]) => `the ${speech.wager(name)}`);
  if (alone === undefined || !others.length) return "";
  const [name, edge] = [speech.wager(base), odds.house_edge];
  const keeps = (/** @type {number} */ share) => (share < 0 ? `is worth ${percent(-share)} to you` : `costs ${percent(share)}`);
  return `Each line is one wager by itself. The ${name} alone ${keeps(alone)}; with ${list(others)}, a whole hand ${keeps(edge)} of the ${name}.`;
}

/** @param {Speech} speech @param {{base: string, odds: any}} found */
export function drawEdges(speech, found) {
  const every = edges(speech, found);
  const least = Math.min(0, ...every.map((one) => one.low));
  const most = Math.max(0.01, ...every.map((one) => one.high));
  const place = (/** @type {number} */ edge) => (100 * (edge - least)) / (most - least);
  return h("div", { class: "edges", role: "list" }, every.map((one) => {
    const kind = one.high < 0 ? "yours" : one.high > DEAR ? "dear" : "";
    const [from, to] = [place(Math.min(0, one.high)), place(Math.max(0, one.high))];
    const line = h("div", { class: "edge-bar", "aria-hidden": "true", style: { "--zero": `${place(0)}%` } },
      h("i", { style: { left: `${from}%`, width: `${Math.max(0.6, to - from)}%` } }));
    const said = one.high < 0 ? `yours ${percent(-one.high)}` : one.low === one.high ? percent(one.high) : `${percent(one.low)} to ${percent(one.high)}`;
    return h("div", { class: `edge ${kind}`, role: "listitem" },
      h("div", { class: "edge-name" }, h("span", {}, sentence(speech.wager(one.name)), one.note ? h("small", {}, one.note) : null)),
      line, h("div", { class: "edge-value" }, said));
  }));
}
