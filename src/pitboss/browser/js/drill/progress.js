// How somebody does in the drill: the streak, the rating over time, and what they miss most.

import { h, s } from "../dom.js";
import { dollars, many, sentence } from "../words.js";

/** @import { DrillInfo, DrillLine } from "../../protocol.d.ts" */

const SHOWN = 21; // answers in the row of dots
const MOST = 4; // kinds of decision in the list
const LINES = 4; // levels of the chart, at most

/** @param {HTMLElement} panel @param {DrillLine[]} answers */
export function drawStreak(panel, answers) {
  const right = answers.map((one) => one.cost === 0);
  const runs = right.join(" ").split("false").map((run) => run.split("true").length - 1);
  const now = runs[runs.length - 1];
  const last = right.slice(-SHOWN);
  const before = runs[runs.length - 2] ?? 0;
  const ended = !now && before ? `ended at ${before} right` : "right in a row";
  panel.replaceChildren(
    h("div", { class: "row spread" }, h("h2", { class: "caption" }, "Streak"), right.length ? h("span", { class: "faint" }, `best ${Math.max(...runs)}`) : null),
    h("p", { class: "figure" }, String(now), " ", right.length ? h("small", { class: "quiet" }, ended) : null),
    ...(last.length
      ? [h("div", { class: "dots", role: "img", "aria-label": `${last.filter(Boolean).length} of the last ${last.length} right` },
          last.map((one) => h("i", { class: one ? "right" : "missed" }, one ? "" : "×"))),
        h("div", { class: "row spread faint ends" }, h("span", {}, `last ${last.length}`), h("span", {}, "now"))]
      : [h("p", { class: "quiet" }, "Your answers will be counted here.")]));
}

/**
 * @param {HTMLElement} panel
 * @param {DrillInfo} told
 * @param {string} name of the game
 * @param {number} change by the last answer
 */
export function drawRating(panel, told, name, change) {
  const count = told.answers.length;
  panel.replaceChildren(
    h("div", { class: "row spread" }, h("h2", { class: "caption" }, `Rating, ${name}`),
      h("span", { class: "faint" }, many(count, "puzzle"))),
    h("p", { class: "figure" }, told.rating.toLocaleString("en-US"), " ",
      change ? h("small", { class: change > 0 ? "won" : "lost" }, change > 0 ? `+${change}` : `−${-change}`) : null),
    count > 1 ? drawCourse(told.answers) : h("p", { class: "quiet" }, "A line appears after your second answer."));
}

/** A rating over time. @param {{at: number, rating: number}[]} answers two or more */
export function drawCourse(answers) {
  const values = answers.map((one) => one.rating);
  const step = [10, 25, 50, 100, 250, 500].find((one) => (Math.max(...values) - Math.min(...values)) / one < LINES - 1) ?? 1000;
  const low = Math.floor(Math.min(...values) / step) * step;
  const high = Math.max(low + step, Math.ceil(Math.max(...values) / step) * step);
  const y = (/** @type {number} */ value) => 108 - (96 * (value - low)) / (high - low);
  const x = (/** @type {number} */ at) => 44 + (262 * at) / (values.length - 1);
  const points = values.map((value, at) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`);
  const levels = Array.from({ length: Math.round((high - low) / step) + 1 }, (_, at) => low + at * step);
  const first = new Date(answers[0].at).toLocaleDateString("en-GB", { day: "numeric", month: "short" });
  const today = new Date(answers[0].at).toDateString() === new Date().toDateString();
  return s("svg", { class: "rating", viewBox: "0 0 316 134", role: "img", "aria-label": `Your rating over ${values.length} puzzles, from ${values[0]} to ${values[values.length - 1]}` },
    levels.map((level) => [
      s("line", { x1: 44, x2: 310, y1: y(level), y2: y(level) }),
      s("text", { x: 38, y: y(level) + 4, "text-anchor": "end" }, level.toLocaleString("en-US"))]).flat(),
    s("polygon", { points: `44,108 ${points.join(" ")} 306,108` }),
    s("polyline", { points: points.join(" ") }),
    s("circle", { cx: x(values.length - 1), cy: y(values[values.length - 1]), r: 4.5 }),
    s("text", { x: 44, y: 128 }, today ? "first" : first), s("text", { x: 310, y: 128, "text-anchor": "end" }, "now"));
}

/**
 * How many puzzles of a kind were missed when they were answered last.
 * @param {DrillLine[]} answers
 * @param {string} kind empty for all
 * @param {string} at the table, or the round of it, that they were met at; empty for all
 */
export function leftOf(answers, kind, at = "") {
  const some = answers.filter((one) => (!kind || one.kind === kind) && (!at || one.puzzle.startsWith(`${at}:`)));
  const last = new Map(some.map((one) => [one.puzzle, one.cost]));
  return [...last.values()].filter((cost) => cost > 0).length;
}

/**
 * The kinds of decision that cost most in all.
 * @param {HTMLElement} panel
 * @param {DrillInfo[]} every of all games
 * @param {(game: string) => string} name
 * @param {number} base the base wager in cents
 */
export function drawMissed(panel, every, name, base) {
  const kinds = every.flatMap(({ game, answers }) =>
    [...new Set(answers.map((one) => one.kind))].filter(Boolean).map((kind) => {
      const some = answers.filter((one) => one.kind === kind);
      const missed = some.filter((one) => one.cost > 0);
      const left = leftOf(answers, kind);
      return { game, kind, left, count: some.length, missed: missed.length, cost: missed.reduce((sum, one) => sum + one.cost, 0) };
    }));
  const worst = kinds.filter((one) => one.missed).sort((a, b) => b.cost - a.cost).slice(0, MOST);
  const again = worst.find((one) => one.left);
  panel.replaceChildren(
    h("div", { class: "row spread" }, h("h2", { class: "caption" }, "You get these wrong most"), worst.length ? h("span", { class: "faint" }, "cost each") : null),
    worst.length
      ? h("ul", { class: "missed" }, worst.map((one) =>
          h("li", {},
            h("b", {}, one.left ? h("a", { href: toThose(one), title: "Drill these" }, one.kind) : one.kind), h("b", { class: "number" }, dollars(Math.max(1, (base * one.cost) / one.missed))),
            h("a", { href: `#/drill/${one.game}` }, name(one.game)),
            h("span", { class: "share" }, h("span", { class: "track", "aria-hidden": "true" }, h("i", { style: { width: `${(100 * one.missed) / one.count}%` } })), h("span", { class: "faint" }, `${one.missed} of ${one.count}`)))))
      : h("p", { class: "quiet" }, "Nothing yet. A missed puzzle comes back in three days."),
    ...(again ? [h("div", { class: "row spread again" }, h("span", { class: "quiet" }, `${sentence(again.kind)}: ${again.left} to solve`), h("a", { class: "button", href: toThose(again) }, "Drill these"))] : []));
}

/** The address of a drill of the puzzles of a kind that were missed. @param {{game: string, kind: string}} one */
const toThose = ({ game, kind }) => `#/drill/${game}?missed=${encodeURIComponent(kind)}`;
