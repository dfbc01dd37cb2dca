// One table for its operator: who sits there, its inventory, its staff, its rules, and a dispute.

import { h } from "../dom.js";
import { form } from "../screens/account.js";
import { dollars, sentence, signed } from "../words.js";
import { drawRules } from "./rules.js";

/** @typedef {import("../main.js").App} App */

/** @param {string} text dollars, as people write them */
function cents(text) {
  const amount = Number(text.replace(/[$,\s]/g, ""));
  if (!Number.isFinite(amount) || amount < 0) throw new Error(`${text} is not an amount`);
  return Math.round(amount * 100);
}

/**
 * @param {HTMLElement} root
 * @param {App} app
 * @param {string} id
 * @param {string} more
 */
export async function drawTable(root, app, id, more) {
  const table = await app.api.get(`/api/tables/${id}`);
  if (more === "rules") return drawRules(root, app, table);
  const sheet = await app.api.get(`/api/tables/${id}/inventory`);
  const again = () => app.show();
  const supervises = app.is("supervisor");
  const manages = supervises || app.is("administrator");
  root.append(
    h("div", { class: "page one-table" },
      h("p", {}, h("a", { href: "#/operator" }, "‹ The floor")),
      h("div", { class: "head" }, h("h1", {}, table.name), h("p", { class: "quiet" }, `${table.title}, ${table.state}, round ${table.round}.`)),
      table.why && h("p", { class: "lost", role: "alert" }, sentence(table.why), "."),
      h("div", { class: "cards" },
        seats(table),
        inventory(app, table, sheet, supervises, again),
        dispute(table),
        h("section", { class: "panel" }, h("h2", {}, "Rules"),
          table.changes.length
            ? h("div", {}, h("p", { class: "warn" }, "Announced, in force when the round or the shoe is over:"),
                h("ul", {}, table.changes.map((/** @type {any} */ one) => h("li", {}, `${one.option}${one.line ? ` (${one.line})` : ""}: ${words(one.before)} becomes ${words(one.after)}`))))
            : h("p", { class: "quiet" }, `${dollars(table.minimum)} to ${dollars(table.maximum)}, ${table.positions} seats. Nothing else is announced.`),
          h("div", { class: "row" }, h("a", { class: "button", href: `#/operator/table/${id}/rules` }, manages ? "Edit rules" : "Read the rules"))),
        staff(app, table, supervises, again),
        manages && h("section", { class: "panel" }, h("h2", {}, "Close or restart"),
          h("p", { class: "quiet" }, "A table closes after its round; chips go back to their owners, the inventory to the house. One that has stopped can be restarted: it goes on from its last stored act."),
          h("div", { class: "row" },
            deed(app, `/api/tables/${id}/close`, "Close after the round", again, table.state !== "open"),
            deed(app, `/api/tables/${id}/restart`, "Restart", again, table.state !== "stopped"))))),
  );
}

/** @param {unknown} value */
const words = (value) => (value === true ? "yes" : value === false ? "no" : String(value));

/**
 * @param {App} app
 * @param {string} path
 * @param {string} verb
 * @param {() => void} again
 * @param {boolean} disabled
 */
function deed(app, path, verb, again, disabled, method = "POST") {
  const refused = h("p", { class: "refused", role: "alert" });
  return h("div", {}, h("button", { disabled, onclick: async () => {
    try {
      await app.api.ask(method, path, method === "POST" ? {} : undefined);
      again();
    } catch (error) {
      refused.textContent = sentence(error instanceof Error ? error.message : String(error)) + ".";
    }
  } }, verb), refused);
}

/** @param {any} table */
function seats(table) {
  const sitting = new Map(table.seats.map((/** @type {any} */ one) => [one.seat, one]));
  const behind = table.seats.filter((/** @type {any} */ one) => !one.seat);
  return h("section", { class: "panel" }, h("h2", {}, "Who sits where"),
    h("ol", { class: "seats" }, Array.from({ length: table.positions }, (_, at) => {
      const who = sitting.get(at + 1);
      return h("li", { class: who ? "" : "faint" }, h("span", {}, `Seat ${at + 1}`), h("b", {}, who ? who.name : "open"), who?.sits_out && h("span", { class: "tag" }, "sits out"));
    })),
    behind.length > 0 && h("p", { class: "quiet" }, `Behind the seats: ${behind.map((/** @type {any} */ one) => one.name).join(", ")}.`),
    h("p", {}, h("a", { href: `#/table/${table.id}` }, "Watch"), ` ${table.watchers} connected.`));
}

/**
 * @param {App} app
 * @param {any} table
 * @param {any} sheet
 * @param {boolean} supervises
 * @param {() => void} again
 */
function inventory(app, table, sheet, supervises, again) {
  const at = (/** @type {number} */ time) => new Date(time).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  /** @type {{at: number, words: string, amount: string}[]} */
  const lines = [
    ...sheet.moves.map((/** @type {any} */ one) => ({ at: one.at, words: sentence(one.kind), amount: signed(one.kind === "credit" ? -Math.abs(one.cents) : one.cents) })),
    ...sheet.counts.map((/** @type {any} */ one) => ({ at: one.at, words: `${sentence(`${one.kind} count`.trim())}, ${one.counted === one.booked ? "as booked" : `off by ${signed(one.counted - one.booked)}`}`, amount: dollars(one.counted) })),
  ].sort((a, b) => b.at - a.at);
  const key = () => crypto.getRandomValues(new Uint32Array(2)).join("-");
  /** @type {[string, string, Record<string, any>]} */
  const amount = ["dollars", "Dollars", { inputmode: "decimal", autocomplete: "off" }];
  return h("section", { class: "panel inventory" }, h("div", { class: "row spread" }, h("h2", {}, "Inventory"), h("b", { class: "value" }, dollars(sheet.booked))),
    h("dl", { class: "lines" }, lines.slice(0, 6).map((one) => h("div", {}, h("dt", {}, `${at(one.at)} ${one.words}`), h("dd", {}, one.amount)))),
    !lines.length && h("p", { class: "quiet" }, "No fill, credit or count yet. The table takes a fill by itself if it can't pay."),
    supervises
      ? h("div", { class: "orders" },
          form("fill", [amount], "Fill", async (given) => {
            await app.api.post(`/api/tables/${table.id}/fill`, { cents: cents(given.dollars), key: key() });
            again();
          }),
          form("credit", [amount], "Credit", async (given) => {
            await app.api.post(`/api/tables/${table.id}/credit`, { cents: cents(given.dollars), key: key() });
            again();
          }),
          form("count", [amount], "Count", async (given) => {
            await app.api.post(`/api/tables/${table.id}/count`, { cents: cents(given.dollars), kind: "" });
            again();
          }))
      : h("p", { class: "faint" }, "A supervisor fills, credits and counts."));
}

/** @param {any} table */
function dispute(table) {
  return h("section", { class: "panel" }, h("h2", {}, "A dispute"),
    h("p", { class: "quiet" }, "The replay of the round answers it: every step with its clause, every shown card with its seal."),
    form("dispute", [["round", "Round", { inputmode: "numeric", pattern: "[0-9]+", value: table.round || "" }]], "Open the replay", async (given) => {
      location.hash = `#/history/${table.id}/${given.round}`;
    }));
}

/**
 * @param {App} app
 * @param {any} table
 * @param {boolean} supervises
 * @param {() => void} again
 */
function staff(app, table, supervises, again) {
  return h("section", { class: "panel" }, h("h2", {}, "Staff"),
    h("p", {}, table.dealer_name ? `${table.dealer_name} deals.` : "The automatic dealer deals."),
    h("div", { class: "row" }, h("a", { class: "button", href: `#/desk/${table.id}` }, "Go to the desk"),
      table.dealer && supervises ? deed(app, `/api/tables/${table.id}/dealer`, "Send the dealer away", again, false, "DELETE") : ""),
    supervises && form("staffing", [["dollars", "A person validates payouts above (dollars; empty: never)", { inputmode: "decimal", required: false }]], "Set", async (given) => {
      await app.api.post(`/api/tables/${table.id}/staffing`, { validate_above: given.dollars.trim() ? cents(given.dollars) : null });
      again();
    }));
}
