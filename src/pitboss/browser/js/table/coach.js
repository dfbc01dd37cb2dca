// The coach: what each choice is worth, as the house counts it. Values are in cents.

import { h } from "../dom.js";
import { dollars, sentence, signed } from "../words.js";
import { wagerName } from "./telling.js";

/** @typedef {{do: string, wager?: string, amount?: number, value: number, best: boolean, costs: number, verb?: string}} Advised */
/** @typedef {{about: string, choices: Advised[], deals?: number, exact: boolean, note?: string}} Advice */

/** @param {number} cents a fraction */
const value = (cents) => signed(Math.round(cents));

/**
 * "Bet, by $1.60"
 * @param {Advice} advice
 * @param {(one: Advised) => string} verb
 */
export function answerOf(advice, verb) {
  const best = advice.choices.find((one) => one.best) ?? advice.choices[0];
  const others = advice.choices.filter((one) => one !== best).map((one) => one.costs);
  const by = others.length ? Math.min(...others) : 0;
  if (Math.round(by) <= 0) return others.length ? `${verb(best)}, though another is worth as much` : verb(best);
  return `${verb(best)}, by ${dollars(Math.round(by))}`;
}

/**
 * @param {Advice} advice
 * @param {(one: Advised) => string} verb
 */
export function drawAdvice(advice, verb) {
  const widest = Math.max(1, ...advice.choices.map((one) => Math.abs(one.value)));
  const sorted = [...advice.choices].sort((a, b) => b.value - a.value);
  return h("div", { class: "coach" },
    h("section", {},
      h("p", { class: "caption" }, "Best choice"),
      h("h2", { class: "answer" }, answerOf(advice, verb)),
      h("ul", { class: "axis" }, sorted.map((one) => drawChoice(one, verb(one), widest))),
      h("p", { class: "faint rests" }, restsOn(advice))));
}

/** @param {Advice} advice */
function restsOn(advice) {
  if (advice.note) return advice.note;
  const ways = advice.deals ? `${advice.deals.toLocaleString("en-US")} ways the hidden cards can fall` : "every way the hidden cards can fall";
  return advice.exact ? `Exact: ${advice.deals ? "all " : ""}${ways}.` : `An estimate, from ${ways}.`;
}

/**
 * @param {Advised} one
 * @param {string} verb
 * @param {number} widest
 */
function drawChoice(one, verb, widest) {
  const bar = h("span", { class: one.best ? "bar best" : "bar" });
  const share = (Math.abs(one.value) / widest) * 50;
  bar.style.width = `${share}%`;
  bar.style.left = `${one.value < 0 ? 50 - share : 50}%`;
  const amount = one.amount ? ` ${dollars(one.amount)}` : "";
  return h("li", { class: one.best ? "best" : "" },
    h("span", { class: "verb" }, `${verb}${amount}`),
    h("span", { class: "track", "aria-hidden": "true" }, bar),
    h("span", { class: "value" }, value(one.value), one.best ? null : h("small", { class: "lost" }, `costs ${dollars(Math.round(one.costs))}`)));
}

/**
 * What was not the best in a round that is over.
 * @param {{mistakes?: any[]}} review
 * @param {(one: Advised) => string} verb
 */
export function drawReview(review, verb) {
  const mistakes = review.mistakes ?? [];
  if (!mistakes.length) return h("p", { class: "review" }, h("span", { class: "won" }, "✓ "), "No mistake.");
  return h("ul", { class: "review" }, mistakes.map((one) =>
    h("li", {}, h("span", { class: "lost" }, "✗ "), `${mistake(one, verb)} costs ${dollars(Math.round(one.costs))} on average.`)));
}

/**
 * @param {any} one
 * @param {(one: Advised) => string} verb
 */
function mistake(one, verb) {
  const chosen = one.chosen ?? one.do ?? "";
  const best = one.best && typeof one.best === "string" ? one.best : "";
  const said = sentence(verb({ do: chosen, value: 0, best: false, costs: 0 }));
  return best ? `${said} instead of ${verb({ do: best, value: 0, best: true, costs: 0 }).toLowerCase()}` : said;
}

/**
 * The verb of advice where no choice of the turn has one.
 * @param {Advised} one
 */
export function plainVerb(one) {
  return one.do === "wager" && one.wager ? sentence(wagerName(one.wager)) : sentence(one.do);
}
