// The tables of the floor. Private ones stand in one line with their sums, until somebody wants to see them.

import { h, trying } from "../dom.js";
import { percent } from "../edges.js";
import { dollars, many, sentence, whyNot } from "../words.js";

/** @import { TableHold } from "../../protocol.d.ts" */
/** @import { App } from "../main.js" */

const DEFAULTS = "Without a file it has the document’s default rules. Change them on its page.";

/** The cells of what tables took and kept together. Without a table that was counted they are empty. @param {TableHold[]} sums */
function figures(sums) {
  const of = (/** @type {"handle" | "kept" | "purchases"} */ what) => sums.reduce((sum, one) => sum + one[what], 0);
  const drop = of("purchases");
  const cells = { Handle: dollars(of("handle")), Win: dollars(of("kept")), Drop: dollars(drop), Hold: drop ? percent(of("kept") / drop) : "–" };
  return Object.entries(cells).map(([name, words]) => h("td", { class: "number", "data-label": name }, sums.length ? words : "–"));
}

/** @param {any} table @returns {[string, string]} */
function stateOf(table) {
  if (table.state === "stopped") return ["bad", "Stopped"];
  if (table.waiting.includes("supervisor")) return ["waits", "Waits for a supervisor"];
  if (table.state === "closing") return ["calm", "Closes after the round"];
  if (!table.seats.length) return ["idle", "Open, no one yet"];
  if (!table.playing || !table.about) return ["good", "Between rounds"];
  return ["good", table.about === "wagers" ? "Bets open" : sentence(table.about)];
}

export class Tables {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.element = h("section", { class: "panel tables" });
    this.open = false; // whether all private tables are shown
    /** @type {any} */
    this.floor = null;
    /** @type {any} */
    this.held = null;
  }

  /** @param {any} floor @param {any} held */
  draw(floor, held) {
    this.floor = floor;
    this.held = held;
    const mayOpen = this.app.is("supervisor") || this.app.is("administrator");
    const alarmed = new Set(floor.alarms.map((/** @type {any} */ one) => one.table));
    /** @type {any[]} */
    const folded = floor.tables.filter((/** @type {any} */ one) => one.private && !alarmed.has(one.id));
    const shown = floor.tables.filter((/** @type {any} */ one) => !one.private || alarmed.has(one.id));
    this.element.replaceChildren(
      h("div", { class: "row spread" }, h("h2", {}, "Tables"),
        mayOpen && h("button", { class: "small", "data-key": "open", onclick: () => openTable(this.app) }, "Open a table")),
      floor.tables.length
        ? h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": "Tables" }, h("table", {},
            h("thead", {}, h("tr", {}, ["Table", "State", "Seats"].map((one) => h("th", {}, one)), h("th", { class: "number" }, "Round"), h("th", {}, "Dealer"),
              ["Inventory", "Handle", "Win", "Drop", "Hold"].map((one) => h("th", { class: "number" }, one)), h("th", {}, h("span", { class: "unseen" }, "Links")))),
            h("tbody", {}, shown.map((/** @type {any} */ one) => this.row(one)), folded.length ? this.together(folded) : "", this.open ? folded.map((one) => this.row(one)) : "", this.closed())))
        : h("p", { class: "quiet" }, "No one is playing yet. Open the first table."),
      h("p", { class: "faint" }, "A table's name opens its page: who sits where, the inventory, a dispute's replay, and every rule with its clause and default. What the document does not permit is refused."));
  }

  /** @param {any} one */
  row(one) {
    const [kind, words] = stateOf(one);
    const sums = this.held?.tables[one.id];
    const sitting = new Map(one.seats.map((/** @type {any} */ at) => [at.seat, at]));
    const dots = Array.from({ length: one.positions }, (_, at) => {
      const who = sitting.get(at + 1);
      return h("span", { class: who ? (who.house ? "dot house" : who.sits_out ? "dot out" : "dot taken") : "dot", title: who ? `Seat ${at + 1}: ${who.name}` : `Seat ${at + 1}: open` });
    });
    const names = one.seats.map((/** @type {any} */ at) => `${at.seat ? `seat ${at.seat} ` : ""}${at.name}`).join(", ") || "nobody";
    return h("tr", { class: kind },
      h("td", {}, h("a", { class: "name", href: `#/operator/table/${one.id}`, "data-key": `manage ${one.id}`, "aria-label": `Manage ${one.name}` }, one.name), h("small", {}, one.name === one.title ? "" : one.title, one.private ? " private" : "", one.practice ? " practice" : "")),
      h("td", { class: "state" }, h("span", { class: "lamp", "aria-hidden": "true" }), words),
      h("td", {}, h("span", { class: "dots", role: "img", "aria-label": names }, dots)),
      h("td", { class: "number", "data-label": "Round" }, one.round),
      h("td", { "data-label": "Dealer" }, one.dealer_name || h("span", { class: "faint" }, "automatic")),
      h("td", { class: "number", "data-label": "Inventory" }, dollars(one.inventory)),
      ...figures(sums ? [sums] : []),
      h("td", { class: "links" },
        h("a", { href: `#/table/${one.id}`, "data-key": `watch ${one.id}`, "aria-label": `Watch ${one.name}` }, "watch")));
  }

  /** What tables that are closed now took and kept. It is in the sums of the floor. */
  closed() {
    const open = new Set(this.floor.tables.map((/** @type {any} */ one) => one.id));
    /** @type {[string, TableHold][]} */
    const known = Object.entries(this.held?.tables ?? {});
    const gone = known.filter(([id, one]) => !open.has(id) && one.rounds).map(([, one]) => one);
    if (!gone.length) return "";
    return h("tr", { class: "closed idle" },
      h("td", {}, many(gone.length, "closed table")),
      h("td", { class: "state" }, h("span", { class: "lamp", "aria-hidden": "true" }), "Closed"),
      h("td", {}), h("td", {}), h("td", {}), h("td", {}),
      ...figures(gone), h("td", {}));
  }

  /** The private tables in one line, with their sums. @param {any[]} tables */
  together(tables) {
    const of = (/** @type {(one: any) => number} */ what) => tables.reduce((sum, one) => sum + what(one), 0);
    const seated = of((one) => one.seats.length);
    const playing = of((one) => Number(one.playing));
    return h("tr", { class: `private ${playing ? "good" : "idle"}` },
      h("td", {}, h("button", { class: "small", "data-key": "private", "aria-expanded": String(this.open), onclick: () => {
        this.open = !this.open;
        this.draw(this.floor, this.held);
        /** @type {HTMLElement | null} */ (this.element.querySelector("[data-key=private]"))?.focus();
      } }, `${many(tables.length, "private table")} ${this.open ? "▴" : "▾"}`)),
      h("td", { class: "state" }, h("span", { class: "lamp", "aria-hidden": "true" }), playing ? `${playing} in a round` : "None in a round"),
      h("td", {}, `${seated} seated`), h("td", { class: "number" }), h("td", {}),
      h("td", { class: "number", "data-label": "Inventory" }, dollars(of((one) => one.inventory))),
      ...figures(tables.map((one) => this.held?.tables[one.id]).filter(Boolean)), h("td", {}));
  }
}

/** @param {App} app */
function openTable(app) {
  const refused = h("div", { class: "refused", role: "alert" });
  const game = h("select", { name: "game", onchange: () => take("", "") }, app.games.map((one) => h("option", { value: one.name }, one.title)));
  const file = h("input", { type: "file", accept: ".toml", onchange: async () => {
    const [chosen] = file.files ?? [];
    take(chosen ? await chosen.text() : "", chosen?.name ?? "");
  } });
  const told = h("p", { class: "faint", role: "status" });
  const open = h("button", { class: "primary" }, "Open the table");
  /** @type {Record<string, any>} */
  let rules = {};
  let asked = 0;
  /** Take the rules of a file, or the document's defaults if there is none. @param {string} text @param {string} name */
  const take = async (text, name) => {
    const mine = ++asked;
    rules = {};
    refused.replaceChildren();
    told.textContent = DEFAULTS;
    if (!name) file.value = "";
    open.disabled = Boolean(name);
    if (!name) return;
    told.textContent = "";
    try {
      const found = await app.api.post("/api/rules-file", { text, game: game.value });
      if (mine !== asked) return;
      game.value = found.game;
      if (found.defects.length) return refused.replaceChildren(...defectsOf(found.defects, name));
      rules = found.rules;
      told.textContent = `${name}: the document permits these rules.`;
      open.disabled = false;
    } catch (error) {
      if (mine === asked) refused.textContent = whyNot(error);
    }
  };
  const dialog = h("dialog", { "aria-label": "Open a table" },
    h("form", { method: "dialog", onsubmit: (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const given = new FormData(/** @type {HTMLFormElement} */ (event.target));
      trying(refused, async () => {
        const made = await app.api.post("/api/tables", { game: given.get("game"), name: given.get("name"), private: false, rules });
        dialog.close();
        app.go(`#/operator/table/${made.id}`);
      });
    } },
      h("h2", {}, "Open a public table"),
      h("label", {}, "Game", game),
      h("label", {}, "Name, at most 60 letters", h("input", { name: "name", maxlength: 60 })),
      h("label", {}, "Rules file (TOML), as “pitboss rules” writes it", file),
      told, refused,
      h("div", { class: "row" }, h("button", { type: "button", onclick: () => dialog.close() }, "Not now"), open)));
  take("", "");
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** What the document does not permit in a file. @param {any[]} defects @param {string} name */
function defectsOf(defects, name) {
  return [
    h("p", {}, `The document does not permit ${name}: ${many(defects.length, "defect")}.`),
    h("ul", {}, defects.map((one) => h("li", {}, one.at ? `Line ${one.at}, ` : "", h("b", {}, one.option), `: ${one.wrong}. `, one.clause && h("span", { class: "clause" }, one.clause)))),
  ];
}
