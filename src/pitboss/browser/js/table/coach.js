// What the coach says, drawn: the answer in a sentence, each choice on one axis, and what it rests on. Mistakes can be drilled.

import { Problem } from "../api.js";
import { h, unbroken } from "../dom.js";
import { dollars, list, sentence, shownApart, signed, waysIn, wholeCents } from "../words.js";

/** @import { ChoiceInfo, CounselInfo, DecisionInfo, MistakeBody, ReviewInfo } from "../../protocol.d.ts" */
/** @import { Speech } from "../speech.js" */

/** @typedef {(one: Pick<ChoiceInfo, "do" | "wager">) => string} Verb */

/** Cents to the last one: "−$15.00". @param {number} cents */
const exact = (cents) => signed(cents).replace(/^(\D*[\d,]+)$/, "$1.00");

/** @param {CounselInfo} advice */
const priced = (advice) => advice.choices.filter((one) => one.cents !== null);

/** "Bet, by $1.60" @param {CounselInfo} advice @param {Verb} verb */
export function answerOf(advice, verb) {
  const choices = priced(advice);
  const best = choices.find((one) => one.best) ?? choices[0];
  if (!best) return "No choice has a price here";
  const others = choices.filter((one) => one !== best);
  const by = Math.min(...others.map((one) => shownApart(best.cents ?? 0, one.cents ?? 0)));
  if (others.some((one) => one.costs === 0)) {
    const equal = choices.filter((one) => one !== best && one.costs === 0).map((one) => verb(one).toLowerCase());
    return `${[verb(best), ...equal].join(" or ")}: worth the same`;
  }
  if (others.length && !by) return `${verb(best)}, but it is close`;
  return others.length ? `${verb(best)}, by ${dollars(by)}` : verb(best);
}

/** @param {Speech} speech @param {CounselInfo} advice @param {Verb} verb */
export function drawAdvice(speech, advice, verb) {
  const sorted = priced(advice).sort((a, b) => (b.cents ?? 0) - (a.cents ?? 0));
  const widest = Math.max(1, ...sorted.map((one) => Math.abs(one.cents ?? 0)));
  return h("div", { class: "coach" },
    h("section", {},
      h("p", { class: "caption" }, "Best choice"),
      h("h2", { class: "answer" }, answerOf(advice, verb)),
      h("p", { class: "quiet" }, inWords(speech, sorted, advice.about)),
      h("ul", { class: "axis" }, sorted.map((one) => drawChoice(one, verb(one), widest, sorted[0].cents ?? 0))),
      h("p", { class: "faint rests" }, restsOn(advice))));
}

/** @param {Speech} speech @param {ChoiceInfo[]} sorted best first @param {string} about */
function inWords(speech, sorted, about) {
  const [best, worst] = [sorted[0]?.cents ?? 0, sorted.at(-1)?.cents ?? 0];
  if (sorted.length < 2) return "";
  const two = sorted.length === 2;
  if (best === worst) return best < 0 ? `${two ? "Both" : "All"} lose the same.` : `${two ? "Both" : "All"} are worth the same.`;
  const equal = sorted.filter((one) => one.cents === best);
  const subject = sentence(list(equal.map((one) => speech.of(one.do, about).doing)));
  const s = equal.length > 1 ? "" : "s";
  if (best < 0) return `${two ? "Both" : "All"} lose on average. ${subject} lose${s} ${two ? "less" : "least"}.`;
  if (worst > 0) return `${two ? "Both" : "All"} win on average. ${subject} win${s} ${two ? "more" : "most"}.`;
  return `${subject} ${best > 0 ? `win${s}` : `break${s} even`} on average.`;
}

/** @param {CounselInfo} advice */
function restsOn(advice) {
  if (advice.deals === "1" && advice.exact) return `Exact. ${advice.note}`;
  const [about, exact] = Number(advice.deals) ? [waysIn(advice.deals).replace(/^all /, ""), waysIn(advice.deals)] : ["the ways the hidden cards can fall", "all the ways the hidden cards can fall"];
  return [advice.exact ? `Exact: ${exact}.` : `About, from ${about}.`, advice.note && `${sentence(advice.note)}.`].filter(Boolean).join(" ").replace("..", ".");
}

/**
 * @param {ChoiceInfo} one
 * @param {string} verb
 * @param {number} widest
 * @param {number} best
 */
function drawChoice(one, verb, widest, best) {
  const cents = one.cents ?? 0;
  const share = (Math.abs(cents) / widest) * 50;
  const bar = h("span", { class: one.best ? "bar best" : "bar", style: { width: `${share}%`, left: `${cents < 0 ? 50 - share : 50}%` } });
  return h("li", { class: one.best ? "best" : "", "data-do": one.do },
    h("span", { class: "verb" }, verb),
    h("span", { class: "track", "aria-hidden": "true" }, bar),
    h("span", { class: "value" }, exact(cents), one.best ? null : lossOf(one.costs, shownApart(best, cents))));
}

/** @param {number} costs cents against the best choice @param {number} apart the same as far as the shown amounts tell */
function lossOf(costs, apart) {
  if (apart) return h("small", { class: "lost" }, `costs ${dollars(apart)}`);
  return h("small", { class: "faint" }, costs ? "costs under 1¢" : "worth the same");
}

/**
 * "No mistake: betting was worth $9.86 more than folding, on average." Where both lose: "folding cost $1.31 less than betting
 * would have, on average".
 * @param {Speech} speech
 * @param {DecisionInfo[]} decisions
 */
function noMistake(speech, decisions) {
  const gaps = decisions.flatMap((one) => {
    const [second] = Object.entries(one.values).filter(([name]) => name !== one.chosen).sort((a, b) => b[1] - a[1]);
    const both = second && one.best_value < 0 ? ["cost", "less", " would have"] : ["was worth", "more", ""];
    return second ? [{ chosen: speech.of(one.chosen, one.about).doing, other: speech.of(second[0], one.about).doing, by: shownApart(one.best_value, second[1]), both }] : [];
  });
  const most = gaps.sort((a, b) => b.by - a.by)[0];
  if (!most || most.by <= 0) return "No mistake.";
  const [did, than, would] = most.both;
  return `No mistake: ${most.chosen} ${did} ${dollars(most.by)} ${than} than ${most.other}${would}, on average.`;
}

/** Whether a decision is a mistake of the player. As in the drill, one within a cent of the best is right. @param {DecisionInfo} one */
export const isMistake = (one) => !one.by_clock && one.cost >= 1;

/** "$4.88 on average". Whole cents are no average: nothing was left to chance. @param {number} cents */
const onAverage = (cents) => `${dollars(cents)}${Number.isInteger(cents) ? "" : " on average"}`;

/** What the clock chose for a player who did not answer. @param {Speech} speech @param {DecisionInfo} one */
const lateOf = (speech, one) => `Time ran out; ${speech.of(one.chosen, one.about).doing} cost ${one.cost >= 1 ? onAverage(one.cost) : "nothing"}.`;

/** @param {Speech} speech @param {DecisionInfo} one */
function mistakeOf(speech, one) {
  const cost = `cost ${onAverage(one.cost)}`;
  const [did, best] = [speech.doing(one.chosen, one.about), speech.doing(one.best, one.about)];
  return one.chosen === one.best ? `${did} for ${dollars(one.amount)} ${cost}. ${dollars(one.best_amount)} was better.` : `${did} ${cost}. ${best} was better.`;
}

/**
 * What such bets lose or win on average, what they did in this round, and how much of that was luck. Nothing where nothing was
 * at stake, as in a void round.
 * @param {ReviewInfo} review
 */
function worthOf({ own, luck }) {
  const [average, net] = [wholeCents(own), wholeCents(own + luck)];
  if (!average && !wholeCents(luck)) return "";
  const usual = average ? `${average < 0 ? "lose" : "win"} ${exact(Math.abs(average)).slice(1)}` : "break even";
  const here = net ? `${net < 0 ? "lost" : "won"} ${exact(Math.abs(net)).slice(1)}` : "broke even";
  const lucky = net - average;
  return `Bets like these, played this way, ${usual} on average. You ${here}${lucky ? `: the difference, ${exact(Math.abs(lucky)).slice(1)}, was ${lucky < 0 ? "bad" : "good"} luck` : ""}.`;
}

/**
 * What was not the best in a round that is over, and what was luck.
 * @param {Speech} speech
 * @param {ReviewInfo} review
 * @param {HTMLElement | null} drill offers to drill its mistakes
 */
export function drawReview(speech, review, drill = null) {
  const line = (/** @type {string} */ look, /** @type {string} */ mark, /** @type {string} */ words) => h("li", {}, h("span", { class: look }, `${mark} `), words);
  const own = review.decisions.filter((one) => !one.by_clock);
  const mistakes = own.filter(isMistake);
  const late = review.decisions.filter((one) => one.by_clock);
  const lines = mistakes.map((one) => line("lost", "✗", mistakeOf(speech, one)));
  if (!mistakes.length && own.length) lines.push(line("won", "✓", noMistake(speech, own)));
  lines.push(...late.map((one) => line("faint", "◷", lateOf(speech, one))));
  if (!lines.length) lines.push(line("won", "✓", "There was nothing to decide."));
  return h("section", {},
    h("ul", { class: "review" }, lines),
    mistakes.length ? drill : null,
    h("p", { class: "faint" }, ...unbroken([worthOf(review), review.note].filter(Boolean).join(" "))));
}

/**
 * The verb of advice where no choice of the turn has one.
 * @param {Speech} speech
 * @param {Pick<ChoiceInfo, "do" | "wager">} one
 */
export function plainVerb(speech, one) {
  return one.do === "wager" && one.wager ? sentence(speech.wager(one.wager)) : speech.of(one.do).button;
}

const MOST = 20; // mistakes that are filed at once, the newest ones

/**
 * A button that drills these mistakes and no others of a table.
 * @param {import("../main.js").App} app
 * @param {string} game
 * @param {MistakeBody[]} mistakes
 * @param {string} at the table, or the table and the round ("ID:N"), that they were made at
 */
export function drillThese(app, game, mistakes, at) {
  const count = Math.min(mistakes.length, MOST);
  const words = count === 1 ? "Drill this mistake" : `Drill these ${count} mistakes`;
  return drillButton(app, game, mistakes.slice(-count), `missed=&at=${encodeURIComponent(at)}`, words);
}

/**
 * A button that files mistakes and opens the drill.
 * @param {import("../main.js").App} app
 * @param {string} game
 * @param {MistakeBody[]} mistakes
 * @param {string} query the puzzles of the drill that are asked for
 * @param {string} words
 */
export function drillButton(app, game, mistakes, query, words) {
  const button = h("button", { class: "drill-these", type: "button", onclick: async () => {
    button.disabled = true;
    button.textContent = "Preparing …";
    try {
      await app.api.post(`/api/drill/${game}/mistakes`, { mistakes });
      app.go(`#/drill/${game}?${query}`);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      button.disabled = false;
      button.textContent = words;
      button.after(h("small", { class: "quiet", role: "status" }, ` ${sentence(error.message)}.`));
    }
  } }, words);
  return button;
}
