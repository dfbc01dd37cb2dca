// The live desk of one table: the red bar, the steps of the round, one button for the step now, and the rail.

import { h, say, the } from "../dom.js";
import { LiveTable } from "../live.js";
import { dollars, list, sentence } from "../words.js";
import { deedWords, doer, staffOffers } from "./deeds.js";
import { drawFelt, hands, seatState } from "./drawing.js";
import { told } from "./log.js";
import { Report } from "./report.js";
import { stepsOf } from "./steps.js";

/** @typedef {import("../main.js").App} App */
/** @typedef {import("../layout.js").Event} Event */
/** @typedef {import("../live.js").Offer} Offer */

const DEAF_MS = 400; // an old press or a second click does nothing to a question that has just come
const TABS = ["Calls", "Irregularity", "Supervisor", "Log"];

export class LiveDesk {
  /**
   * @param {App} app
   * @param {any} about the table as the house describes it
   */
  constructor(app, about) {
    this.app = app;
    this.about = about;
    this.id = about.id;
    this.table = new LiveTable(this.id, (change) => this.changed(change));
    this.tab = "Calls";
    this.report = new Report(this);
    /** @type {WeakMap<Event, number>} when an event came */
    this.came = new WeakMap();
    this.refused = "";
    this.busy = false;
    this.deaf = false;
    this.asked = "";
    /** @type {Map<string, string>} what a validation would let out, by question */
    this.sums = new Map();
    this.frame = 0;
    this.railKey = "";
    this.cut = 0;
    this.ended = false;
    this.felt = h("div", { class: "desk-felt", "data-game": about.game, role: "group", "aria-label": "The table from your side" });
    this.steps = h("ol", { class: "steps" });
    this.action = h("div", { class: "action" });
    this.list = h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": "Seats" });
    this.rail = h("aside", { class: "rail", "aria-label": "Desk" });
    this.key = (/** @type {KeyboardEvent} */ event) => this.pressed(event);
  }

  deals() {
    return this.about.dealer === this.app.me.person.id && this.app.is("dealer");
  }

  /** In which role a report is made. */
  role() {
    return this.deals() ? "dealer" : "supervisor";
  }

  offers() {
    return staffOffers(this.table.turn);
  }

  /** @param {HTMLElement} root */
  async begin(root) {
    document.body.classList.add("live");
    document.title = `LIVE · ${this.about.name} · Pitboss`;
    root.append(h("div", { class: "desk-main" }, this.felt, h("div", { class: "under" }, this.steps, this.action, this.list)), this.rail);
    document.addEventListener("keydown", this.key);
    await this.report.load();
    this.app.connection.watch(this.table);
    this.drawBar();
    this.draw();
  }

  end() {
    this.ended = true;
    document.body.classList.remove("live");
    document.removeEventListener("keydown", this.key);
    cancelAnimationFrame(this.frame);
    this.app.connection.unwatch(this.id);
  }

  drawBar() {
    const meters = Object.values(this.table.meters).flatMap((one) => Object.entries(one));
    const first = meters[0] ?? Object.entries(this.about.meters)[0];
    this.app.drawBar("desk", [
      h("span", { class: "live-tag" }, "LIVE"),
      h("b", {}, "Dealer desk"), h("span", {}, "·"), h("span", { class: "name" }, this.about.name),
      h("span", {}, "·"), h("span", {}, `Round ${this.table.layout.round || this.about.round}`), h("span", {}, "·"),
      h("span", {}, this.about.dealer_name ? `${this.about.dealer_name} deals` : "automatic dealer"),
      first ? h("span", { class: "meter-now" }, " Meter ", h("b", {}, dollars(Number(first[1])))) : h("span", {}),
    ]);
  }

  /** @param {{events: Event[], act: any, turn: boolean, stopped: string}} change */
  changed(change) {
    for (const event of change.events) this.came.set(event, this.app.connection.now());
    const act = change.act;
    if (act?.type === "dealerassigned" || act?.type === "dealercame") {
      this.about.dealer = act.dealer;
      this.about.dealer_name = act.name ?? "";
    }
    for (const event of change.events) if (event.type === "irregular" || event.type === "voided") say(told(event, this.table));
    if (change.turn || change.events.length) this.refused = "";
    const asked = `${this.table.turn?.round}/${this.table.turn?.turn}`;
    if (asked !== this.asked) {
      this.asked = asked;
      if (this.table.turn?.waiting?.includes("supervisor") && this.app.is("supervisor")) this.tab = "Supervisor";
      this.deaf = true;
      window.setTimeout(() => {
        this.deaf = false;
        if (this.asked === asked) this.draw();
      }, DEAF_MS);
    }
    if (!this.frame)
      this.frame = requestAnimationFrame(() => {
        this.frame = 0;
        this.draw();
      });
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
    const call = this.table.layout.call;
    drawFelt(this.felt, this.table, this.about, call && !this.table.layout.over ? call.words : "");
    const bettable = deeds.some((one) => one.do === "no more bets" && !one.why_not);
    this.steps.replaceChildren(...stepsOf(this.table, (event) => this.at(event), bettable).map((one) =>
      h("li", { class: one.state, "aria-current": one.state === "now" ? "step" : null },
        h("b", {}, h("span", { "aria-hidden": "true" }, one.state === "done" ? "✓ " : one.state === "now" ? "▸ " : ""), one.name),
        h("span", {}, one.note), one.clause && h("span", { class: "clause" }, one.clause))));
    this.drawAction(deeds);
    this.drawSeats();
    this.drawRail(false);
  }

  // --- the step now

  /** @param {Offer[]} deeds */
  drawAction(deeds) {
    const focused = this.action.contains(document.activeElement) ? document.activeElement?.getAttribute("data-deed") : null;
    const turn = this.table.turn;
    const mine = turn ? deeds.filter((one) => this.may(doer(one, turn))) : [];
    const next = mine.find((one) => !one.optional && !one.why_not && doer(one, /** @type {any} */ (turn)) === "dealer");
    const others = mine.filter((one) => one !== next && doer(one, /** @type {any} */ (turn)) === "dealer" && !one.why_not);
    const closed = deeds.find((one) => !one.optional && one.why_not && turn && doer(one, turn) === "dealer");
    const waits = this.waits();
    const [title, why] = this.heading(next, closed);
    this.action.replaceChildren(
      h("div", {}, h("h1", {}, title), h("p", { class: "quiet" }, why), this.refused && h("p", { class: "refused", role: "alert" }, this.refused)),
      h("div", { class: "row deeds" },
        others.map((one) => this.deedButton(one, "")),
        next ? this.deedButton(next, "primary") : h("span", { class: "button dashed", role: "status" }, h("b", {}, closed ? deedWords(closed).verb : "Next"), h("small", {}, closed?.why_not || waits || "as soon as the table is ready"))));
    if (focused) /** @type {HTMLElement | null} */ (this.action.querySelector(`[data-deed="${CSS.escape(focused)}"]`))?.focus();
  }

  /** @param {string} by */
  may(by) {
    return by === "dealer" ? this.deals() : this.app.is("supervisor");
  }

  /** Whom the round waits for. */
  waits() {
    const turn = this.table.turn;
    if (this.table.stopped) return sentence(this.table.stopped);
    if (!turn || this.table.layout.over) return "the next round";
    const names = (turn.waiting ?? []).filter((one) => one !== "dealer" && one !== "supervisor").map((one) => this.table.called(one));
    if (names.length) return `waits for ${list(names)}`;
    if (turn.waiting?.includes("supervisor")) return "waits for the supervisor";
    return turn.waiting?.includes("dealer") ? "waits for the dealer" : "";
  }

  /**
   * @param {Offer | undefined} next
   * @param {Offer | undefined} closed
   * @returns {[string, string]}
   */
  heading(next, closed) {
    const turn = this.table.turn;
    const layout = this.table.layout;
    if (this.table.stopped) return ["The table has stopped", sentence(this.table.stopped)];
    if (layout.void && layout.over) return ["The round is void", "What lay on the table went back. The next round begins by itself."];
    if (!turn || layout.over || !turn.round) return [layout.over ? "The round is over" : "No round is in progress", "The next round begins as soon as somebody sits ready."];
    if (turn.waiting?.includes("supervisor")) return [`${sentence(turn.about)}`, "The supervisor acts. The cards stay on the table."];
    if (turn.about === "wagers") {
      const names = [...new Set([...layout.stakes.values()].map((one) => layout.called(one.player)))];
      return ["Place your bets", names.length ? `${list(names)} ${names.length > 1 ? "have" : "has"} wagered.` : sentence(closed?.why_not || "bets are open") + "."];
    }
    if (next) return [sentence(turn.about), `The table waits for you: ${deedWords(next).verb.toLowerCase()}.`];
    return [sentence(turn.about), sentence(this.waits()) + "."];
  }

  /**
   * @param {Offer} offer
   * @param {string} kind
   */
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
      h("input", { type: "number", min: offer.least, max: offer.most, value: this.cut, onchange: (/** @type {globalThis.Event} */ event) => (this.cut = Number(/** @type {HTMLInputElement} */ (event.target).value)) })), button);
  }

  /**
   * @param {Offer} offer
   * @param {string} by
   * @param {number} amount
   * @param {string} [what]
   */
  async take(offer, by, amount = 0, what = "") {
    if (this.busy || this.deaf) return;
    this.busy = true;
    this.refused = "";
    try {
      await this.app.connection.play(this.table, 0, offer, { by, amount, ...(what ? { what } : {}) });
    } catch (error) {
      this.refused = sentence(error instanceof Error ? error.message : String(error)) + ".";
    } finally {
      this.busy = false;
      this.draw();
    }
  }

  // --- the seats

  drawSeats() {
    const table = this.table;
    const rows = [...table.seats].sort(([a], [b]) => a - b).map(([seat, player]) => {
      const [kind, words] = seatState(table, seat, player);
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

  // --- the rail

  /** @param {boolean} anew draw it although nothing has changed that it shows */
  drawRail(anew) {
    const { deeds, reports } = this.offers();
    const calls = this.table.events.filter((e) => e.type === "announced");
    const key = JSON.stringify([this.tab, this.table.turn?.turn, this.table.turn?.round, this.tab === "Log" ? this.table.events.length : calls.length, this.about.dealer,
      this.deaf, this.busy, this.tab === "Irregularity" ? reports.map((one) => [one.what, one.why_not, one.places]) : deeds]);
    if (!anew && key === this.railKey) return;
    this.railKey = key;
    const active = this.rail.contains(document.activeElement) ? document.activeElement : null;
    const mark = active && ["data-what", "data-tab", "name", "data-deed"].map((name) => [name, active.getAttribute(name)]).find(([, value]) => value);
    const waits = this.table.turn?.waiting?.includes("supervisor");
    const content = { Calls: () => this.calls(calls, deeds), Irregularity: () => this.report.draw(reports), Supervisor: () => this.supervisor(deeds), Log: () => this.log() }[this.tab] ?? (() => []);
    this.rail.replaceChildren(
      h("div", { class: "tabs-row", role: "tablist", "aria-label": "Desk" }, TABS.map((tab) =>
        h("button", { role: "tab", "aria-selected": String(tab === this.tab), "data-tab": tab, onclick: () => this.open(tab) }, tab, tab === "Supervisor" && waits ? h("span", { class: "warn" }, " •") : ""))),
      h("div", { class: "tab-body", role: "tabpanel", "aria-label": this.tab }, content()));
    if (mark) /** @type {HTMLElement | null} */ (this.rail.querySelector(`[${mark[0]}="${CSS.escape(String(mark[1]))}"]`))?.focus();
  }

  /** @param {string} tab */
  open(tab) {
    this.tab = tab;
    this.drawRail(true);
  }

  /**
   * @param {Event[]} calls
   * @param {Offer[]} deeds
   */
  calls(calls, deeds) {
    return [
      h("section", {}, h("h3", { class: "caption" }, "Said to all"),
        calls.length ? calls.map((e) => h("div", { class: "call said" }, h("span", { "aria-hidden": "true" }, "✓"), h("span", {}, h("b", { class: "serif" }, e.words), h("small", {}, `said ${this.at(e)} `, h("span", { class: "clause" }, e.clause))))) : h("p", { class: "faint" }, "Nothing in this round yet."),
        deeds.filter((one) => !one.optional && one.do === "no more bets").map((one) => h("div", { class: "call" }, h("span", { "aria-hidden": "true" }, one.why_not ? "·" : "▸"), h("span", {}, h("b", { class: "serif" }, deedWords(one).verb), h("small", {}, one.why_not || "next"))))),
      h("section", {}, h("h3", { class: "caption warn" }, "Something wrong?"),
        h("p", { class: "quiet" }, "Stop before the next card. The remedy is shown with its clause before you report."),
        h("button", { class: "report", "data-tab": "stop", onclick: () => this.open("Irregularity") }, "Stop and report", h("kbd", {}, "I"))),
      h("section", {}, h("h3", { class: "caption" }, "Your table"),
        this.deals() ? h("button", { name: "leave", onclick: () => this.leave() }, "Deal no more") : !this.about.dealer && this.app.is("dealer") ? this.comeLink() : h("p", { class: "quiet" }, this.about.dealer_name ? `${this.about.dealer_name} deals. You supervise.` : "The automatic dealer deals. You supervise.")),
    ];
  }

  /** A supervisor who is also a dealer takes the table as any dealer does. */
  comeLink() {
    return h("button", { name: "come", onclick: async () => {
      try {
        await this.app.api.post(`/api/tables/${this.id}/dealer`);
        await this.app.show();
      } catch (error) {
        this.refused = sentence(error instanceof Error ? error.message : String(error)) + ".";
        this.draw();
      }
    } }, "Deal here yourself");
  }

  async leave() {
    await this.app.api.ask("DELETE", `/api/tables/${this.id}/dealer`);
    this.app.go("#/desk");
  }

  /** @param {Offer[]} deeds */
  supervisor(deeds) {
    const turn = this.table.turn;
    const theirs = turn ? deeds.filter((one) => doer(one, turn) === "supervisor") : [];
    const may = this.app.is("supervisor");
    const validation = turn?.waiting?.includes("supervisor") && theirs.find((one) => one.do === "validate");
    return [
      validation ? this.validation(validation, may) : "",
      h("section", {}, h("h3", { class: "caption" }, "What only a supervisor may do"),
        theirs.filter((one) => one !== validation).flatMap((one) => this.supervisorDeed(one, may)),
        !theirs.length && h("p", { class: "faint" }, "Nothing now."),
        !may && h("p", { class: "faint" }, "A supervisor does this from their own desk, under their own name."),
        this.refused && h("p", { class: "refused", role: "alert" }, this.refused)),
    ];
  }

  /**
   * @param {Offer} offer
   * @param {boolean} may
   */
  validation(offer, may) {
    const sum = h("p", { class: "sum" }, this.sums.get(this.asked) ?? "");
    if (may && !this.sums.has(this.asked)) {
      const asked = this.asked;
      this.sums.set(asked, "");
      this.app.api.get("/api/floor").then((floor) => {
        const alarm = floor.alarms.find((/** @type {any} */ one) => one.kind === "jackpot" && one.table === this.id);
        this.sums.set(asked, alarm?.cents ? dollars(alarm.cents) : "");
        this.drawRail(true);
      }, () => this.sums.delete(asked));
    }
    const shown = [...this.table.events].reverse().find((e) => e.type === "ranked" && e.place.startsWith("seat "));
    return h("section", { class: "remedy" }, h("h3", { class: "caption warn" }, sentence(this.table.turn?.about ?? "")), sum,
      shown && h("p", {}, `${sentence(shown.place)}: ${shown.name}.`), shown && h("div", {}, hands(this.table, shown.place, 44)),
      h("p", { class: "quiet" }, "The hand wins, and its lamp is lit. A supervisor approves before it is paid. ", h("span", { class: "clause" }, offer.clause)),
      h("div", { class: "row" }, h("button", { class: "primary", disabled: !may || this.busy || this.deaf, "data-deed": "validate", onclick: () => this.take(offer, "supervisor") }, "Validate")),
      h("p", { class: "faint" }, "It can't be taken back. The dealer can't validate alone."));
  }

  /**
   * @param {Offer} offer
   * @param {boolean} may
   */
  supervisorDeed(offer, may) {
    const whats = offer.what?.filter(Boolean) ?? [""];
    return whats.map((what) => {
      const { verb, follows } = deedWords(offer, what && this.table.called(what));
      return h("button", { class: "kind", disabled: !may || Boolean(offer.why_not) || this.busy, "data-deed": `${offer.do} ${what}`, onclick: () => this.take(offer, "supervisor", 0, what) },
        h("span", {}, verb, h("small", {}, offer.why_not || follows)), h("span", { class: "clause" }, offer.clause));
    });
  }

  log() {
    const lines = this.table.events.map((e) => [e, told(e, this.table)]).filter(([, words]) => words).reverse();
    return [h("section", {}, h("h3", { class: "caption" }, "This round"),
      h("ol", { class: "log" }, lines.map(([e, words]) => h("li", { class: /** @type {Event} */ (e).type }, h("span", { class: "clause" }, /** @type {Event} */ (e).clause), h("span", {}, String(words))))),
      !lines.length && h("p", { class: "faint" }, "Nothing yet."))];
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, select, textarea, dialog")) return;
    if (event.key === " " && !target.closest("button, a, summary")) {
      const next = /** @type {HTMLButtonElement | null} */ (this.action.querySelector("button.primary"));
      if (!next) return;
      event.preventDefault();
      next.click();
    } else if (event.key === "i" || event.key === "I") {
      this.open("Irregularity");
      the(".rail .kind:not(:disabled), .rail [role=tab]").focus();
    }
  }
}
