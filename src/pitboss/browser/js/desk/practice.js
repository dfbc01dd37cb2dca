// Practice for dealers: what does this seat get, is it paid rightly, is anything wrong here, when is it noticed, what
// comes next?
// The house asks and grades. This page draws the table, takes the answers and keeps the score.

import { h, say, trying } from "../dom.js";
import { LiveTable } from "../live.js";
import { centsOf, dollars, sentence } from "../words.js";
import { drawFelt } from "./drawing.js";

/** @import { App } from "../main.js" */

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
    const form = h("form", { name: "practice", "data-kind": asked.kind, onsubmit: (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      trying(refused, async () => (graded ? this.next() : this.answer({ said: wagers?.said() ?? [], chosen: choices?.chosen() ?? {} })));
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

/** @param {any} asked @param {any} graded */
function verdictOf(asked, graded) {
  const all = graded.right === graded.of;
  if (asked.kind === "check") {
    if (graded.planted < 0) return all ? "Right: nothing was wrong." : "Nothing was wrong here.";
    const wager = sentence(asked.wagers[graded.planted].wager);
    return all ? `Right: you found it. ${wager} was wrong.` : `${wager} was wrong.`;
  }
  return graded.of === 1 && !asked.wagers.length ? (all ? "Right." : "Wrong.") : `${graded.right} of ${graded.of} right.`;
}

// --- questions about wagers: what is paid, taken or left

const FATES = [["pay", "Pay"], ["take", "Take"], ["leave", "Leave it"]];

/** @param {any} asked the exercise @param {any} graded the verdict, or null before the answer */
function wagersOf(asked, graded) {
  /** @type {HTMLSelectElement[]} */
  const fates = [];
  /** @type {HTMLInputElement[]} */
  const sums = [];
  const rows = asked.wagers.map((/** @type {any} */ one, /** @type {number} */ at) => {
    const result = graded?.lines[at];
    const was = asked.answer?.said[at] ?? one.made;
    const name = `${sentence(one.wager)}${one.hand > 1 ? `, hand ${one.hand}` : ""}`;
    const fate = h("select", { "aria-label": `${name}: what you do`, disabled: Boolean(graded) }, FATES.map(([value, words]) => h("option", { value, selected: was?.fate === value }, words)));
    const sum = h("input", { "aria-label": `${name}: you pay, in dollars`, inputmode: "decimal", autocomplete: "off", placeholder: "$", disabled: Boolean(graded) || (was && was.fate !== "pay"), value: was?.fate === "pay" ? was.pays / 100 : "" });
    fate.addEventListener("change", () => (sum.disabled = fate.value !== "pay"));
    fates.push(fate);
    sums.push(sum);
    return h("tr", { class: result ? (result.right ? "right" : "wrong") : "" },
      h("td", {}, h("b", {}, name)), h("td", {}, dollars(one.stake)), h("td", {}, h("span", { class: "row" }, fate, sum)),
      h("td", { class: result && !result.right ? "lost" : "quiet" }, result ? `${result.right ? "✓ " : "✕ "}${verdict(result, was)}` : ""),
      h("td", { class: "number" }, result ? h("span", { class: "clause" }, result.clause) : ""));
  });
  const said = () => fates.map((one, at) => ({ fate: one.value, pays: one.value === "pay" ? centsOf(sums[at].value || "0") : 0 }));
  const element = h("div", {},
    h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": "Wagers" }, h("table", { class: "settle" },
      h("thead", {}, h("tr", {}, ["Wager", "On the felt", asked.kind === "check" ? "Your colleague did" : "You do", "The document"].map((one) => h("th", {}, one)), h("th", { class: "number" }, "Clause"))),
      h("tbody", {}, rows))),
    graded ? h("p", { class: "quiet totals" }, ...totals(asked, graded)) : "");
  return { element, said };
}

/** @param {any} asked @param {any} graded */
function totals(asked, graded) {
  const sum = (/** @type {any[]} */ lines) => lines.reduce((all, one) => all + one.pays, 0);
  const kept = graded.lines.reduce((/** @type {number} */ all, /** @type {any} */ one) => all + (one.fate === "take" ? 0 : one.stake), 0);
  const gets = sum(graded.lines);
  const you = sum(asked.answer?.said ?? []);
  return [`Seat ${asked.seat} gets `, h("b", {}, dollars(gets)), " and keeps ", h("b", {}, dollars(kept)), " of stakes.", you === gets ? "" : ` You said ${dollars(you)}.`];
}

/** @param {any} line @param {any} was what was said */
function verdict(line, was) {
  const deed = line.fate === "pay" ? `pay ${dollars(line.pays)}` : line.fate === "take" ? "take it" : "it stays with the player";
  const not = !line.right && line.fate === "pay" && was?.fate === "pay" ? `, not ${dollars(was.pays)}` : "";
  return `${deed}${not}${line.why ? `: ${line.why}` : ""}`;
}

// --- questions with choices: one of several answers each

/** The clause that decided, and what it says. @param {{clause: string, why: string}} graded */
function clauseTold(graded) {
  return h("p", { class: "clause-told" }, graded.clause && h("span", { class: "clause" }, graded.clause), ` ${graded.why}`);
}

/** @param {any} asked the exercise @param {any} graded the verdict, or null before the answer */
function choicesOf(asked, graded) {
  const element = h("div", { class: `questions ${asked.asks.length > 1 ? "several" : ""}` }, asked.asks.map((/** @type {any} */ ask) => {
    const result = graded?.asks.find((/** @type {any} */ one) => one.name === ask.name);
    const said = asked.answer?.chosen[ask.name];
    return h("fieldset", { name: ask.name }, h("legend", { class: "caption" }, ask.title),
      h("div", { class: "answers" }, ask.choices.map((/** @type {any} */ one, /** @type {number} */ at) => {
        const right = result && at === result.answer;
        const wrong = result && at === said && !right;
        return h("label", { class: `kind ${right ? "right" : wrong ? "wrong" : ""}` },
          h("span", {}, h("input", { type: "radio", name: ask.name, value: at, checked: said === at, disabled: Boolean(graded) }), ` ${one.words}`, right ? " ✓" : wrong ? " ✕" : ""),
          one.clause && h("span", { class: "clause" }, one.clause));
      })), result?.why ? clauseTold(result) : "");
  }));
  const chosen = () => {
    /** @type {Record<string, number>} */
    const made = {};
    for (const one of element.querySelectorAll("input:checked")) {
      const input = /** @type {HTMLInputElement} */ (one);
      made[input.name] = Number(input.value);
    }
    if (!Object.keys(made).length) throw new Error("choose an answer first");
    return made;
  };
  return { element, chosen };
}

// --- the score, kept in this browser for each person

const MARKS = 21;

/** The kinds of question, and what they are called. @type {[string, string][]} */
const KINDS = [["settle", "What does a seat get"], ["check", "Find a colleague's mistake"], ["misdeal", "Which irregularity is this"], ["found", "When is it noticed"], ["next", "What comes next"]];

/**
 * @typedef {object} Kept
 * @property {Record<string, {right: number, of: number}>} kinds
 * @property {boolean[]} marks the last questions, newest last: whether all of it was right
 * @property {string[]} asked the kinds of question that are wanted
 */

export class Score {
  /** @param {string} person */
  constructor(person) {
    this.key = `desk-practice-${person}`;
    /** @type {Kept} */
    this.kept = { kinds: {}, marks: [], asked: KINDS.map(([kind]) => kind), ...JSON.parse(localStorage.getItem(this.key) || "{}") };
  }

  save() {
    localStorage.setItem(this.key, JSON.stringify(this.kept));
  }

  /** @param {string} kind */
  of(kind) {
    return this.kept.kinds[kind] ?? { right: 0, of: 0 };
  }

  total() {
    const all = KINDS.map(([kind]) => this.of(kind));
    return { right: all.reduce((sum, one) => sum + one.right, 0), of: all.reduce((sum, one) => sum + one.of, 0) };
  }

  /** @param {string} kind @param {number} right @param {number} of */
  count(kind, right, of) {
    const before = this.of(kind);
    this.kept.kinds[kind] = { right: before.right + right, of: before.of + of };
    this.kept.marks = [...this.kept.marks, right === of].slice(-MARKS);
    this.save();
  }

  /** @param {string} kind @param {boolean} wanted */
  want(kind, wanted) {
    this.kept.asked = KINDS.map(([one]) => one).filter((one) => (one === kind ? wanted : this.kept.asked.includes(one)));
    this.save();
  }

  /** A kind of question to ask now. */
  any() {
    const asked = this.kept.asked.length ? this.kept.asked : KINDS.map(([kind]) => kind);
    return asked[Math.floor(Math.random() * asked.length)];
  }

  forget() {
    this.kept = { ...this.kept, kinds: {}, marks: [] };
    this.save();
  }
}
