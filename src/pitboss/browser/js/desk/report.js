// The report of an irregularity: what happened and where, and what the document will do, before anything is done.

import { h } from "../dom.js";
import { dollars, list, many, sentence, whyNot } from "../words.js";

/** @import { Offer } from "../../protocol.d.ts" */
/** @import { LiveDesk } from "./live_desk.js" */

export class Report {
  /** @param {LiveDesk} desk */
  constructor(desk) {
    this.desk = desk;
    this.what = "";
    this.place = "";
    this.amount = 0;
    /** @type {any} what the house says that would happen */
    this.told = null;
    this.refused = "";
    this.asked = 0;
    /** @type {any[]} the irregularities of the game */
    this.known = [];
  }

  async load() {
    this.known = await this.desk.app.api.get(`/api/games/${this.desk.about.game}/irregularities`);
  }

  /** @param {Offer[]} offers */
  offer(offers) {
    return offers.find((one) => one.what?.includes(this.what));
  }

  /** @param {string} what @param {Offer} offer */
  choose(what, offer) {
    const again = this.what === what;
    this.what = again ? "" : what;
    this.place = offer.places?.[0] ?? "";
    this.amount = offer.most ? Math.max(1, offer.least ?? 0) : 0;
    this.told = null;
    this.refused = "";
    if (!again) this.look();
    this.desk.rail.draw(true);
  }

  /** Ask the house what it would do. Nothing happens. */
  async look() {
    const mine = ++this.asked;
    this.told = null; // what was told was about something else
    this.refused = "";
    this.desk.rail.draw(true);
    try {
      const told = await this.desk.app.api.post(`/api/tables/${this.desk.id}/preview`, { what: this.what, place: this.place, amount: this.amount, by: this.desk.role() });
      if (mine !== this.asked) return;
      this.told = told;
    } catch (error) {
      if (mine !== this.asked) return;
      this.told = null;
      this.refused = whyNot(error);
    }
    this.desk.rail.draw(true);
  }

  async send() {
    const offer = this.offer(this.desk.offers().reports);
    if (!offer) return;
    try {
      await this.desk.app.connection.play(this.desk.table, 0, offer, { by: this.desk.role(), what: this.what, place: this.place, amount: this.amount });
      this.what = "";
      this.told = null;
      this.refused = "";
      this.desk.rail.tab = "Log";
    } catch (error) {
      this.refused = whyNot(error);
    }
    this.desk.rail.draw(true);
  }

  /** @param {Offer[]} offers */
  draw(offers) {
    const { desk } = this;
    if (desk.card)
      return [h("section", {}, h("p", { class: "quiet" }, "The document's remedies apply to cards that are out. Finish the deal, then report."),
        desk.deals() && h("button", { "data-deed": "all first", disabled: desk.busy || desk.deaf, onclick: () => desk.deal(0) }, `Deal the rest: ${many(desk.card.left, "card")}`))];
    if (!offers.length) return [h("p", { class: "quiet" }, "Nothing can be reported between rounds.")];
    const chosen = this.offer(offers);
    const later = offers.filter((one) => one.why_not);
    return [
      h("section", {}, h("h2", { class: "caption" }, "What happened?"),
        offers.filter((one) => !one.why_not).map((one) => this.kind(one)),
        later.length > 0 && h("details", {}, h("summary", {}, `${later.length} can't be reported now`), later.map((one) => this.kind(one)))),
      ...(chosen && !chosen.why_not ? this.details(chosen) : [h("p", { class: "faint" }, "Choose what happened. The remedy is shown with its clause before you report.")]),
    ];
  }

  /** @param {Offer} offer */
  kind(offer) {
    const what = offer.what?.[0] ?? "";
    const pressed = what === this.what;
    return h("button", { class: `kind ${pressed ? "chosen" : ""}`, "aria-pressed": String(pressed), disabled: Boolean(offer.why_not), "data-what": what, onclick: () => this.choose(what, offer) },
      h("span", {}, sentence(what), offer.why_not && h("small", {}, offer.why_not)), h("span", { class: "clause" }, offer.clause));
  }

  /** @param {Offer} offer */
  details(offer) {
    const known = this.known.find((one) => one.what === this.what);
    const told = this.told;
    return [
      h("section", { class: "row fields" },
        offer.places?.length ? h("label", {}, "Where", h("select", { name: "place", onchange: (/** @type {Event} */ event) => {
          this.place = /** @type {HTMLSelectElement} */ (event.target).value;
          this.look();
        } }, offer.places.map((place) => h("option", { value: place, selected: place === this.place }, sentence(place))))) : "",
        offer.most ? h("label", {}, sentence(known?.amount_is || offer.unit || "How many"), h("input", { name: "amount", type: "number", min: offer.least ?? 0, max: offer.most, value: this.amount, oninput: (/** @type {Event} */ event) => {
          this.amount = Number(/** @type {HTMLInputElement} */ (event.target).value);
          this.look();
        } })) : ""),
      h("section", { class: "remedy", "aria-live": "polite" },
        h("h2", { class: "caption warn" }, "What the document does"),
        known && h("p", { class: "quiet" }, `${sentence(known.means)}.`),
        ...this.effect(told),
        told && h("p", {}, h("span", { class: "clause" }, told.clause), ` ${told.words}`),
        this.refused && h("p", { class: "refused", role: "alert" }, this.refused),
        h("div", { class: "row" }, h("button", { onclick: () => this.choose(this.what, offer) }, "Not this"),
          h("button", { class: "report", disabled: !told || Boolean(told.why_not), onclick: () => this.send() }, `Report${this.place ? ` at ${this.place}` : ""}`)),
        h("p", { class: "faint" }, "The report is in the log with your name and can't be taken back.")),
    ];
  }

  /** @param {any} told */
  effect(told) {
    if (!told) return [h("p", {}, this.refused ? "" : "Asking the house …")];
    if (told.why_not) return [h("p", { class: "lost" }, `${sentence(told.why_not)}.`)];
    const lines = told.now.map((/** @type {any} */ one) => h("p", { class: "effect" }, `${sentence(one.remedy)}.`));
    const whole = told.void.includes("round");
    if (!told.now.length && whole) lines.push(h("p", { class: "effect" }, "The round is void."));
    for (const place of told.void) if (place !== "round" && !whole) lines.push(h("p", { class: "effect" }, `${sentence(place)}'s hand is void.`));
    /** @type {Map<string, number>} */
    const back = new Map();
    for (const one of told.back) back.set(one.name, (back.get(one.name) ?? 0) + one.cents);
    if (back.size) lines.push(h("p", { class: "effect" }, `${list([...back].map(([name, cents]) => `${dollars(cents)} goes back to ${name}`))}.`));
    return lines.length ? lines : [h("p", { class: "effect" }, "Nothing yet: it shows later in the round, and then this follows.")];
  }
}
