// What a round brought: the net first, then a line a wager. "why?" opens the clause in our own words and the ruling.

import { h, unbroken } from "../dom.js";
import { netOf } from "../layout.js";
import { clauseName, dollars, sentence, signed } from "../words.js";
import { outOfTime } from "./telling.js";

/** @import { Result as Told } from "../../protocol.d.ts" */
/** @import { Event } from "../layout.js" */
/** @import { Speech } from "../speech.js" */

/** @typedef {{clauses: Record<string, string>, rulings: Record<string, string>, wagers?: Record<string, {side: boolean, earned: boolean}>}} Words what the house says of the document */

/**
 * @typedef {object} Result
 * @property {number} round
 * @property {boolean} void
 * @property {Event | null} voided the event that ended the round, if it is void
 * @property {string} irregular what went wrong
 * @property {string} late what the clock decided
 * @property {Told[]} told why each own hand ended as it did
 * @property {Event[]} settled the own wagers
 * @property {number} staked
 * @property {number} returned
 * @property {number} net
 */

/**
 * What the events of a round brought a player; null if the player had no wager.
 * @param {Speech} speech
 * @param {Event[]} events
 * @param {string} me
 * @returns {Result | null}
 */
export function resultOf(speech, events, me) {
  const settled = events.filter((e) => e.type === "settled" && e.player === me);
  if (!settled.length) return null;
  const voided = events.find((e) => e.type === "voided" && e.place === "round");
  return {
    round: settled[0].round,
    void: Boolean(voided),
    voided: voided ?? null,
    irregular: voided ? events.findLast((e) => e.type === "irregular")?.what ?? "" : "",
    late: outOfTime(speech, events, me),
    told: (events.findLast((e) => e.type === "ended")?.results ?? []).filter((/** @type {Told} */ one) => one.player === me),
    settled,
    staked: settled.reduce((sum, e) => sum + (e.redeemed ? 0 : e.stake), 0),
    returned: settled.reduce((sum, e) => sum + e.returned, 0),
    net: netOf(settled),
  };
}

/** @param {Result} result */
export function headline(result) {
  if (result.void && !result.net) return `${dollars(result.returned)} comes back`;
  if (result.net > 0) return `You won ${dollars(result.net)}`;
  if (result.net < 0) return `You lost ${dollars(-result.net)}`;
  return "You broke even";
}

/** The colour of a hand's own result, whatever its side wagers did. @param {Told} one */
const colour = ({ result }) => (result === "win" ? "won" : result === "lose" ? "lost" : "");

/** Why and how much, in words that are read aloud. @param {Result} result */
export const inWords = (result) => [...result.told.map((one) => one.why), `${headline(result)}.`].join(" ");

/** Lines of the house that read better to the player whom they are about. @type {Record<string, string>} */
const LINES = { "player higher": "higher hand", "pair of fives or less": "below a pair of sixes", void: "comes back" };

/** @param {Event} e */
function reason(e) {
  const line = LINES[e.line] ?? e.line ?? "";
  const said = line || { push: "comes back", void: "comes back", surrender: "half comes back" }[/** @type {string} */ (e.result)] || e.result;
  return [said, e.pays].filter(Boolean).join(", ");
}

/** @param {Speech} speech @param {Result} result @param {Words} words */
export function drawResult(speech, result, words) {
  const kind = result.net > 0 ? "won" : result.net < 0 ? "lost" : "";
  const many = { hands: new Set(result.settled.map((e) => e.hand)).size > 1, seats: new Set(result.settled.map((e) => e.seat)).size > 1 };
  return h("div", { class: "result" },
    h("section", {},
      h("p", { class: "caption" }, `Round ${result.round}${result.void ? ", void" : ""}`),
      result.told.map((one) => h("p", { class: `told serif ${colour(one)}` }, one.why)),
      h("h2", { class: `net ${kind}` }, headline(result)),
      h("p", { class: "quiet" }, result.void && !result.net ? "Nothing won, nothing lost." : `${dollars(result.staked)} staked, ${dollars(result.returned)} back`),
      result.late ? h("p", { class: "warn" }, `${sentence(result.late)}.`) : null),
    h("ul", { class: "lines" }, result.settled.map((e) => drawLine(speech, e, words, many, sumOf(speech, e, result.settled)))),
    result.voided ? drawVoid(result, result.voided, words) : null,
  );
}

/** Why a round is void. @param {Result} result @param {Event} voided @param {Words} words */
function drawVoid(result, voided, words) {
  const before = netOf(result.settled.filter((e) => e.result !== "void"));
  return h("section", { class: "why-void" }, h("p", { class: "caption" }, "Why void?"),
    h("p", { class: "serif" }, whyVoid(result.irregular, words.clauses[voided.clause] ?? "")),
    before ? h("p", { class: "quiet" }, ...unbroken(`What was settled before stands: ${signed(before)}.`)) : null,
    tagsOf(voided, words));
}

/**
 * Why, said once: the clause in words, and before it what happened if the clause does not say it.
 * @param {string} irregular
 * @param {string} clause
 */
function whyVoid(irregular, clause) {
  const said = !clause || !irregular || irregular.startsWith("exposed ") ? clause || irregular : `${irregular}: ${clause.charAt(0).toLowerCase()}${clause.slice(1)}`;
  return `${sentence(said).replace(/\.$/, "")}.`;
}

/** The lines whose "why?" is open. They stay so when the panel is drawn again. @type {WeakSet<Event>} */
const opened = new WeakSet();

/**
 * @param {Speech} speech
 * @param {Event} e
 * @param {Words} words
 * @param {{hands: boolean, seats: boolean}} many whether there were several of them
 * @param {string} sum how its payment adds up
 */
function drawLine(speech, e, words, many, sum) {
  const net = netOf([e]);
  const why = h("div", { class: "why" });
  const button = h("button", {
    class: "plain ask", type: "button", "aria-label": `Why ${speech.wager(e.wager)}?`,
    onclick: () => {
      if (!opened.delete(e)) opened.add(e);
      tell();
    },
  }, "why?");
  const tell = () => {
    why.hidden = !opened.has(e);
    button.setAttribute("aria-expanded", String(!why.hidden));
    if (!why.hidden) why.replaceChildren(...explain(e, words, sum));
  };
  tell();
  return h("li", { "data-wager": e.wager },
    h("div", { class: "line" },
      h("div", {},
        h("b", {}, sentence(speech.wager(e.wager))), e.stake ? h("span", { class: "faint" }, ` ${dollars(e.stake)}`) : null,
        many.seats ? h("span", { class: "faint" }, `, seat ${e.seat}`) : null,
        many.hands && !words.wagers?.[e.wager]?.side && !words.wagers?.[e.wager]?.earned ? h("span", { class: "faint" }, `, hand ${e.hand}`) : null,
        h("div", { class: "quiet reason" }, reason(e))),
      h("div", { class: "paid" }, h("b", { class: net > 0 ? "won" : net < 0 ? "lost" : "" }, signed(net)), button)),
    why);
}

/** The wagers by whose stake earned bonuses are paid. @type {Record<string, string>} */
const PAID_BY = { "ante bonus": "ante", "lucky bonus": "ante" };

/**
 * How a payment adds up: "Three of a kind pays 4 to 1 on the ante: 4 × $10 = $40." Empty where the figures of the event don't say it.
 * @param {Speech} speech
 * @param {Event} e
 * @param {Event[]} settled the wagers that ended with it
 */
export function sumOf(speech, e, settled) {
  const [, times = 0, per = 0] = (/^(\d+) to (\d+)$/.exec(e.pays ?? "") ?? []).map(Number);
  const base = PAID_BY[e.wager] ?? e.wager;
  const stake = e.stake || (settled.find((one) => one.wager === base && one.seat === e.seat && one.hand === e.hand)?.stake ?? 0);
  const won = netOf([e]);
  if (!per || won <= 0 || stake * times !== won * per) return "";
  const product = per === 1 ? `${times} × ${dollars(stake)}` : `${times} × ${dollars(stake)} ÷ ${per}`;
  return `${sentence(LINES[e.line] ?? (e.line || "a win"))} pays ${e.pays} on the ${speech.wager(base)}: ${product} = ${dollars(won)}.`;
}

/** @param {string} clause "1:ante wager" is a definition */
export const shortClause = (clause) => (clause.startsWith("1:") ? "1" : clause);

/**
 * @param {{clause: string, also?: string[], ruling?: string}} e
 * @param {Words} words
 * @param {string} sum how a payment adds up
 */
export function explain(e, words, sum = "") {
  const main = words.clauses[e.clause];
  return [
    main ? h("p", { class: "serif words" }, sentence(main)) : h("p", { class: "quiet" }, `Clause ${clauseName(e.clause)}.`),
    ...(sum ? [h("p", { class: "quiet adds-up" }, sum)] : []),
    ...(e.ruling && words.rulings[e.ruling] ? [h("p", { class: "quiet ruling" }, words.rulings[e.ruling])] : []),
    tagsOf(e, words),
  ];
}

/** @param {{clause: string, also?: string[], ruling?: string}} e @param {Words} words */
function tagsOf({ clause, also, ruling }, words) {
  return h("p", { class: "tags" },
    [clause, ...(also ?? [])].map((one) => h("span", { class: "tag clause", title: words.clauses[one] ?? "" }, clauseName(one))),
    ruling ? h("span", { class: "tag reading", title: words.rulings[ruling] ?? "" }, "our reading") : null);
}
