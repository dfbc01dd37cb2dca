// The decisions that change with the rules: those that matter most, under their up card, and how many change against each.

import { h } from "../dom.js";
import { percent } from "../edges.js";
import { smallHand } from "../small.js";
import { list, sentence } from "../words.js";

/** @typedef {{state: string, cards: Record<string, string[]>, before: string, after: string, gained: number | null, gained_before: number | null, up: string}} Changed */
/** @typedef {{up: string, count: number, of: number}} ByUp */
/** @typedef {{count: number, of: number, examples: Changed[], by_up: ByUp[]}} Changes */

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

/**
 * The examples by up card, in the order of the up cards.
 * @param {Changes} changes
 * @returns {[string, Changed[]][]}
 */
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

/**
 * The share of decisions that change, by up card.
 * @param {ByUp[]} ups
 */
function bars(ups) {
  const shares = ups.map((one) => one.count / one.of);
  const most = Math.max(...shares);
  const marked = [...shares].sort((a, b) => b - a).slice(0, MARKED);
  const words = list(ups.map((one, at) => `${NAMES[one.up] ?? one.up} ${percent(shares[at])}`));
  return h("figure", { class: "by-up", role: "img", "aria-label": `Share of decisions that change, by the dealer’s up card: ${words}` },
    h("figcaption", { class: "quiet", "aria-hidden": "true" }, "Share of decisions that change, by the dealer’s up card"),
    h("div", { class: "bars", "aria-hidden": "true" }, ups.map((one, at) => {
      const bar = h("i", {});
      bar.style.height = `${Math.max(1, (64 * shares[at]) / most)}px`;
      const said = shares[at] && marked.includes(shares[at]);
      return h("div", { class: said ? (shares[at] === most ? "most top" : "most") : "", title: percent(shares[at]) }, h("b", {}, said ? percent(shares[at]) : ""), bar, h("span", {}, one.up === "T" ? "10" : one.up));
    })));
}

/** @param {number} value */
const signed = (value) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(4)}`;
