// What the coach says, drawn: the answer in a sentence, each choice on one axis, and what it rests on.

import { h } from "../dom.js";
import { dollars, sentence, signed } from "../words.js";
import { wagerName } from "./telling.js";

/** @typedef {{do: string, wager?: string, amount?: number, cents: number | null, value?: string | null, best: boolean, costs: number}} Advised */
/** @typedef {{about: string, seat: number, hand: number, choices: Advised[], deals: string, exact: boolean, note: string, ends?: import("./outlook.js").End[]}} Advice */
/** @typedef {{chosen: string, amount: number, best: string, best_amount: number, cost: number, best_value: number, values: Record<string, number>}} Decision */
/** @typedef {{round: number, decisions: Decision[], net: number, perfect: number, own: number, cost: number, luck: number, exact: boolean, note: string}} Review */
/** @typedef {(one: Pick<Advised, "do" | "wager">) => string} Verb */

/** Cents to the last one: "−$15.00". @param {number} cents */
const exact = (cents) => signed(Math.round(cents)).replace(/^(\D*[\d,]+)$/, "$1.00");

/** @param {Advice} advice */
const priced = (advice) => advice.choices.filter((one) => one.cents !== null);

/**
 * "Bet, by $1.60"
 * @param {Advice} advice
 * @param {Verb} verb
 */
export function answerOf(advice, verb) {
  const choices = priced(advice);
  const best = choices.find((one) => one.best) ?? choices[0];
  if (!best) return "No choice has a price here";
  const others = choices.filter((one) => one !== best).map((one) => one.costs);
  const by = others.length ? Math.min(...others) : 0;
  if (others.length && by === 0) return `${verb(best)}; another is worth the same`;
  if (others.length && Math.round(by) <= 0) return `${verb(best)}, but it is close`;
  return others.length ? `${verb(best)}, by ${dollars(Math.round(by))}` : verb(best);
}

/**
 * @param {Advice} advice
 * @param {Verb} verb
 */
export function drawAdvice(advice, verb) {
  const sorted = priced(advice).sort((a, b) => (b.cents ?? 0) - (a.cents ?? 0));
  const widest = Math.max(1, ...sorted.map((one) => Math.abs(one.cents ?? 0)));
  return h("div", { class: "coach" },
    h("section", {},
      h("p", { class: "caption" }, "Best choice"),
      h("h2", { class: "answer" }, answerOf(advice, verb)),
      h("p", { class: "quiet" }, inWords(sorted)),
      h("ul", { class: "axis" }, sorted.map((one) => drawChoice(one, verb(one), widest))),
      h("p", { class: "faint rests" }, restsOn(advice))));
}

/** What one does, as the subject of a sentence. @type {Record<string, string>} */
const DOING = {
  bet: "Betting", fold: "Folding", second: "The 2nd wager", pass: "Passing", attack: "Attacking", hit: "Hitting", stand: "Standing", split: "Splitting",
  double: "Doubling", surrender: "Surrendering", vertical: "The vertical", horizontal: "The horizontal", insure: "Insurance", expose: "Showing", conceal: "Hiding",
};

/** @param {string} name of a choice */
const doingOf = (name) => DOING[name] ?? sentence(name);

/** @param {Advised[]} sorted best first */
function inWords(sorted) {
  const [best, worst] = [sorted[0]?.cents ?? 0, sorted.at(-1)?.cents ?? 0];
  if (sorted.length < 2) return "";
  const two = sorted.length === 2;
  if (best === worst) return best < 0 ? `${two ? "Both" : "All"} lose the same.` : `${two ? "Both" : "All"} are worth the same.`;
  const doing = doingOf(sorted[0].do);
  if (best < 0) return `${two ? "Both" : "All"} lose on average. ${doing} loses ${two ? "less" : "least"}.`;
  if (worst >= 0) return `${two ? "Both" : "All"} win on average. ${doing} wins ${two ? "more" : "most"}.`;
  return `${doing} ${best > 0 ? "wins" : "breaks even"} on average.`;
}

const LONGEST = 15; // digits that are written out
const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/**
 * "3.6 × 10⁶¹" for a number of 62 digits.
 * @param {string} digits
 */
function powerOfTen(digits) {
  return `${digits[0]}.${digits[1]} × 10${[...String(digits.length - 1)].map((one) => RAISED[Number(one)]).join("")}`;
}

/** @param {Advice} advice */
function restsOn(advice) {
  if (advice.deals === "1" && advice.exact) return `Exact. ${advice.note}`;
  const fall = "ways the hidden cards can fall";
  const long = advice.deals.length > LONGEST;
  const ways = long ? `${fall}, about ${powerOfTen(advice.deals)}` : Number(advice.deals) ? `${BigInt(advice.deals).toLocaleString("en-US")} ${fall}` : `the ${fall}`;
  return [advice.exact ? `Exact: all ${ways}.` : `About, from ${ways}.`, advice.note && `${sentence(advice.note)}.`].filter(Boolean).join(" ").replace("..", ".");
}

/**
 * @param {Advised} one
 * @param {string} verb
 * @param {number} widest
 */
function drawChoice(one, verb, widest) {
  const cents = one.cents ?? 0;
  const bar = h("span", { class: one.best ? "bar best" : "bar" });
  const share = (Math.abs(cents) / widest) * 50;
  bar.style.width = `${share}%`;
  bar.style.left = `${cents < 0 ? 50 - share : 50}%`;
  return h("li", { class: one.best ? "best" : "", "data-do": one.do },
    h("span", { class: "verb" }, verb),
    h("span", { class: "track", "aria-hidden": "true" }, bar),
    h("span", { class: "value" }, exact(cents), one.best ? null : h("small", { class: "lost" }, Math.round(one.costs) ? `costs ${dollars(Math.round(one.costs))}` : one.costs ? "costs under a cent" : "worth the same")));
}

/** An exact fraction as a number. @param {string} fraction "-35/867" */
function number(fraction) {
  const [over, under = "1"] = fraction.split("/");
  return Number(over) / Number(under);
}

/**
 * What each wager costs, before the deal.
 * @param {Advice} advice
 */
export function drawCosts(advice) {
  const [base] = advice.choices; // its value is that of the whole round
  const wagers = advice.choices.filter((one) => one.do === "wager" && one.value).map((one) => ({ name: `${wagerName(one.wager ?? "")}${one === base ? ", whole round" : ""}`, of: -100 * number(one.value ?? "0") }));
  if (!wagers.length) return null;
  const widest = Math.max(1, ...wagers.map((one) => Math.abs(one.of)));
  wagers.sort((a, b) => a.of - b.of);
  return h("section", { class: "costs" },
    h("p", { class: "caption" }, "What each wager costs"),
    h("p", { class: "quiet" }, "On average, of each $1 you put there, played perfectly."),
    h("ul", {}, wagers.map((one) => {
      const bar = h("span", { class: `fill ${one.of < 4 ? "cheap" : one.of < 12 ? "fair" : "dear"}` });
      bar.style.width = `${Math.max(2, (Math.abs(one.of) / widest) * 100)}%`;
      return h("li", {}, h("b", {}, sentence(one.name)), h("b", {}, one.of < 0 ? `${(-one.of).toFixed(2)}¢ yours` : `${one.of.toFixed(2)}¢`), h("span", { class: "bar-track", "aria-hidden": "true" }, bar));
    })),
    advice.note ? h("p", { class: "faint rests" }, sentence(advice.note)) : null);
}

/**
 * "No mistake: betting was worth $9.86 more than folding."
 * @param {Decision[]} decisions
 */
function noMistake(decisions) {
  const gaps = decisions.flatMap((one) => {
    const [second] = Object.entries(one.values).filter(([name]) => name !== one.chosen).sort((a, b) => b[1] - a[1]);
    return second ? [{ chosen: one.chosen, other: second[0], by: Math.round(one.best_value - second[1]) }] : [];
  });
  const most = gaps.sort((a, b) => b.by - a.by)[0];
  if (!most || most.by <= 0) return "No mistake.";
  const other = doingOf(most.other);
  return `No mistake: ${doingOf(most.chosen).toLowerCase()} was worth ${dollars(most.by)} more than ${other.toLowerCase()}.`;
}

/**
 * What was not the best in a round that is over, and what was luck.
 * @param {Review} review
 */
export function drawReview(review) {
  const mistakes = review.decisions.filter((one) => Math.round(one.cost) > 0);
  const lines = mistakes.length
    ? mistakes.map((one) => h("li", {}, h("span", { class: "lost" }, "✗ "), `${doingOf(one.chosen)} cost ${dollars(Math.round(one.cost))} on average. ${doingOf(one.best)} was better.`))
    : [h("li", {}, h("span", { class: "won" }, "✓ "), review.decisions.length ? noMistake(review.decisions) : "There was nothing to decide.")];
  return h("section", {},
    h("ul", { class: "review" }, lines),
    h("p", { class: "faint" }, `Your bets were worth ${exact(review.own)} as you played. The rest, ${exact(review.luck)}, was luck.`));
}

/**
 * The verb of advice where no choice of the turn has one.
 * @param {Pick<Advised, "do" | "wager">} one
 */
export function plainVerb(one) {
  return one.do === "wager" && one.wager ? sentence(wagerName(one.wager)) : sentence(one.do);
}
