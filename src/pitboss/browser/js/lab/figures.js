// Figures of the lab: the decisions that change with the rules, and the chart of a meter.

import { h, s } from "../dom.js";
import { percent } from "../edges.js";
import { smallHand } from "../small.js";
import { dollars, list, sentence } from "../words.js";

/** @import { Changed, ChangedByUp, Changes } from "../../protocol.d.ts" */

const NAMES = /** @type {Record<string, string>} */ ({ T: "10", J: "jack", Q: "queen", K: "king", A: "ace" });
const MARKED = 2; // bars that say their share

/**
 * @param {HTMLElement} panel
 * @param {Changes} changes
 * @param {string} base what people call the wager in whose units values are
 */
export function drawDecisions(panel, changes, base) {
  const { count, of, examples } = changes;
  panel.replaceChildren(
    h("div", { class: "row spread" }, h("h2", {}, "Changed decisions"),
      of ? h("span", { class: "faint" }, `${count.toLocaleString("en-US")} of ${of.toLocaleString("en-US")} · ${percent(count / of)}`) : null),
    ...(of && !count ? [h("p", { class: "quiet" }, "Every decision stays as it is under the document’s rules.")] : []),
    ...(!of ? [h("p", { class: "quiet" }, "This game has too many decisions to list.")] : []),
    ...(examples.length
      ? [h("table", {}, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Cards"), h("th", { scope: "col" }, "best"), h("th", { scope: "col", class: "number" }, `gained, in ${base}s`))),
          ...groups(changes).map(([up, some]) => h("tbody", {},
            up ? h("tr", { class: "against" }, h("th", { colspan: 3, scope: "rowgroup" }, `Against ${article(up)}`)) : null, some.map(row))))]
      : []),
    ...(count && changes.by_up.length ? [bars(changes.by_up)] : []));
}

/** The examples by up card, in the order of the up cards. @param {Changes} changes @returns {[string, Changed[]][]} */
function groups({ examples, by_up }) {
  const order = by_up.map((one) => one.up);
  const ups = [...new Set(examples.map((one) => one.up))].sort((a, b) => order.indexOf(a) - order.indexOf(b));
  return ups.map((up) => [up, examples.filter((one) => one.up === up)]);
}

/** @param {string} up "8" */
const article = (up) => `${up === "8" || up === "A" ? "an" : "a"} ${NAMES[up] ?? up}`;

/** @param {Changed} one */
function row(one) {
  const places = Object.entries(one.cards);
  return h("tr", {},
    h("td", {}, places.length
      ? h("div", { class: "cards" }, places.map(([place, cards]) => h("span", { title: sentence(place) }, smallHand(cards, sentence(place)))))
      : one.up ? one.state.replace(/ against \S+$/, "") : one.state),
    h("td", {}, `${one.before} → `, h("b", { class: "brass" }, one.after)),
    h("td", { class: "number" }, one.gained === null ? "" : h("b", {}, signed(one.gained)),
      one.gained_before === null ? "" : h("small", {}, `was ${signed(one.gained_before)}`)));
}

/** The share of decisions that change, by up card. @param {ChangedByUp[]} ups */
function bars(ups) {
  const shares = ups.map((one) => one.count / one.of);
  const most = Math.max(...shares);
  const marked = [...shares].sort((a, b) => b - a).slice(0, MARKED);
  const words = list(ups.map((one, at) => `${NAMES[one.up] ?? one.up} ${percent(shares[at])}`));
  return h("figure", { class: "by-up", role: "img", "aria-label": `Share of decisions that change, by the dealer’s up card: ${words}` },
    h("figcaption", { class: "quiet", "aria-hidden": "true" }, "Share of decisions that change, by the dealer’s up card"),
    h("div", { class: "bars", "aria-hidden": "true" }, ups.map((one, at) => {
      const said = shares[at] && marked.includes(shares[at]);
      return h("div", { class: said ? (shares[at] === most ? "most top" : "most") : "", title: percent(shares[at]) }, h("b", {}, said ? percent(shares[at]) : ""),
        h("i", { style: { height: `${Math.max(1, (64 * shares[at]) / most)}px` } }), h("span", {}, one.up === "T" ? "10" : one.up));
    })));
}

/** @param {number} value */
const signed = (value) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(4)}`;

// --- the edge of a progressive wager by what its meter shows

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

/** @param {string} name @param {any} wager */
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
