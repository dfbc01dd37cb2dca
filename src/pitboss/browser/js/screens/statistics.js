// Statistics: your rounds added up, with skill and luck apart, mistakes by kind with their drill, and ratings over time.

import { Problem } from "../api.js";
import { h, say, underWay, unbroken } from "../dom.js";
import { drawCourse } from "../drill/progress.js";
import { showLastEvening } from "../evening/played.js";
import { cardOf } from "../games.js";
import { styled } from "../screen.js";
import { speechOf } from "../speech.js";
import { drawSums } from "../sums.js";
import { drillButton } from "../table/coach.js";
import { dollars, many, sentence, signed } from "../words.js";

/** @import { App, Show } from "../main.js" */
/** @import { KindTotals, PlayTotals, StatisticsInfo } from "../../protocol.d.ts" */

const AT_ONCE = 20; // rounds that one request lets the coach review
const DAYS = 14; // days that are shown at once
const KINDS = 8; // kinds of mistakes that are shown at once
const HIGH = 220;

/** @type {Show} */
export async function show(root, parts, app) {
  await Promise.all([styled("statistics", "drill", "evening"), app.signIn()]);
  const game = app.pricedGames.some((one) => one.name === parts[0]) ? parts[0] : "";
  const screen = new Statistics(app, game);
  root.append(screen.element);
  await screen.load();
  return () => screen.end();
}

class Statistics {
  /** @param {App} app @param {string} game the one game that is shown; empty for all */
  constructor(app, game) {
    this.app = app;
    this.game = game;
    this.here = true;
    this.leave = () => {};
    const tab = (/** @type {string} */ one, /** @type {string} */ words) =>
      h("a", { href: `#/statistics/${one}`, "aria-current": one === game ? "page" : null }, words);
    this.evening = h("div", { class: "last-evening" });
    this.waiting = h("div", { class: "waiting" });
    this.body = h("div", { class: "statistics-body" });
    this.element = h("div", { class: "page statistics-page" },
      h("div", { class: "row statistics-head" }, h("h1", {}, "Statistics"),
        h("nav", { class: "drill-games", "aria-label": "Games" }, tab("", "All games"), app.pricedGames.map((one) => tab(one.name, this.name(one.name)))),
        h("a", { href: "#/history" }, "Your rounds")),
      this.waiting, this.body);
  }

  /** @param {string} game */
  name(game) {
    return cardOf(game)?.short ?? this.app.game(game)?.title ?? game;
  }

  /** @param {number} review rounds that are reviewed first @returns {Promise<StatisticsInfo>} */
  ask(review) {
    return this.app.api.get(`/api/statistics?game=${this.game}&ahead=${-new Date().getTimezoneOffset()}&review=${review}`);
  }

  async load() {
    const found = await this.ask(0);
    if (!this.here) return;
    this.draw(found);
    this.leave = showLastEvening(this.app, this.game, this.evening);
    if (found.missing) this.reviewMissing(found.missing);
  }

  /** Let the coach review what is missing, a few rounds at a time, as long as it gets on. @param {number} missing */
  async reviewMissing(missing) {
    const all = missing;
    while (missing && this.here) {
      this.waiting.replaceChildren(underWay(`Reviewing ${many(all, "round")} that nobody has looked at yet: ${all - missing} done.`));
      let found;
      try {
        found = await this.ask(AT_ONCE);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
      }
      if (!this.here) return;
      if (!found || found.missing >= missing) return this.gaveUp(missing);
      missing = found.missing;
      this.draw(found);
    }
    if (!this.here) return;
    this.waiting.replaceChildren();
    say("Every round is reviewed.");
  }

  /** @param {number} missing */
  gaveUp(missing) {
    this.waiting.replaceChildren(
      h("p", { class: "warn" }, `The coach did not review ${many(missing, "round")}. The sums are without ${missing === 1 ? "it" : "them"}. `,
        h("button", { class: "plain link", onclick: () => this.reviewMissing(missing) }, "Try again")));
  }

  /** @param {StatisticsInfo} found */
  draw(found) {
    const { whole } = found;
    this.body.replaceChildren(
      ...(whole.rounds
        ? [h("div", { class: "columns" }, this.sums(found), this.course(found), this.evening,
            found.games.length > 1 ? table("By game", "Game", found.games.map((one) => [this.name(one.game), one.totals])) : null,
            days(found), this.ratings(found)),
          h("aside", { "aria-label": "Mistakes" }, this.mistakes(found.kinds))]
        : [h("div", { class: "columns" }, this.nothing(found), this.ratings(found))]));
  }

  /** @param {StatisticsInfo} found */
  nothing(found) {
    return h("section", { class: "panel nothing" },
      h("p", { class: "serif" }, found.missing ? "Your rounds are being added up." : "Your rounds will be added up here."),
      ...this.notes(found),
      found.missing ? null : h("p", {}, h("a", { class: "button primary", href: "#/play" }, "Play a round")));
  }

  /** Where the result comes from. @param {StatisticsInfo} found */
  sums(found) {
    const { whole } = found;
    /** @type {[string, string, number][]} */
    const lines = [["Perfect play", "what your bets were worth", whole.perfect], ["Your mistakes", "skill", -whole.cost]];
    if (whole.late >= 1) lines.push(["Time ran out", "the house chose", -whole.late]);
    lines.push(["Luck", "the rest", whole.luck]);
    const widest = Math.max(1, ...lines.map(([, , cents]) => Math.abs(cents)));
    return h("section", { class: "panel result" },
      h("div", { class: "row spread" }, h("h2", { class: "caption" }, "Your result"),
        h("span", { class: "faint" }, `${many(whole.rounds, "round")}, ${dollars(whole.staked)} staked`)),
      h("p", { class: `figure ${look(whole.net)}` }, signed(whole.net), " ", h("small", { class: "quiet" }, ...unbroken(`your play was worth ${signed(whole.own)} on average`))),
      h("ul", { class: "parts" }, lines.map(([name, words, cents]) => {
        const share = (50 * Math.abs(cents)) / widest;
        return h("li", {},
          h("span", { class: "name" }, h("b", {}, name), " ", h("span", { class: "faint" }, words)),
          h("span", { class: "track", "aria-hidden": "true" }, h("i", { class: look(cents), style: { width: `${share}%`, left: `${cents < 0 ? 50 - share : 50}%` } })),
          h("b", { class: "value" }, signed(cents)));
      })),
      ...this.notes(found));
  }

  /** What the sums leave out, or do not say exactly. @param {StatisticsInfo} found */
  notes({ whole, left_out: leftOut, unpriced }) {
    const words = leftOut.map((one) =>
      `The ${speechOf(one.game).wager(one.wager)} wager of ${this.name(one.game)} has no price: in ${many(one.rounds, "round")}, what it won or lost is luck.`);
    if (whole.inexact) words.push(`In ${many(whole.inexact, "round")}, some price is not exact or is missing.`);
    if (unpriced) words.push(`${sentence(many(unpriced, "round"))} of games without exact odds ${unpriced === 1 ? "is" : "are"} left out.`);
    return [h("p", { class: "faint" }, [...words, "Tables for practice are left out."].join(" "))];
  }

  /** The result against what was to be expected, round by round. @param {StatisticsInfo} found */
  course({ line }) {
    const from = (/** @type {"net" | "perfect" | "own"} */ name) => [0, ...line.map((one) => one[name])];
    const wide = Math.max(304, Math.min(920, this.element.clientWidth - 64));
    return h("section", { class: "panel" },
      h("div", { class: "row spread" }, h("h2", { class: "caption" }, "Result against expectation"), h("span", { class: "faint" }, between(line[0].at, line[line.length - 1].at))),
      ...drawSums(from("net"), from("perfect"), from("own"), wide, HIGH));
  }

  /** @param {KindTotals[]} kinds */
  mistakes(kinds) {
    const wrong = kinds.filter((one) => one.mistakes);
    const item = (/** @type {KindTotals} */ one) =>
      h("li", { "data-kind": one.kind },
        h("b", {}, one.kind), h("b", { class: "value" }, dollars(Math.max(1, one.cost))),
        h("span", { class: "faint" }, `${this.name(one.game)}, ${one.mistakes} of ${one.decisions} wrong`),
        one.last.length ? drillButton(this.app, one.game, one.last, `missed=${encodeURIComponent(one.kind)}`, "Drill these") : h("a", { href: `#/drill/${one.game}` }, "Drill"));
    return h("section", { class: "panel" },
      h("div", { class: "row spread" }, h("h2", { class: "caption" }, "Mistakes by kind"), wrong.length ? h("span", { class: "faint" }, "cost in all") : null),
      wrong.length
        ? h("ul", { class: "kinds" }, wrong.slice(0, KINDS).map(item))
        : h("p", { class: "quiet" }, "No mistake of yours cost a cent."),
      wrong.length > KINDS ? h("details", {}, h("summary", {}, `${wrong.length - KINDS} more`), h("ul", { class: "kinds" }, wrong.slice(KINDS).map(item))) : null);
  }

  /** @param {StatisticsInfo} found */
  ratings({ ratings }) {
    return h("div", { class: "rated" }, ratings.map(({ game, rating, course }) =>
      h("section", { class: "panel" },
        h("div", { class: "row spread" }, h("h2", { class: "caption" }, `Rating, ${this.name(game)}`), h("a", { href: `#/drill/${game}` }, "Drill")),
        h("p", { class: "figure" }, rating.toLocaleString("en-US")),
        course.length > 1 ? drawCourse(course) : h("p", { class: "quiet" }, "A line appears after your second answer."))));
  }

  end() {
    this.here = false;
    this.leave();
  }
}

/** @param {number} cents */
const look = (cents) => (Math.round(cents) > 0 ? "won" : Math.round(cents) < 0 ? "lost" : "");

/** @param {StatisticsInfo} found */
function days({ days }) {
  /** @type {[string, PlayTotals][]} */
  const lines = days.map(/** @returns {[string, PlayTotals]} */ (one) => [dayName(one.day), one.totals]).reverse();
  if (lines.length <= DAYS) return table("By day", "Day", lines);
  return h("div", { class: "columns" }, table("By day", "Day", lines.slice(0, DAYS)),
    h("details", { class: "totalled" }, h("summary", {}, `${many(lines.length - DAYS, "day")} before`), table("Days before", "Day", lines.slice(DAYS))));
}

const COLUMNS = ["Rounds", "Staked", "Result", "Expected", "Luck", "Mistakes"];

/**
 * @param {string} title
 * @param {string} by
 * @param {[string, PlayTotals][]} lines
 */
function table(title, by, lines) {
  return h("section", { class: "panel totalled" }, h("h2", { class: "caption" }, title),
    h("table", { class: "totals" },
      h("caption", { class: "unseen" }, title),
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, by), COLUMNS.map((name) => h("th", { scope: "col", class: "number" }, name)))),
      h("tbody", {}, lines.map(([name, one]) => {
        const cells = [one.rounds.toLocaleString("en-US"), dollars(one.staked), signed(one.net), signed(one.own), signed(one.luck), one.cost >= 0.5 ? dollars(-one.cost) : "none"];
        return h("tr", {}, h("th", { scope: "row" }, name),
          cells.map((words, at) => h("td", { class: `number ${COLUMNS[at] === "Result" ? look(one.net) : ""}`, "data-name": COLUMNS[at] }, words)));
      }))));
}

/** "Thu, 19 Nov", with the year if it is another one. @param {string} day */
function dayName(day) {
  const date = new Date(`${day}T12:00`);
  const year = date.getFullYear() === new Date().getFullYear() ? undefined : "numeric";
  return date.toLocaleDateString("en-GB", { weekday: "short", day: "numeric", month: "short", year });
}

/** @param {number} first @param {number} last */
function between(first, last) {
  const named = (/** @type {number} */ at, /** @type {"numeric" | undefined} */ year) => new Date(at).toLocaleDateString("en-GB", { day: "numeric", month: "short", year });
  const to = named(last, "numeric");
  if (named(first, "numeric") === to) return to;
  return `${named(first, new Date(first).getFullYear() === new Date(last).getFullYear() ? undefined : "numeric")} to ${to}`;
}
