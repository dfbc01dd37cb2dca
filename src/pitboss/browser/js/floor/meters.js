// The meters, and what each is worth: its seed, where it breaks even, and the edge of its wager now.

import { h } from "../dom.js";
import { percent } from "../edges.js";
import { edgeAt } from "../lab/figures.js";
import { dollars, many, whyNot } from "../words.js";

/** @import { App } from "../main.js" */

export class Meters {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.element = h("section", { class: "panel meters" });
    /** @type {Map<string, any>} the exact odds of the wager of a meter, once somebody asked for them */
    this.odds = new Map();
    /** @type {Map<string, string>} what is said instead */
    this.notes = new Map();
    /** @type {any} */
    this.floor = null;
    this.drawn = "";
    this.open = false; // whether the meters of private tables are shown
  }

  /** @param {any} floor */
  draw(floor) {
    this.floor = floor;
    const key = JSON.stringify([floor.meters, [...this.odds.keys()], [...this.notes]]);
    if (key === this.drawn) return; // so that the focus stays where it is
    this.drawn = key;
    /** @type {any[]} */
    const hidden = floor.meters.filter((/** @type {any} */ one) => one.private);
    const sum = hidden.reduce((all, one) => all + one.cents, 0);
    this.element.replaceChildren(
      h("h2", {}, "Meters"),
      ...floor.meters.filter((/** @type {any} */ one) => !one.private).flatMap((/** @type {any} */ one) => this.one(one)),
      hidden.length
        ? h("details", { open: this.open, ontoggle: (/** @type {Event} */ event) => (this.open = /** @type {HTMLDetailsElement} */ (event.target).open) },
            h("summary", { "data-key": "private meters" }, `${many(hidden.length, "meter")} of private tables, ${dollars(sum)}${hidden.length === 1 ? "" : " together"}`), hidden.flatMap((one) => this.one(one)))
        : "",
      h("p", { class: "faint" }, floor.meters.length ? "Every cent in a meter is traced to a wager or a seed." : "No table has a progressive meter."));
  }

  /** @param {any} one */
  one(one) {
    return [
      h("div", { class: "meter" },
        h("div", { class: "row spread" }, h("span", {}, one.name), h("span", {}, one.tables.length === 1 ? one.tables[0] : `${one.tables.length} tables`)),
        h("b", {}, dollars(one.cents))),
      this.app.pricedGames.length ? this.worth(one) : "",
    ];
  }

  /** @param {any} meter */
  worth(meter) {
    const id = `${meter.of}/${meter.name}`;
    const wager = this.odds.get(id);
    if (!wager)
      return h("div", { class: "row" }, h("button", { class: "small", "data-key": id, disabled: this.notes.get(id) === COUNTING, onclick: () => this.ask(id, meter) }, "What it is worth"), h("span", { class: "faint", role: "status" }, this.notes.get(id) ?? ""));
    const one = wager.progressive.meters[meter.name];
    const line = (/** @type {string} */ name, /** @type {string} */ value) => h("div", {}, h("dt", {}, name), h("dd", {}, value));
    return h("dl", { class: "meter-lines" }, line("Seed", dollars(one.seed)), line("Breaks even at", dollars(Math.floor(one.break_even))),
      line(`Edge of a ${dollars(wager.progressive.stake)} wager now`, percent(edgeAt(wager, meter.name)(meter.cents))));
  }

  /** @param {string} id @param {any} meter */
  async ask(id, meter) {
    this.notes.set(id, COUNTING);
    this.draw(this.floor);
    try {
      const at = this.floor.tables.find((/** @type {any} */ one) => one.id === meter.of || one.link === meter.of);
      const { game, rules } = await this.app.api.get(`/api/tables/${at?.id}`);
      const { odds } = await this.app.api.post(`/api/games/${game}/odds`, { rules });
      const found = Object.values(odds.wagers).find((/** @type {any} */ one) => one.progressive?.meters[meter.name]);
      if (!found) throw new Error("no wager of this table's odds pays from this meter");
      this.odds.set(id, found);
      this.notes.delete(id);
    } catch (error) {
      this.notes.set(id, whyNot(error));
    }
    this.draw(this.floor);
  }
}

const COUNTING = "Counting …";
