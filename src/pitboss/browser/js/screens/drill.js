// The drill: one decision after another, graded by its exact cost.

import { Problem } from "../api.js";
import { h, say, underWay } from "../dom.js";
import { drawMissed, drawRating, drawStreak, leftOf } from "../drill/progress.js";
import { answersOf, costInWords, drawEndings, drawSpot, telling } from "../drill/puzzle.js";
import { cardOf } from "../games.js";
import { layoutOf } from "../layout.js";
import { styled } from "../screen.js";
import { speechOf } from "../speech.js";
import { cardNames, sentence, signed, waysIn } from "../words.js";

/** @import { App, Show } from "../main.js" */

const TRIES = 8; // a house that has just started compiles its mathematics before it can draw a puzzle
const PAUSE = 1000; // milliseconds between them
const LONG = 400; // milliseconds after which a wait is explained

/** @type {Show} */
export async function show(root, parts, app) {
  await styled("drill", "play", "small");
  await app.signIn();
  const names = app.pricedGames.map((one) => one.name);
  const named = (parts[0] || "").split("?")[0];
  const only = names.includes(named) ? named : "";
  const wanted = new URLSearchParams(location.hash.split("?")[1] || "");
  const missed = only ? wanted.get("missed") : null;
  const at = wanted.get("at") || "";
  const drill = new Drill(names, only, missed, at, app);
  const tab = (/** @type {string} */ game, /** @type {string} */ words) =>
    h("a", { href: `#/drill/${game}`, "aria-current": game === only ? "page" : null }, words);
  root.append(
    h("div", { class: "page drill-page" },
      h("div", { class: "row drill-head" },
        h("h1", {}, "Drill"),
        h("nav", { class: "drill-games", "aria-label": "Games" }, tab("", "All games"), names.map((one) => tab(one, drill.name(one)))),
        drill.number,
        missed === null ? null : h("p", { class: "those quiet" }, "Only what you missed: ", h("b", {}, missed || (at.includes(":") ? "in that round" : at ? "at that table" : "every kind")), ". ", h("a", { href: `#/drill/${only}` }, "All puzzles"))),
      h("div", { class: "drill-body" }, drill.spot, drill.choices, drill.verdict,
        h("p", { class: "faint" }, "No clock, no chips. A puzzle that you miss comes back in three days.")),
      h("aside", { class: "drill-rail", "aria-label": "How you do" }, drill.streak, drill.rating, drill.missed)),
  );
  root.querySelector(".drill-games [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  const press = (/** @type {KeyboardEvent} */ event) => drill.press(event);
  document.addEventListener("keydown", press);
  drill.start().catch((error) => app.explain(root, error));
  return () => {
    drill.here = false;
    document.removeEventListener("keydown", press);
  };
}

class Drill {
  /**
   * @param {string[]} names
   * @param {string} only the one game that is drilled; empty for all
   * @param {string | null} missed the kind of missed puzzles that is drilled; null for all puzzles
   * @param {string} at the table, or the round of it, whose mistakes alone are drilled; empty for all
   * @param {App} app
   */
  constructor(names, only, missed, at, app) {
    this.names = names;
    this.only = only;
    this.missedOf = missed;
    this.missedAt = at;
    this.game = only || names[0]; // the first puzzle of all games is quick to find
    this.app = app;
    this.here = true;
    this.number = h("span", { class: "faint" });
    this.spot = h("section", { class: `spot felt-${this.game}`, "aria-label": "The decision" });
    this.choices = h("div", { class: "answers", role: "group", "aria-label": "Your answer", tabindex: "-1" });
    this.verdict = h("section", { class: "panel verdict", "aria-live": "polite" });
    this.streak = h("section", { class: "panel" });
    this.rating = h("section", { class: "panel" });
    this.missed = h("section", { class: "panel" });
    /** @type {any} the puzzle that waits for an answer */
    this.puzzle = null;
    /** @type {any} the grade of the answer */
    this.grade = null;
    /** @type {Map<string, any>} what was answered before, by game */
    this.told = new Map();
    this.busy = false;
    this.asked = false; // whether there was a puzzle before
  }

  /** @param {string} game */
  name(game) {
    return cardOf(game)?.short ?? this.app.game(game).title;
  }

  /** How people speak of the game of the puzzle. */
  get speech() {
    return speechOf(this.game);
  }

  async start() {
    const past = Promise.all(this.names.map((game) => this.learn(game)));
    await this.next();
    await past;
    this.drawProgress();
  }

  async next() {
    if (this.busy) return;
    const told = this.told.get(this.game);
    if (this.missedOf !== null && told && !leftOf(told.answers, this.missedOf, this.missedAt)) return this.noneLeft();
    this.busy = true;
    this.grade = null;
    this.puzzle = null;
    if (!this.only && this.asked) this.game = this.names[Math.floor(Math.random() * this.names.length)];
    this.spot.setAttribute("aria-busy", "true");
    const slow = window.setTimeout(() => this.wait(underWay("Looking for a close decision …")), LONG);
    try {
      const puzzle = await this.fetch();
      if (!puzzle || !this.here) return;
      this.puzzle = puzzle;
      this.asked = true;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.status === 404 && this.missedOf !== null) this.noneLeft();
      else this.wait(`${sentence(error.message)}.`, true);
      return;
    } finally {
      window.clearTimeout(slow);
      this.busy = false;
    }
    this.spot.className = `spot felt-${this.game}`;
    this.spot.removeAttribute("aria-busy");
    this.draw();
    this.verdict.replaceChildren(
      h("div", {}, h("h2", {}, this.only ? "What do you do?" : `${this.name(this.game)}: what do you do?`),
        h("p", { class: "quiet" }, this.puzzle.again ? "You missed this one before. " : "", "Every answer is graded by what it costs on average.")));
    this.drawProgress();
    this.choices.focus({ preventScroll: true }); // not on an answer, which a held key would give
    say(this.inWords());
  }

  /** Every missed puzzle of the kind was solved. */
  noneLeft() {
    this.verdict.replaceChildren(h("p", { class: "large" }, "You have solved every one of these."), h("a", { class: "button primary", href: `#/drill/${this.only}` }, "All puzzles"));
    say("You have solved every one of these.");
  }

  /** The next puzzle. A house that has just started may need a while for the first one. */
  async fetch() {
    for (let left = TRIES; this.here; left--) {
      try {
        return await this.app.api.get(`/api/drill/${this.game}${this.missedOf === null ? "" : `?missed=true&kind=${encodeURIComponent(this.missedOf)}&at=${encodeURIComponent(this.missedAt)}`}`);
      } catch (error) {
        if (!(error instanceof Problem) || error.status !== 503 || left <= 1) throw error;
        this.wait(underWay("The house has just started and is still preparing. The first puzzle takes up to a minute."));
        await new Promise((done) => window.setTimeout(done, PAUSE));
      }
    }
    return null;
  }

  /** @param {Node | string} words @param {boolean} again whether the next try is the player's */
  wait(words, again = false) {
    this.verdict.replaceChildren(h("p", { class: "quiet" }, words), ...(again ? [h("button", { onclick: () => this.next() }, "Try again")] : []));
  }

  /** @param {string} what */
  async answer(what) {
    if (this.busy || this.grade || !this.puzzle) return;
    this.busy = true;
    for (const one of this.choices.querySelectorAll("button")) one.disabled = true;
    try {
      this.grade = await this.app.api.post(`/api/drill/${this.game}`, { puzzle: this.puzzle.puzzle, do: what });
      if (!this.here) return;
      this.draw();
      this.drawVerdict();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.draw();
      this.wait(`That did not go through: ${error.message}.`, error.status === 409);
      return;
    } finally {
      this.busy = false;
    }
    try {
      await this.learn(this.game);
      this.drawProgress();
    } catch (error) {
      if (!(error instanceof Problem)) throw error; // the next answer brings the figures
    }
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || document.querySelector("dialog[open]")) return;
    const at = event.target instanceof Element ? event.target : null;
    if (event.key === "Enter" && this.grade && !at?.closest("a, button")) {
      event.preventDefault();
      this.next();
      return;
    }
    const found = this.puzzle && answersOf(this.speech, this.puzzle).find((one) => one.key === event.key.toUpperCase());
    if (found) this.answer(found.do);
  }

  // --- the puzzle

  inWords() {
    const layout = layoutOf(this.puzzle.events);
    const own = layout.hand(`seat ${this.puzzle.seat}`, this.puzzle.hand).cards;
    const dealer = layout.hand("dealer").cards;
    return `${sentence(this.speech.question(this.puzzle.about))}.${own.length ? ` You hold ${cardNames(own)}.` : ""}${dealer.some(Boolean) ? ` The dealer has ${cardNames(dealer)}.` : ""}`;
  }

  draw() {
    const layout = layoutOf(this.puzzle.events);
    const priced = new Map((this.grade?.counsel.choices ?? []).map((/** @type {any} */ one) => [one.do, one]));
    /** @type {Record<string, string>} */
    const marks = {};
    this.choices.replaceChildren(...answersOf(this.speech, this.puzzle).map((one) => {
      const value = priced.get(one.do);
      const chosen = this.grade?.chosen === one.do;
      const near = chosen && this.grade.right && !value?.best;
      const kind = !value ? "" : value.best || near ? "best" : chosen ? "wrong" : "other";
      if (kind === "best" || kind === "wrong") marks[one.do] = kind;
      const below = !value ? "" : near ? "✓ your answer, within a cent of the best" : value.best ? (chosen ? "✓ your answer, the best" : "✓ the best")
        : `${chosen ? "✗ your answer: " : ""}costs ${costInWords(this.grade.counsel.choices, one.do)}`;
      return h("button", { class: `answer ${kind}`, "data-do": one.do, disabled: Boolean(this.grade), onclick: () => this.answer(one.do) },
        h("span", { class: "top" }, h("b", {}, one.verb), value ? h("b", { class: "value" }, signed(value.cents)) : h("kbd", {}, one.key)),
        h("span", { class: "detail" }, one.detail),
        h("span", { class: "mark" }, below));
    }));
    this.spot.replaceChildren(...drawSpot(layout, this.puzzle, this.game, marks));
  }

  drawVerdict() {
    const { grade } = this;
    const near = grade.right && grade.cost > 0;
    const result = near ? "Right, within a cent." : grade.right ? "Right." : `That costs ${costInWords(grade.counsel.choices, grade.chosen)}.`;
    const { deals } = grade.counsel;
    const exact = deals === "1" ? "Exact: nothing is left to chance." : `Exact: ${waysIn(deals)}.`;
    const { clause } = this.puzzle.choices.find((/** @type {any} */ one) => one.do === grade.best) ?? { clause: "" };
    this.verdict.replaceChildren(
      h("div", {},
        h("p", { class: `answered ${grade.right ? "won" : "lost"}` }, result),
        h("p", { class: "large" }, grade.sentence),
        h("p", { class: "faint" }, exact, clause ? [` ${this.speech.of(grade.best, this.puzzle.about).button}: `, h("span", { class: "clause" }, clause), "."] : "",
          !grade.due_at ? "" : grade.right ? " It comes back in ten days, because you missed it before." : " It comes back in three days, because you missed it.")),
      h("div", { class: "row" },
        this.toTheEnd(),
        h("button", { class: "primary", onclick: () => this.next() }, h("span", {}, "Next", h("small", {}, `puzzle ${this.solved + 1}`)), h("kbd", {}, "Enter"))));
    /** @type {HTMLButtonElement} */ (this.verdict.querySelector("button.primary")).focus({ preventScroll: true });
    this.verdict.scrollIntoView({ block: "nearest" });
  }

  /** Shows how the round ends. One that was played at a table has ended already, and History has it. */
  toTheEnd() {
    const [table, round] = this.puzzle.puzzle.split(":");
    if (round) return h("a", { class: "button", href: `#/history/${table}/${round}` }, h("span", {}, "See the round", h("small", {}, "as you played it")));
    return h("button", { "data-do": "play-out", onclick: () => this.playOut() }, h("span", {}, "Play it out", h("small", {}, "see it end")));
  }

  /** How the round ends after each choice, with the cards that were dealt for the puzzle. */
  async playOut() {
    const { puzzle, grade } = this;
    const button = /** @type {HTMLButtonElement} */ (this.verdict.querySelector("[data-do='play-out']"));
    button.disabled = true;
    try {
      const { endings } = await this.app.api.post(`/api/drill/${this.game}/play-out`, { puzzle: puzzle.puzzle });
      if (!this.here || this.puzzle !== puzzle) return;
      this.spot.replaceChildren(...drawSpot(telling(endings, grade), puzzle, this.game));
      button.replaceWith(drawEndings(endings, grade.chosen, answersOf(this.speech, puzzle)));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      button.disabled = false;
      button.replaceChildren(h("span", {}, "Play it out", h("small", {}, sentence(error.message))));
    }
  }

  // --- how you do

  /** @param {string} game */
  async learn(game) {
    this.told.set(game, await this.app.api.get(`/api/drill/${game}/history`));
  }

  /** The number of puzzles answered, of the game that is drilled or of all. */
  get solved() {
    const before = [...this.told].filter(([game]) => !this.only || game === this.only)
      .reduce((sum, [, one]) => sum + (one.answers[one.answers.length - 1]?.number ?? 0), 0);
    const known = this.told.get(this.game)?.answers ?? [];
    return before + Number(Boolean(this.grade) && known[known.length - 1]?.number !== this.grade.number);
  }

  drawProgress() {
    const told = this.told.get(this.game);
    if (!told || this.told.size < this.names.length) return;
    if (this.puzzle) this.number.textContent = `Puzzle ${this.solved + Number(!this.grade)}`;
    const every = [...this.told.values()];
    const answers = this.only ? told.answers : every.flatMap((one) => one.answers).sort((a, b) => a.at - b.at);
    drawStreak(this.streak, answers);
    drawRating(this.rating, told, this.name(this.game), this.grade ? this.grade.rating - this.grade.before : 0);
    drawMissed(this.missed, this.only ? [told] : every, (game) => this.name(game), this.puzzle?.base ?? 500);
  }
}
