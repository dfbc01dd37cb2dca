// The drill: one decision after another, graded by its exact cost.

import { h, s, say } from "../dom.js";
import { inlineCard } from "../draw/cards.js";
import { Layout } from "../layout.js";
import { styled } from "../screen.js";
import { cardNames, dollars, sentence, signed } from "../words.js";

/** @typedef {import("../main.js").App} App */

const GAMES = /** @type {Record<string, string>} */ ({
  caribbean_stud: "Caribbean",
  double_cross_poker: "Double Cross",
  double_attack_blackjack: "Double Attack",
  boston_5_stud: "Boston 5",
  double_down_stud: "Double Down",
});
const KEYS = /** @type {Record<string, string>} */ ({
  bet: "B", fold: "F", second: "S", expose: "E", conceal: "C", vertical: "V", horizontal: "H", attack: "A", insure: "I",
  hit: "H", stand: "S", double: "D", split: "P", surrender: "U", pass: "N",
});
const CROSS = /** @type {Record<string, [number, number]>} */ ({
  "vertical top": [1, 2], "horizontal left": [2, 1], center: [2, 2], "horizontal right": [2, 3], "vertical bottom": [3, 2],
});
const SHOWN = 21; // answers in the row of dots

/** @type {import("../main.js").Show} */
export async function show(root, parts, app) {
  await styled("drill", "play");
  await app.signIn();
  const names = app.games.map((one) => one.name);
  const game = names.includes(parts[0]) ? parts[0] : names.includes("caribbean_stud") ? "caribbean_stud" : names[0];
  const drill = new Drill(game, app);
  root.append(
    h("div", { class: "page drill-page" },
      h("div", { class: "row drill-head" },
        h("h1", {}, "Drill"),
        h("nav", { class: "drill-games", "aria-label": "Games" },
          names.map((one) => h("a", { href: `#/drill/${one}`, "aria-current": one === game ? "page" : null }, GAMES[one] ?? app.game(one).title))),
        drill.number),
      h("div", { class: "drill-body" }, drill.spot, drill.choices, drill.verdict),
      h("aside", { class: "drill-rail", "aria-label": "How you do" }, drill.streak, drill.rating)),
  );
  const press = (/** @type {KeyboardEvent} */ event) => drill.press(event);
  document.addEventListener("keydown", press);
  await Promise.all([drill.next(), drill.drawHistory()]);
  return () => document.removeEventListener("keydown", press);
}

class Drill {
  /**
   * @param {string} game
   * @param {App} app
   */
  constructor(game, app) {
    this.game = game;
    this.app = app;
    this.number = h("span", { class: "faint" });
    this.spot = h("section", { class: `panel spot felt-${game}`, "aria-label": "The decision" });
    this.choices = h("div", { class: "answers", role: "group", "aria-label": "Your answer" });
    this.verdict = h("section", { class: "panel verdict", "aria-live": "polite" });
    this.streak = h("section", { class: "panel" });
    this.rating = h("section", { class: "panel" });
    /** @type {any} the puzzle that waits for an answer */
    this.puzzle = null;
    /** @type {any} the grade of the answer */
    this.grade = null;
    this.busy = false;
  }

  async next() {
    this.grade = null;
    this.spot.setAttribute("aria-busy", "true");
    this.verdict.replaceChildren(h("p", { class: "quiet" }, "Looking for a decision …"));
    this.puzzle = await this.app.api.get(`/api/drill/${this.game}`);
    this.spot.removeAttribute("aria-busy");
    this.number.textContent = `Puzzle ${this.puzzle.number}`;
    this.drawSpot();
    this.drawChoices();
    this.verdict.replaceChildren(
      h("p", { class: "quiet" }, this.puzzle.again ? "You missed this one before. " : "", "No clock, no chips. What do you do?"));
    /** @type {HTMLButtonElement | null} */ (this.choices.querySelector("button"))?.focus({ preventScroll: true });
    say(`${sentence(this.puzzle.about)}. ${this.inWords()}`);
  }

  /** @param {string} what */
  async answer(what) {
    if (this.busy || this.grade || !this.puzzle) return;
    this.busy = true;
    for (const one of this.choices.querySelectorAll("button")) one.disabled = true;
    try {
      this.grade = await this.app.api.post(`/api/drill/${this.game}`, { puzzle: this.puzzle.puzzle, do: what });
      this.drawChoices();
      this.drawVerdict();
      await this.drawHistory();
    } finally {
      this.busy = false;
    }
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (event.key === "Enter" && this.grade) {
      event.preventDefault();
      this.next();
      return;
    }
    const found = this.puzzle?.choices.find((/** @type {any} */ one) => KEYS[one.do] === event.key.toUpperCase());
    if (found) this.answer(found.do);
  }

  // --- the cards

  layout() {
    const layout = new Layout();
    for (const event of this.puzzle.events) layout.apply(event);
    return layout;
  }

  inWords() {
    const layout = this.layout();
    const own = layout.hand(`seat ${this.puzzle.seat}`, this.puzzle.hand).cards;
    const dealer = layout.hand("dealer").cards;
    return `You hold ${cardNames(own)}.${dealer.length ? ` The dealer has ${cardNames(dealer)}.` : ""}`;
  }

  drawSpot() {
    const layout = this.layout();
    const own = `seat ${this.puzzle.seat}`;
    const board = [...layout.hands.keys()].map((key) => key.slice(0, key.lastIndexOf("/"))).filter((place) => !place.startsWith("seat "));
    const cross = board.filter((place) => place in CROSS);
    const others = [...new Set(board)].filter((place) => !(place in CROSS) && layout.hand(place).cards.length);
    const stakes = layout.stakesOf(this.puzzle.seat).map((one) => `${sentence(one.wager)} ${dollars(one.amount)}`);
    this.spot.replaceChildren(
      h("div", { class: "board" },
        cross.length ? this.cross(layout, cross) : null,
        others.filter((place) => !cross.length || place !== "dealer").map((place) => group(sentence(place), layout.hand(place).cards, this.deck()))),
      h("div", { class: "own" },
        layout.handsAt(own).map((number) =>
          h("div", { class: number === this.puzzle.hand ? "hand now" : "hand" },
            group(layout.handsAt(own).length > 1 ? `Hand ${number}` : "Your cards", layout.hand(own, number).cards, this.deck()))),
        h("p", { class: "stakes" }, `${stakes.join(", ")}.`)));
  }

  deck() {
    return this.game === "double_cross_poker" ? 2 : 1;
  }

  /**
   * @param {Layout} layout
   * @param {string[]} places
   */
  cross(layout, places) {
    return h("div", { class: "cross", role: "group", "aria-label": "The cross" }, places.map((place) => {
      const found = inlineCard(layout.hand(place).cards[0] ?? null, 72, this.deck());
      [found.style.gridRow, found.style.gridColumn] = CROSS[place].map(String);
      return found;
    }));
  }

  // --- the answers

  drawChoices() {
    const priced = new Map((this.grade?.counsel.choices ?? []).map((/** @type {any} */ one) => [one.do, one]));
    this.choices.replaceChildren(...this.puzzle.choices.map((/** @type {any} */ one) => {
      const value = priced.get(one.do);
      const chosen = this.grade?.chosen === one.do;
      const best = value?.best;
      const kind = !value ? "" : best ? "best" : chosen ? "wrong" : "other";
      const below = !value ? "" : best ? (chosen ? "✓ your answer, the best" : "✓ the best")
        : `${chosen ? "✗ your answer: " : ""}costs ${cents(value.costs)}`;
      return h("button", { class: `answer ${kind}`, disabled: Boolean(this.grade), onclick: () => this.answer(one.do) },
        h("span", { class: "top" }, h("b", {}, verb(one.do)), value ? h("b", { class: "value" }, signed(Math.round(value.cents))) : h("kbd", {}, KEYS[one.do] ?? "")),
        h("span", { class: "detail" }, one.amount ? `puts ${dollars(one.amount)} on the table` : ""),
        h("span", { class: "mark" }, below));
    }));
  }

  drawVerdict() {
    const grade = this.grade;
    const back = grade.due_at ? " It comes back in three days, because you missed it." : "";
    const ways = Number(grade.counsel.deals) ? `${BigInt(grade.counsel.deals).toLocaleString("en-US")} ways` : "the ways";
    this.verdict.replaceChildren(
      h("div", {},
        h("p", { class: `answered ${grade.right ? "won" : "lost"}` }, grade.right ? "Right." : `That costs ${cents(grade.cost)}.`),
        h("p", { class: "large" }, grade.sentence),
        h("p", { class: "faint" }, grade.counsel.exact ? `Exact: all ${ways} the hidden cards can fall.` : `About, from ${ways} the hidden cards can fall.`, back)),
      h("button", { class: "primary", onclick: () => this.next() }, "Next", h("kbd", {}, "Enter")));
    /** @type {HTMLButtonElement} */ (this.verdict.querySelector("button")).focus({ preventScroll: true });
  }

  // --- how you do

  async drawHistory() {
    const told = await this.app.api.get(`/api/drill/${this.game}/history`);
    const right = told.answers.map((/** @type {any} */ one) => one.cost === 0 || one.due_at === null);
    const streak = right.length - 1 - right.lastIndexOf(false);
    const last = right.slice(-SHOWN);
    this.streak.replaceChildren(
      h("div", { class: "row spread" }, h("h2", { class: "caption" }, "Streak"), h("span", { class: "faint" }, `${right.length} answered`)),
      h("p", { class: "figure" }, String(streak)),
      last.length
        ? h("div", { class: "dots", role: "img", "aria-label": `${last.filter(Boolean).length} of the last ${last.length} right` },
            last.map((/** @type {boolean} */ one) => h("i", { class: one ? "right" : "missed" }, one ? "" : "×")))
        : h("p", { class: "quiet" }, "Your answers will be counted here."));
    const ratings = told.answers.map((/** @type {any} */ one) => one.rating);
    const change = this.grade ? this.grade.rating - this.grade.before : 0;
    this.rating.replaceChildren(
      h("h2", { class: "caption" }, "Rating"),
      h("p", { class: "figure" }, told.rating.toLocaleString("en-US"), " ",
        change ? h("small", { class: change > 0 ? "won" : "lost" }, change > 0 ? `+${change}` : `−${-change}`) : null),
      ratings.length > 1 ? line(ratings) : h("p", { class: "quiet" }, "A line appears after your second answer."));
  }
}

/** @param {string} what */
function verb(what) {
  return what === "pass" ? "Pass" : what === "second" ? "Second wager" : sentence(what);
}

/** @param {number} amount cents, with a fraction */
function cents(amount) {
  return amount < 1 ? "less than a cent" : dollars(Math.round(amount));
}

/**
 * @param {string} name
 * @param {(string | null)[]} cards
 * @param {number} deck
 */
function group(name, cards, deck) {
  return h("div", { class: "group", role: "group", "aria-label": name },
    h("span", { class: "name" }, name),
    h("div", { class: "cards" }, cards.map((one) => inlineCard(one, 84, deck))));
}

/** @param {number[]} values */
function line(values) {
  const [low, high] = [Math.min(...values) - 5, Math.max(...values) + 5];
  const at = (/** @type {number} */ value, /** @type {number} */ which) =>
    `${(8 + (284 * which) / (values.length - 1)).toFixed(1)},${(92 - (80 * (value - low)) / (high - low)).toFixed(1)}`;
  const points = values.map(at).join(" ");
  return s("svg", { class: "rating", viewBox: "0 0 300 100", role: "img", "aria-label": `Your rating, now ${values[values.length - 1]}` },
    s("polyline", { points }), s("circle", { cx: points.split(" ").at(-1)?.split(",")[0], cy: points.split(" ").at(-1)?.split(",")[1], r: 4 }));
}
