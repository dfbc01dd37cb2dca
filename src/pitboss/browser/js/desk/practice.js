// Practice for dealers: what does this seat get, and what does the document do? Graded by the engine, with a score.

import { h, say } from "../dom.js";
import { LiveTable } from "../live.js";
import { dollars, sentence } from "../words.js";
import { drawFelt } from "./drawing.js";

/** @typedef {import("../main.js").App} App */

const KEPT = "desk-practice";
const FATES = [["pay", "Pay"], ["take", "Take"], ["leave", "Leave it"]];

export class Practice {
  /** @param {App} app @param {string} game */
  constructor(app, game) {
    this.app = app;
    this.game = app.games.some((one) => one.name === game) ? game : app.games[0].name;
    this.score = JSON.parse(localStorage.getItem(KEPT) || '{"right": 0, "of": 0}');
    this.number = 0;
    this.felt = h("div", { class: `felt game-${this.game}`, role: "group", "aria-label": "The table from your side" });
    this.under = h("div", { class: "under" });
    this.rail = h("aside", { class: "rail", "aria-label": "Which misdeal is this?" });
    /** @type {any} */
    this.asked = null;
    /** @type {any[]} */
    this.known = [];
  }

  /** @param {HTMLElement} root */
  async begin(root) {
    document.title = "Practice · Pitboss";
    root.append(h("div", { class: "desk-main" }, this.felt, this.under), this.rail);
    this.known = await this.app.api.get(`/api/games/${this.game}/irregularities`);
    this.drawBar();
    await this.next();
    this.drawRemedy();
  }

  drawBar() {
    const title = this.app.game(this.game)?.title ?? this.game;
    this.app.drawBar("desk", [
      h("b", {}, "Dealer desk"), h("span", {}, "·"), h("span", { class: "name" }, title), h("span", { class: "practice-tag" }, "Practice"),
      h("span", { class: "score" }, "Score ", h("b", {}, `${this.score.right} of ${this.score.of}`)),
    ]);
  }

  /** @param {number} right @param {number} of */
  count(right, of) {
    this.score = { right: this.score.right + right, of: this.score.of + of };
    localStorage.setItem(KEPT, JSON.stringify(this.score));
    this.drawBar();
  }

  /** Another round. */
  async next() {
    const seed = crypto.getRandomValues(new Uint32Array(1))[0] >>> 1;
    this.asked = await this.app.api.get(`/api/practice/${this.game}?seed=${seed}`);
    const table = new LiveTable("practice", () => {});
    table.update({ seq: 1, events: this.asked.events });
    const positions = Math.max(3, ...table.seats.keys());
    drawFelt(this.felt, table, { positions }, "");
    this.felt.querySelector(`[data-seat="${this.asked.seat}"]`)?.classList.add("turn");
    this.name = table.called(table.seats.get(this.asked.seat) ?? "");
    this.drawQuestion(null);
  }

  /** @param {any} graded */
  drawQuestion(graded) {
    const asked = this.asked;
    const refused = h("p", { class: "refused", role: "alert" });
    /** @type {HTMLSelectElement[]} */
    const fates = [];
    /** @type {HTMLInputElement[]} */
    const sums = [];
    const rows = asked.wagers.map((/** @type {any} */ one, /** @type {number} */ at) => {
      const result = graded?.lines[at];
      const name = `${sentence(one.wager)}${one.hand > 1 ? `, hand ${one.hand}` : ""}`;
      const fate = h("select", { "aria-label": `${name}: what you do`, disabled: Boolean(graded) }, FATES.map(([value, words]) => h("option", { value, selected: this.said?.[at]?.fate === value }, words)));
      const sum = h("input", { "aria-label": `${name}: you pay, in dollars`, inputmode: "decimal", autocomplete: "off", placeholder: "$", disabled: Boolean(graded), value: graded ? (this.said?.[at]?.pays ?? 0) / 100 : "" });
      fate.addEventListener("change", () => (sum.disabled = fate.value !== "pay"));
      fates.push(fate);
      sums.push(sum);
      return h("tr", { class: result ? (result.right ? "right" : "wrong") : "" },
        h("td", {}, h("b", {}, name)), h("td", {}, dollars(one.stake)), h("td", {}, h("span", { class: "row" }, fate, sum)),
        h("td", { class: result && !result.right ? "lost" : "quiet" }, result ? `${result.right ? "✓ " : "✕ "}${verdict(result)}` : ""),
        h("td", { class: "number" }, result ? h("span", { class: "clause" }, result.clause) : ""));
    });
    this.under.replaceChildren(h("form", { name: "settle", onsubmit: async (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      if (graded) return this.next();
      try {
        this.said = fates.map((one, at) => ({ fate: one.value, pays: one.value === "pay" ? cents(sums[at].value) : 0 }));
        const found = await this.app.api.post(`/api/practice/${this.game}`, { seed: asked.seed, said: this.said });
        this.count(found.right, found.of);
        say(`${found.right} of ${found.of} right.`, true);
        this.drawQuestion(found);
      } catch (error) {
        refused.textContent = sentence(error instanceof Error ? error.message : String(error)) + ".";
      }
    } },
      h("div", { class: "action" },
        h("div", {}, h("h1", {}, `What does seat ${asked.seat} get?`), h("p", { class: "quiet" }, graded ? `${graded.right} of ${graded.of} right.` : `${this.name}'s wagers against your hand. Read the hands yourself.`), refused),
        h("div", { class: "row deeds" },
          h("label", {}, h("span", { class: "unseen" }, "Game"), h("select", { name: "game", onchange: (/** @type {Event} */ changed) => this.app.go(`#/desk/practice/${/** @type {HTMLSelectElement} */ (changed.target).value}`) }, this.app.games.map((one) => h("option", { value: one.name, selected: one.name === this.game }, one.title)))),
          h("button", { class: "deed primary" }, h("b", {}, graded ? "Next round" : "Settle the seat"), h("kbd", {}, "Enter")))),
      h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": "Wagers" }, h("table", { class: "settle" },
        h("thead", {}, h("tr", {}, ["Wager", "On the felt", "You do", "The document"].map((one) => h("th", {}, one)), h("th", { class: "number" }, "Clause"))), h("tbody", {}, rows)))));
    if (graded) this.under.querySelector("button")?.focus();
    else fates[0]?.focus({ preventScroll: true });
    this.said = graded ? this.said : undefined;
  }

  // --- which misdeal is this

  drawRemedy() {
    const right = any(this.known);
    const words = [...new Set(this.known.map((one) => one.remedy))].filter((one) => one !== right.remedy);
    const choices = shuffled([right.remedy, ...shuffled(words).slice(0, 3)]);
    const verdict = h("div", { class: "remedy", "aria-live": "polite" });
    const buttons = choices.map((one) => h("button", { class: "kind", onclick: () => {
      const good = one === right.remedy;
      this.count(Number(good), 1);
      for (const [at, button] of buttons.entries()) {
        button.disabled = true;
        if (choices[at] === right.remedy) button.classList.add("right");
        else if (choices[at] === one) button.classList.add("wrong");
      }
      verdict.replaceChildren(h("section", {}, h("p", { class: `effect ${good ? "won" : "lost"}` }, good ? "✓ Right." : "✕ Not this one."),
        h("p", {}, h("span", { class: "clause" }, right.clause), ` ${sentence(right.remedy)}`), h("div", { class: "row" }, h("button", { onclick: () => this.drawRemedy() }, "Another"))));
    } }, h("span", {}, sentence(one))));
    this.rail.replaceChildren(h("div", { class: "tab-body" },
      h("section", {}, h("h3", { class: "caption" }, "Something went wrong"), h("p", { class: "effect" }, `${sentence(right.means)}.`), h("p", { class: "quiet" }, "What does the document do?")),
      h("section", {}, buttons), verdict));
  }

  end() {
    this.rail.remove();
  }
}

/** @param {any} line */
function verdict(line) {
  const deed = line.fate === "pay" ? `pay ${dollars(line.pays)}` : line.fate === "take" ? "take it" : "it stays with the player";
  return `${deed}${line.why ? `: ${line.why}` : ""}`;
}

/** @param {string} text */
function cents(text) {
  const amount = Number(text.replace(/[$,\s]/g, "") || "0");
  if (!Number.isFinite(amount) || amount < 0) throw new Error(`${text} is not an amount`);
  return Math.round(amount * 100);
}

/** @template T @param {T[]} things */
const any = (things) => things[Math.floor(Math.random() * things.length)];

/** @template T @param {T[]} things */
function shuffled(things) {
  const made = [...things];
  for (let at = made.length - 1; at > 0; at--) {
    const other = Math.floor(Math.random() * (at + 1));
    [made[at], made[other]] = [made[other], made[at]];
  }
  return made;
}
