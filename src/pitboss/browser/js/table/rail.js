// The side rail: result, coach, wagers, pays, rules and log. On a phone it is a sheet that opens upward.

import { h, s, underWay } from "../dom.js";
import { card } from "../draw/cards.js";
import { cardNames, clauseName, dollars, sentence, signed } from "../words.js";
import { answerOf, drawAdvice, drawReview, drillThese } from "./coach.js";
import { drawOutlook } from "./outlook.js";
import { drawResult, explain, headline, shortClause } from "./result.js";
import { Rules } from "./rules.js";
import { tell } from "./telling.js";
import { Wagers } from "./wagers.js";

/** @import { Room } from "./room.js" */

/** @type {[string, string][]} */
const TABS = [["result", "Result"], ["coach", "Coach"], ["wagers", "Wagers"], ["pays", "Pays"], ["rules", "Rules"], ["log", "Log"]];
const SHORT_LOG = 5; // lines of the round under the coach
const LONG = 34; // letters that a line of a phone has room for
const WIDTH = 30; // of the own cards, which the sheet of a phone repeats

export class Rail {
  /** @param {Room} room @param {import("./outlook.js").Outlook | null} outlook what the game itself shows at a decision */
  constructor(room, outlook) {
    this.room = room;
    this.outlook = outlook;
    this.wagers = new Wagers(room);
    this.rules = new Rules(room);
    this.chosen = ""; // the tab that was asked for; if none, the moment decides
    this.open = false; // on a phone
    this.drawn = "";
    this.lineDrawn = "";
    this.tabs = h("div", { class: "tabs-row", role: "tablist", "aria-label": "About this table" });
    this.panel = h("div", { class: "rail-panel", id: "rail-panel", role: "tabpanel", tabindex: "0" });
    this.line = h("button", { class: "rail-line", type: "button", "aria-expanded": "false", "aria-controls": "rail-panel", onclick: () => this.slide() });
    this.cards = h("p", { class: "rail-cards" });
    this.element = h("aside", { class: "rail", "aria-label": "Coach, wagers, pays, rules and log" }, this.line, this.cards, this.tabs, this.panel);
    this.tabs.addEventListener("keydown", (event) => this.move(event));
  }

  end() {
    this.wagers.end();
  }

  /** Open or close the sheet. */
  slide(open = !this.open) {
    this.open = open;
    this.element.classList.toggle("up", open);
    this.line.setAttribute("aria-expanded", String(open));
  }

  /** The open tab: while bets are open, what wagers cost; then the coach. */
  get tab() {
    if (this.chosen && (this.chosen !== "result" || this.room.result)) return this.chosen;
    return ["decide", "wait"].includes(this.room.phase) ? "coach" : "wagers";
  }

  /** @param {string} tab or nothing, so that the moment decides */
  show(tab) {
    this.chosen = tab;
    this.drawn = "";
    this.draw();
  }

  /** @param {KeyboardEvent} event */
  move(event) {
    const shown = this.shownTabs().map(([name]) => name);
    const at = shown.indexOf(this.tab);
    const to = event.key === "ArrowRight" ? at + 1 : event.key === "ArrowLeft" ? at - 1 : -1;
    if (to < 0 || to >= shown.length) return;
    event.preventDefault();
    event.stopPropagation();
    this.show(shown[to]);
    /** @type {HTMLElement | null} */ (this.tabs.querySelector("[aria-selected='true']"))?.focus();
  }

  shownTabs() {
    return TABS.filter(([name]) => name !== "result" || this.room.result);
  }

  draw() {
    const { room } = this;
    if (this.chosen === "result" && !room.result) this.chosen = "";
    this.drawLine();
    const state = [this.tab, room.result?.round ?? 0, room.coaching.version, room.live.events.length, room.live.layout.round, room.phase, room.turnAt, room.words ? 1 : 0, room.pays ? 1 : 0, room.meter, this.wagers.version, this.rules.version].join("/");
    if (state === this.drawn) return;
    const kept = this.drawn.split("/")[0] === this.tab ? this.panel.scrollTop : 0;
    const focused = this.tabs.contains(document.activeElement);
    this.drawn = state;
    this.tabs.replaceChildren(...this.shownTabs().map(([name, words]) =>
      h("button", {
        class: "plain tab", type: "button", role: "tab", id: `tab-${name}`, "aria-selected": String(name === this.tab), "aria-controls": "rail-panel",
        tabindex: name === this.tab ? "0" : "-1",
        onclick: () => {
          this.show(name);
          this.slide(true);
        },
      }, words)));
    if (focused) /** @type {HTMLElement | null} */ (this.tabs.querySelector("[aria-selected='true']"))?.focus();
    this.drawCards();
    this.panel.setAttribute("aria-labelledby", `tab-${this.tab}`);
    this.panel.replaceChildren(...this.content().filter((one) => one !== null));
    this.panel.scrollTop = kept;
  }

  /** One line for a phone, which opens the sheet. */
  drawLine() {
    const { room } = this;
    const { coaching } = room;
    const said = coaching.advice && coaching.on && room.phase === "decide" ? ["Coach", answerOf(coaching.advice, (one) => coaching.verb(one))]
      : room.result && room.phase !== "decide" ? ["Result", [`${headline(room.result)}.`, ...room.result.told.map((one) => one.why)].join(" ")]
        : room.phase === "bets" && !room.isReady ? ["Bets", `Touch an area to add a ${dollars(room.held)} chip`]
          : ["Table", `Round ${room.live.layout.round || 1}, ${room.limits}`];
    const values = said[0] === "Coach" ? (coaching.advice?.choices ?? []).filter((one) => one.cents !== null).sort((a, b) => (b.cents ?? 0) - (a.cents ?? 0)).slice(0, 2).map((one) => signed(one.cents ?? 0)).join(" / ") : "";
    const state = [...said, values].join("/");
    if (state === this.lineDrawn) return;
    this.lineDrawn = state;
    this.line.replaceChildren(h("span", { class: "tag" }, said[0]), h("b", { class: said[1].length > LONG ? "long" : null }, said[1]), h("span", { class: "faint" }, values), h("span", { class: "faint", "aria-hidden": "true" }, "▴"));
  }

  /** The own cards: the sheet of a phone lies over them. */
  drawCards() {
    const { live, seat, handInPlay } = this.room;
    const { cards } = live.layout.hand(`seat ${seat}`, handInPlay);
    const high = WIDTH * 1.4;
    const drawn = s("svg", { viewBox: `0 0 ${cards.length * (WIDTH + 4)} ${high}`, height: high, role: "img", "aria-label": cardNames(cards) },
      ...cards.map((one, at) => s("g", { transform: `translate(${at * (WIDTH + 4)} 0)` }, card(one, { width: WIDTH }))));
    this.cards.replaceChildren(...(seat && cards.length ? [h("span", {}, "You hold"), drawn] : []));
  }

  /** @returns {(Node | null)[]} */
  content() {
    const { room } = this;
    switch (this.tab) {
      case "result":
        return room.result ? [drawResult(room.speech, room.result, room.words ?? NO_WORDS), this.reviewOf(), this.evening()] : [];
      case "wagers":
        return [...this.wagers.draw(), this.sealed(), this.roundSoFar(SHORT_LOG)];
      case "pays":
        return this.paysOf();
      case "rules":
        return this.rules.draw();
      case "log":
        return [this.roundSoFar(Infinity)];
      default:
        return [this.coachOf(), ...drawOutlook(room, this.outlook), room.coachPlays.draw(), this.sealed(), this.evening(), this.roundSoFar(SHORT_LOG)];
    }
  }

  coachOf() {
    const { room } = this;
    const { coaching } = room;
    const toggle = h("button", { class: "plain toggle", type: "button", "aria-pressed": String(coaching.on), onclick: () => coaching.toggle() },
      coaching.on ? "Turn the coach off" : "Turn the coach on", h("kbd", {}, "K"));
    if (!coaching.on && coaching.priced)
      return h("section", {}, h("p", { class: "quiet" }, "The coach is off. Mistakes are shown after the round."), toggle);
    if (coaching.away) return h("section", {}, h("p", { class: "quiet" }, coaching.away));
    if (coaching.advice) return h("div", {}, drawAdvice(room.speech, coaching.advice, (one) => coaching.verb(one)), toggle);
    return h("section", {}, h("p", { class: "caption" }, "Coach"),
      h("p", { class: "quiet" }, room.phase === "decide" ? (coaching.silent ? "The coach has no answer to this question." : underWay("The coach is counting …")) : "When it is your turn, the coach says what each choice is worth."), toggle);
  }

  sealed() {
    const { room } = this;
    const cards = [...room.live.layout.committed.values()].reduce((sum, e) => sum + e.commitments.length, 0);
    if (!cards || room.phase !== "bets") return null;
    return h("section", {}, h("p", {}, h("b", {}, `${cards} cards are sealed`)),
      h("p", { class: "quiet" }, "They were shuffled and sealed before you bet. You can check the seals when the round is over."));
  }

  /** The evening so far, with its mistakes to drill. */
  evening() {
    const { app, info, coaching } = this.room;
    return coaching.evening.draw((mistakes) => drillThese(app, info.game, mistakes, info.id));
  }

  reviewOf() {
    const { coaching } = this.room;
    return coaching.review ? drawReview(this.room.speech, coaching.review) : null;
  }

  /** @param {number} most lines */
  roundSoFar(most) {
    const { room } = this;
    const lines = tell(room.speech, room.live.events, (player) => room.calledYou(player), (seat) => room.atSeat(seat), room.me);
    const caption = h("p", { class: "caption" }, "This round");
    if (!lines.length) return h("section", {}, caption, h("p", { class: "quiet" }, "Nothing has happened yet."));
    return h("section", {}, caption, h("ol", { class: "log" }, lines.slice(-most).map((line) =>
      h("li", { class: line.own ? "own" : "" },
        line.clause ? h("button", { class: "plain clause", type: "button", title: room.words?.clauses[line.clause] ?? "", "aria-label": `Clause ${clauseName(line.clause)}`, onclick: (/** @type {MouseEvent} */ event) => this.why(event, line) }, shortClause(line.clause)) : h("span", {}),
        h("span", {}, line.words)))));
  }

  /** @param {MouseEvent} event @param {{clause: string, ruling: string}} line */
  why(event, line) {
    const item = /** @type {HTMLElement} */ (event.currentTarget).parentElement;
    const there = item?.querySelector(".why");
    if (there) there.remove();
    else item?.append(h("div", { class: "why" }, ...explain(line, this.room.words ?? NO_WORDS)));
  }

  /** @returns {Node[]} */
  paysOf() {
    const { room } = this;
    if (!room.pays) return [h("section", {}, h("p", { class: "quiet" }, "The pay tables are not here yet."))];
    const name = room.live.layout.hand(`seat ${room.seat}`).name ?? "";
    return Object.entries(room.pays).map(([table, lines]) =>
      h("section", {}, h("p", { class: "caption" }, table),
        h("dl", { class: "pays" }, Object.entries(lines).map(([line, odds]) =>
          h("div", { class: line === lineOf(name, Object.keys(lines)) ? "held" : "" }, h("dt", {}, sentence(line)), h("dd", {}, odds))))));
  }
}

const NO_WORDS = { clauses: {}, rulings: {} };

/**
 * The line of a pay table that the name of a hand is on. "Straight flush" is not on "straight".
 * @param {string} name
 * @param {string[]} lines
 */
const lineOf = (name, lines) => lines.filter((line) => name.startsWith(line)).sort((a, b) => b.length - a.length)[0];
