// Practice for dealers: what does this seat get, is it paid rightly, is anything wrong here, when is it noticed, what
// comes next?
// The house asks and grades. This page draws the table, takes the answers and keeps the score.

import { h, say } from "../dom.js";
import { LiveTable } from "../live.js";
import { sentence } from "../words.js";
import { choicesOf, clauseTold } from "./choices.js";
import { drawFelt } from "./drawing.js";
import { KINDS, Score } from "./score.js";
import { wagersOf } from "./wagers.js";

/** @typedef {import("../main.js").App} App */

/** What the button says before the answer. @type {Record<string, string>} */
const DONE = { settle: "Settle the seat", check: "Sign it off", misdeal: "Answer", found: "Answer", next: "Do that" };

export class Practice {
  /** @param {App} app @param {string} game */
  constructor(app, game) {
    this.app = app;
    this.game = app.games.some((one) => one.name === game) ? game : app.games[0].name;
    this.score = new Score(app.me?.person.id ?? "");
    this.felt = h("div", { class: "desk-felt", "data-game": this.game, role: "group", "aria-label": "The table from your side" });
    this.under = h("div", { class: "under practice" });
    this.rail = h("aside", { class: "rail", "aria-label": "Your practice" });
    /** @type {any} the exercise */
    this.asked = null;
    this.ended = false;
  }

  /** @param {HTMLElement} root */
  async begin(root) {
    document.title = "Practice · Pitboss";
    root.append(h("div", { class: "desk-main" }, this.felt, this.under), this.rail);
    await this.next();
  }

  end() {
    this.ended = true;
  }

  drawBar() {
    const { right, of } = this.score.total();
    this.app.drawBar("desk", [
      h("b", {}, "Dealer desk"), h("span", {}, "·"), h("span", { class: "name" }, this.app.game(this.game)?.title ?? this.game), h("span", { class: "practice-tag" }, "Practice"),
      h("span", { class: "score" }, "Score ", h("b", {}, `${right} of ${of}`)),
    ]);
  }

  /** Another question. */
  async next() {
    const kind = this.score.any();
    const seed = crypto.getRandomValues(new Uint32Array(1))[0] >>> 1;
    const asked = await this.app.api.get(`/api/practice/${this.game}?kind=${kind}&seed=${seed}`);
    if (this.ended || !this.under.isConnected) return;
    this.asked = asked;
    const table = new LiveTable("practice", () => {});
    table.update({ seq: 1, events: asked.events });
    const call = table.layout.call;
    const lit = asked.seat ? { place: `seat ${asked.seat}`, words: kind === "check" ? "paid" : "pay now" } : null;
    drawFelt(this.felt, table, { positions: Math.max(3, ...table.seats.keys()) }, call && !call.place ? call.words : "", lit);
    this.player = asked.seat ? table.called(table.seats.get(asked.seat) ?? "") : "";
    this.draw(null);
  }

  /** @param {any} graded */
  draw(graded) {
    const asked = this.asked;
    const wagers = asked.wagers.length ? wagersOf(asked, graded) : null;
    const choices = asked.asks.length ? choicesOf(asked, graded) : null;
    const refused = h("p", { class: "refused", role: "alert" });
    const form = h("form", { name: "practice", "data-kind": asked.kind, onsubmit: async (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      try {
        if (graded) await this.next();
        else await this.answer({ said: wagers?.said() ?? [], chosen: choices?.chosen() ?? {} });
      } catch (error) {
        refused.textContent = `${sentence(error instanceof Error ? error.message : String(error))}.`;
      }
    } },
      h("div", { class: "action" },
        h("div", {}, h("h1", {}, asked.question), h("p", { class: "quiet" }, graded ? verdictOf(asked, graded) : this.player ? `${this.player}: ${asked.told.charAt(0).toLowerCase()}${asked.told.slice(1)}` : asked.told), refused),
        h("button", { class: "deed primary" }, h("b", {}, graded ? "Next question" : DONE[asked.kind]), h("kbd", {}, "Enter"))),
      graded ? this.told(graded) : "",
      wagers?.element ?? "", choices?.element ?? "");
    this.under.replaceChildren(form);
    if (graded) form.querySelector("button")?.focus();
    else /** @type {HTMLElement | null} */ (form.querySelector("select, input"))?.focus({ preventScroll: true });
    this.drawBar();
    this.drawRail();
  }

  /** @param {{said: any[], chosen: Record<string, number>}} answer */
  async answer(answer) {
    const asked = this.asked;
    if (asked.answer) return;
    asked.answer = answer;
    let graded;
    try {
      graded = await this.app.api.post(`/api/practice/${this.game}`, { kind: asked.kind, seed: asked.seed, ...answer });
    } catch (error) {
      asked.answer = null;
      throw error;
    }
    this.score.count(asked.kind, graded.right, graded.of);
    if (this.ended || asked !== this.asked) return;
    say(verdictOf(asked, graded), true);
    this.draw(graded);
  }

  /** @param {any} graded */
  told(graded) {
    if (!graded.why) return "";
    return clauseTold(graded);
  }

  // --- the rail: what is asked, and the score

  drawRail() {
    const { right, of } = this.score.total();
    this.rail.replaceChildren(h("div", { class: "tab-body" },
      h("section", {}, h("h2", { class: "caption" }, "Your score"),
        h("p", { class: "sum" }, `${right} of ${of}`),
        h("p", { class: "marks", role: "img", "aria-label": `The last ${this.score.kept.marks.length} questions: ${this.score.kept.marks.filter(Boolean).length} right` },
          this.score.kept.marks.map((good) => h("span", { class: good ? "won" : "lost" }, good ? "●" : "✕"))),
        h("p", { class: "faint" }, "Graded by the engine. Kept in this browser. No stake, no clock.")),
      h("section", {}, h("h2", { class: "caption" }, "Ask me"),
        h("label", {}, "Game", h("select", { name: "game", onchange: (/** @type {Event} */ changed) => this.app.go(`#/desk/practice/${/** @type {HTMLSelectElement} */ (changed.target).value}`) },
          this.app.games.map((one) => h("option", { value: one.name, selected: one.name === this.game }, one.title)))),
        KINDS.map(([kind, words]) => {
          const kept = this.score.of(kind);
          return h("label", { class: "kind" },
            h("span", {}, h("input", { type: "checkbox", name: kind, checked: this.score.kept.asked.includes(kind), onchange: (/** @type {Event} */ event) => this.score.want(kind, /** @type {HTMLInputElement} */ (event.target).checked) }), ` ${words}`),
            h("b", {}, `${kept.right} of ${kept.of}`));
        }),
        h("div", { class: "row" }, h("button", { type: "button", name: "skip", onclick: () => this.next() }, "Skip this one"),
          h("button", { type: "button", name: "forget", disabled: !of, onclick: () => {
            this.score.forget();
            this.drawBar();
            this.drawRail();
          } }, "Reset score")))));
  }
}

/**
 * @param {any} asked
 * @param {any} graded
 */
function verdictOf(asked, graded) {
  const all = graded.right === graded.of;
  if (asked.kind === "check") {
    if (graded.planted < 0) return all ? "Right: nothing was wrong." : "Nothing was wrong here.";
    const wager = sentence(asked.wagers[graded.planted].wager);
    return all ? `Right: you found it. ${wager} was wrong.` : `${wager} was wrong.`;
  }
  return graded.of === 1 && !asked.wagers.length ? (all ? "Right." : "Wrong.") : `${graded.right} of ${graded.of} right.`;
}
