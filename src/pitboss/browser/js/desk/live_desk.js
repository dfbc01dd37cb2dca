// The live desk of one table: the red bar, the steps of the round, one button for the step now, and the rail.

import { h, keepFocus, say, the } from "../dom.js";
import { DEAF, LiveTable } from "../live.js";
import { dollars, list, sentence, whyNot } from "../words.js";
import { NEXT_CARD, drawFelt, hands, seatState } from "./drawing.js";
import { Rail, checksOf, told } from "./rail.js";
import { Report } from "./report.js";
import { deedWords, doer, staffOffers, stepsOf } from "./steps.js";

/** @import { Offer, Turn, NextCard } from "../../protocol.d.ts" */
/** @import { Event } from "../layout.js" */
/** @import { App } from "../main.js" */

const ORDINALS = ["", "First", "Second", "Third", "Fourth", "Fifth", "Sixth"];

export class LiveDesk {
  /** @param {App} app @param {any} about the table as the house describes it */
  constructor(app, about) {
    this.app = app;
    this.about = about;
    this.id = about.id;
    this.table = new LiveTable(this.id, (change) => this.changed(change));
    this.report = new Report(this);
    this.rail = new Rail(this);
    /** @type {{clause: string, call: string}[]} the steps of a round as the house knows them */
    this.known = [];
    /** @type {import("./steps.js").Step[]} */
    this.steps = [];
    /** @type {WeakMap<Event, number>} when an event came */
    this.came = new WeakMap();
    this.refused = "";
    this.busy = false;
    this.dealing = 0; // the cards of this deal, as many as the desk knows of
    this.deaf = false;
    this.resting = 0;
    this.asked = "";
    this.frame = 0;
    this.cut = 0;
    this.ended = false;
    this.time = h("span", { class: "time" });
    this.ticking = 0;
    this.felt = h("div", { class: "desk-felt", "data-game": about.game, role: "group", "aria-label": "The table from your side" });
    this.row = h("ol", { class: "steps" });
    this.action = h("div", { class: "action" });
    this.list = h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": "Seats" });
    this.key = (/** @type {KeyboardEvent} */ event) => this.pressed(event);
    this.hears = (/** @type {string} */ state) => state === "ended" && this.app.go("#/desk");
  }

  deals() {
    return this.about.dealer === this.app.me?.person.id && this.app.is("dealer");
  }

  /** In which role a report is made. */
  role() {
    return this.deals() ? "dealer" : "supervisor";
  }

  offers() {
    return staffOffers(this.table.turn);
  }

  /** The card that comes next, while the dealer has cards to deal. The house shows nobody a card before that. */
  get card() {
    return this.table.turn?.deal ?? null;
  }

  /** What the meter shows, in cents; 0 without one. */
  meter() {
    const meters = Object.values(this.table.meters).flatMap((one) => Object.entries(one));
    return Number((meters[0] ?? Object.entries(this.about.meters)[0])?.[1] ?? 0);
  }

  /** @param {HTMLElement} root */
  async begin(root) {
    document.body.classList.add("live");
    document.title = `LIVE · ${this.about.name} · Pitboss`;
    root.append(h("div", { class: "desk-main" }, this.felt, h("div", { class: "under" }, this.row, this.action, this.list)), this.rail.element);
    document.addEventListener("keydown", this.key);
    [this.known] = await Promise.all([this.app.api.get(`/api/games/${this.about.game}/round`), this.report.load()]);
    if (!root.isConnected) return this.end();
    this.app.listeners.add(this.hears);
    this.app.connection.watch(this.table);
    this.ticking = window.setInterval(() => this.tick(), 500);
    this.drawBar();
    this.draw();
  }

  end() {
    this.ended = true;
    document.body.classList.remove("live");
    document.removeEventListener("keydown", this.key);
    this.app.listeners.delete(this.hears);
    cancelAnimationFrame(this.frame);
    window.clearInterval(this.ticking);
    this.rail.end();
    this.app.connection.unwatch(this.id);
  }

  drawBar() {
    const meter = this.meter();
    this.app.drawBar("desk", [
      h("span", { class: "live-tag" }, "LIVE"),
      h("b", {}, "Dealer desk"), h("span", {}, "·"), h("span", { class: "name" }, this.about.name),
      h("span", {}, "·"), h("span", {}, `Round ${this.table.layout.round || this.about.round}`), h("span", {}, "·"),
      h("span", {}, this.about.dealer_name ? `${this.about.dealer_name} deals` : "automatic dealer"),
      h("span", { class: "meter-now" }, ...(meter ? ["Meter ", h("b", {}, dollars(meter))] : [])),
    ]);
  }

  /** @param {{events: Event[], act: any, turn: boolean, stopped: string}} change */
  changed(change) {
    for (const event of change.events) this.came.set(event, this.table.at || this.app.connection.now());
    const act = change.act;
    if (act?.type === "floorcalled") say(`${act.seat ? `Seat ${act.seat}` : "Somebody"} calls the floor.`, true);
    if (act?.type === "dealerassigned" || act?.type === "dealercame") {
      this.about.dealer = act.dealer;
      this.about.dealer_name = act.name ?? "";
    }
    if (change.turn) this.dealing = this.card ? Math.max(this.dealing, this.card.left) : 0;
    for (const event of change.events) if (event.type === "irregular" || event.type === "voided") say(told(event, this.table));
    if (change.turn || change.events.length) this.refused = "";
    const asked = `${this.table.turn?.round}/${this.table.turn?.turn}/${this.card ? "deal" : ""}`;
    if (asked !== this.asked) {
      this.asked = asked;
      if (this.table.turn?.waiting?.includes("supervisor") && this.app.is("supervisor")) this.rail.tab = "Supervisor";
      this.rest();
    }
    if (!this.frame)
      this.frame = requestAnimationFrame(() => {
        this.frame = 0;
        this.draw();
      });
  }

  /** Hear no press for a moment: it was meant for what stood here before. */
  rest() {
    this.deaf = true;
    window.clearTimeout(this.resting);
    this.resting = window.setTimeout(() => {
      this.deaf = false;
      this.draw();
    }, DEAF);
  }

  /** Show the players' clock. A refusal that was about their time goes with it. */
  tick() {
    const left = Math.max(0, ...(this.table.turn?.clocks ?? []).map((one) => one.ends - this.app.connection.now()));
    const words = left ? ` The players have ${Math.ceil(left / 1000)} s left.` : "";
    if (!words && this.time.textContent && this.refused) {
      this.refused = "";
      this.draw();
    }
    this.time.textContent = words;
  }

  /** @param {Event} event */
  at(event) {
    const time = this.came.get(event);
    return time ? new Date(time).toLocaleTimeString("en-GB") : "";
  }

  draw() {
    if (this.ended) return;
    const { deeds } = this.offers();
    this.drawBar();
    const { table: seen, card } = this;
    drawFelt(this.felt, seen, this.about, this.says(),
      card ? { place: card.to, words: NEXT_CARD } : this.validated() ? { place: `seat ${this.validated()}`, words: "cards stay" } : null);
    const bettable = deeds.some((one) => one.do === "no more bets" && !one.why_not);
    const deal = card && { clause: seen.turn?.clause ?? "", done: this.dealing - card.left, total: this.dealing };
    this.steps = stepsOf(seen, (event) => this.at(event), bettable, this.known, deal);
    this.row.replaceChildren(...this.steps.map((one) =>
      h("li", { class: one.state, "aria-current": one.state === "now" ? "step" : null },
        h("b", {}, h("span", { "aria-hidden": "true" }, one.state === "done" ? "✓ " : one.state === "now" ? "▸ " : ""), one.name),
        h("span", {}, one.note), one.clause && h("span", { class: "clause" }, one.clause))));
    keepFocus(this.action, () => (card ? this.drawDeal(card) : this.drawAction(deeds)), "data-deed");
    this.drawSeats();
    this.rail.draw(false);
  }

  /** What the dealer says now, as the players' page shows it: what a seat is asked, else the last call. */
  says() {
    const { layout, turn, seats } = this.table;
    if (layout.over) return "";
    const [asked] = !turn || this.card || turn.about === "wagers" ? [] : this.deciding(turn);
    const seat = [...seats].find(([, player]) => player === asked)?.[0];
    if (!seat || !turn) return layout.call?.words ?? "";
    if (turn.about !== "decision") return `Seat ${seat}: ${turn.about}?`;
    const { name } = layout.hand(`seat ${seat}`, turn.offers?.[0]?.[1].find((one) => one.hand)?.hand ?? 1);
    return `Seat ${seat}${name ? `: ${name}` : ""}`;
  }

  /** The players whom the table waits for. @param {Turn} turn */
  deciding(turn) {
    return (turn.waiting ?? []).filter((one) => one !== "dealer" && one !== "supervisor");
  }

  // --- the step now

  /** The deal goes on: the next card, to whom and how. @param {NextCard} card */
  drawDeal(card) {
    const held = this.table.layout.hand(card.to, card.hand ?? 1).cards.length;
    const to = card.to === "dealer" ? "you" : card.to;
    const mine = this.deals();
    this.action.replaceChildren(
      h("div", {}, h("h1", {}, `${ORDINALS[held + 1] ?? `${held + 1}th`} card: ${mine || card.to !== "dealer" ? to : "the dealer"}`),
        h("p", { class: "quiet" }, mine
          ? "The order is sealed. Nobody sees a card, and nobody's time runs, before you deal it. After half a minute of silence the automatic dealer deals the rest."
          : `${this.about.dealer_name || "The dealer"} deals card by card. Nobody's time runs meanwhile.`),
        this.refused && h("p", { class: "refused", role: "alert" }, this.refused)),
      h("div", { class: "row deeds" },
        mine && card.left > 1 && h("button", { class: "deed", "data-deed": "all", disabled: this.deaf, onclick: () => this.deal(0) }, h("b", {}, "Deal the rest"), h("small", {}, `${card.left} cards, at once`), h("kbd", {}, "R")),
        mine
          ? h("button", { class: "deed primary", "data-deed": "next card", disabled: this.deaf, onclick: () => this.deal(1) }, h("b", {}, "Deal next card"), h("small", {}, `to ${to}, face ${card.face}`), h("kbd", {}, "Space"))
          : h("span", { class: "button dashed", role: "status" }, h("b", {}, "Next"), h("small", {}, "waits for the dealer"))));
  }

  /**
   * Deal the next cards; 0 for all that are left. The house refuses an order that was meant for cards that are out.
   * @param {number} cards
   */
  async deal(cards) {
    const { card, table } = this;
    if (card) await this.sending(() => this.app.connection.command("deal", this.id, { round: table.turn?.round ?? 0, left: card.left, cards }));
  }

  /** Ask the house for something, one thing at a time, and show what it refuses. @param {() => Promise<unknown>} act */
  async sending(act) {
    if (this.busy || this.deaf) return;
    this.busy = true;
    this.refused = "";
    try {
      await act();
    } catch (error) {
      this.refused = whyNot(error);
    } finally {
      this.busy = false;
      this.draw();
    }
  }

  /** @param {unknown} error */
  refuse(error) {
    this.refused = whyNot(error);
    this.draw();
  }

  /** @param {Offer[]} deeds */
  drawAction(deeds) {
    const turn = this.table.turn;
    const mine = turn ? deeds.filter((one) => this.may(doer(one, turn))) : [];
    const next = mine.find((one) => !one.optional && !one.why_not && doer(one, /** @type {any} */ (turn)) === "dealer");
    const others = mine.filter((one) => one !== next && doer(one, /** @type {any} */ (turn)) === "dealer" && !one.why_not);
    const closed = deeds.find((one) => !one.optional && one.why_not && turn && doer(one, turn) === "dealer");
    const waits = this.waits();
    const [title, why] = this.heading(next, closed);
    this.action.replaceChildren(
      h("div", {}, h("h1", {}, title), h("p", { class: "quiet" }, why, this.time), this.refused && h("p", { class: "refused", role: "alert" }, this.refused)),
      h("div", { class: "row deeds" },
        others.map((one) => this.deedButton(one, "")),
        next ? this.deedButton(next, "primary") : h("span", { class: "button dashed", role: "status" }, h("b", {}, closed ? deedWords(closed).verb : "Next"), h("small", {}, closed?.why_not || waits || "as soon as the table is ready"))));
    this.tick();
  }

  /** @param {string} by */
  may(by) {
    return by === "dealer" ? this.deals() : this.app.is("supervisor") && !this.deals(); // two people, where the document asks for two
  }

  /** The seat whose payout waits for the supervisor; 0 if none does. */
  validated() {
    return this.table.turn?.waiting?.includes("supervisor") ? Number(checksOf(this.table.events)[0]?.seat ?? 0) : 0;
  }

  /** Whom the round waits for. */
  waits() {
    const turn = this.table.turn;
    if (this.table.stopped) return sentence(this.table.stopped);
    if (!turn || this.table.layout.over) return "the next round";
    const names = this.deciding(turn).map((one) => this.table.called(one));
    if (names.length) return `waits for ${list(names)}`;
    if (turn.waiting?.includes("supervisor")) return "waits for the supervisor";
    return turn.waiting?.includes("dealer") ? "waits for the dealer" : "";
  }

  /** @param {Offer | undefined} next @param {Offer | undefined} closed */
  heading(next, closed) {
    const turn = this.table.turn;
    const layout = this.table.layout;
    if (this.table.stopped) return ["The table has stopped", sentence(this.table.stopped)];
    if (layout.void && layout.over) return ["The round is void", "What lay on the table went back. The next round begins by itself."];
    if (!turn || layout.over || !turn.round) return [layout.over ? "The round is over" : "No round is in progress", "The next round begins as soon as a player is ready."];
    if (turn.waiting?.includes("supervisor")) {
      const seat = this.validated();
      return [`${seat ? `Seat ${seat}` : "The table"} waits for the supervisor`, `${sentence(turn.about)}. The cards stay on the table.`];
    }
    if (turn.about === "wagers") {
      const names = [...new Set([...layout.stakes.values()].map((one) => layout.called(one.player)))];
      return ["Place your bets", names.length ? `${list(names)} ${names.length > 1 ? "have" : "has"} wagered.` : sentence(closed?.why_not || "bets are open") + "."];
    }
    const deciding = this.deciding(turn).map((one) => this.table.called(one));
    if (next && deciding.length) return [sentence(turn.about), `${list(deciding)} ${deciding.length > 1 ? "decide" : "decides"}. Then say it.`];
    if (next) return [sentence(turn.about), `The table waits for you: ${deedWords(next).verb.toLowerCase()}.`];
    return [sentence(turn.about), sentence(this.waits()) + "."];
  }

  /** @param {Offer} offer @param {string} kind */
  deedButton(offer, kind) {
    const turn = this.table.turn;
    const by = turn ? doer(offer, turn) : "dealer";
    const range = Boolean(offer.most && offer.least !== offer.most);
    if (range && (this.cut < (offer.least ?? 0) || this.cut > (offer.most ?? 0))) this.cut = Math.floor(((offer.least ?? 0) + (offer.most ?? 0)) / 2);
    const whats = offer.what?.filter(Boolean) ?? [];
    const { verb, follows } = deedWords(offer, whats.length === 1 && offer.what?.length === 1 ? whats[0] : "");
    const button = h("button", { class: `deed ${kind}`, disabled: this.busy || this.deaf, "data-deed": offer.do, onclick: () => this.take(offer, by, range ? this.cut : 0) },
      h("b", {}, verb), h("small", {}, follows), kind && h("kbd", {}, "Space"));
    if (!range) return button;
    return h("span", { class: "row" }, h("label", {}, `${sentence(offer.unit ?? "cards")}, ${offer.least} to ${offer.most}`,
      h("input", { type: "number", min: offer.least, max: offer.most, value: this.cut, "data-deed": "amount", oninput: (/** @type {globalThis.Event} */ event) => (this.cut = Number(/** @type {HTMLInputElement} */ (event.target).value)) })), button);
  }

  /**
   * @param {Offer} offer
   * @param {string} by
   * @param {number} amount
   * @param {string} [what]
   */
  take(offer, by, amount = 0, what = "") {
    return this.sending(() => this.app.connection.play(this.table, 0, offer, { by, amount, ...(what ? { what } : {}) }));
  }

  // --- the seats

  drawSeats() {
    const table = this.table;
    const rows = [...table.seats].sort(([a], [b]) => a - b).map(([seat, player]) => {
      const [kind, words] = this.card?.to === `seat ${seat}` ? ["turn", "next"] : seatState(table, seat, player);
      const ends = table.layout.settled.filter((e) => e.seat === seat);
      const stakes = table.layout.stakesOf(seat).map((one) => `${one.wager} ${dollars(one.amount)}`).join(", ");
      const ended = ends.map((e) => `${e.wager} ${e.result === "win" ? `pays ${dollars(e.returned - e.stake)}` : e.result}`).join(", ");
      return h("tr", { class: kind },
        h("td", {}, h("b", {}, seat)), h("td", {}, table.called(player)), h("td", {}, hands(table, `seat ${seat}`, 22)),
        h("td", {}, [stakes, ended].filter(Boolean).join("; ") || h("span", { class: "faint" }, "no wager")), h("td", { class: "number" }, h("b", {}, words)));
    });
    this.list.replaceChildren(rows.length
      ? h("table", {}, h("thead", {}, h("tr", {}, ["Seat", "Player", "Cards", "Wagers"].map((one) => h("th", {}, one)), h("th", { class: "number" }, "State"))), h("tbody", {}, rows))
      : h("p", { class: "quiet" }, "No one sits here yet."));
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || target.closest("input, select, textarea, dialog")) return;
    if (event.key === " " && !target.closest("button, a, summary")) {
      const next = /** @type {HTMLButtonElement | null} */ (this.action.querySelector("button.primary"));
      if (!next) return;
      event.preventDefault();
      next.click();
    } else if (event.key.toLowerCase() === "r" && this.card && this.deals()) {
      this.deal(0);
    } else if (event.key === "i" || event.key === "I") {
      this.rail.open("Irregularity");
      const kind = /** @type {HTMLElement | null} */ (document.querySelector(".rail .kind:not(:disabled)"));
      (kind ?? the(".rail [aria-selected=true]")).focus();
    }
  }
}
