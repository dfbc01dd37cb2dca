// One table for its operator: who sits there, its inventory, its staff, its rules, and a dispute.

import { form, h, keepFocus, trying } from "../dom.js";
import { optionName } from "../games.js";
import { centsOf, dollars, sentence, signed } from "../words.js";
import { keepLooking } from "./page.js";
import { drawRules, shown } from "./rules.js";

/** @import { App } from "../main.js" */

/**
 * @param {HTMLElement} root
 * @param {App} app
 * @param {string} id
 * @param {string} more
 */
export async function drawTable(root, app, id, more) {
  const first = await app.api.get(`/api/tables/${id}`);
  if (more === "rules") return drawRules(root, app, first);
  const { options } = await app.api.get(`/api/games/${first.game}/options`);
  const supervises = app.is("supervisor");
  const manages = supervises || app.is("administrator");
  const lead = h("p", { class: "quiet" });
  const why = h("p", { class: "lost", role: "alert" });
  const sitting = h("section", { class: "panel seats-panel" });
  const booked = h("div", { class: "booked" });
  const rules = h("div", {});
  const dealer = h("p", {});
  const looking = keepLooking(async (here) => {
    const [table, sheet] = await Promise.all([app.api.get(`/api/tables/${id}`), app.api.get(`/api/tables/${id}/inventory`)]);
    if (here()) draw(table, sheet);
  });
  const again = looking.look;
  const away = deed(app, `/api/tables/${id}/dealer`, "Send the dealer away", again, "DELETE");
  const close = deed(app, `/api/tables/${id}/close`, "Close after the round", again);
  const restart = deed(app, `/api/tables/${id}/restart`, "Restart", again);

  /** What changes by itself. The forms stay as they are, with what somebody types. @param {any} table @param {any} sheet */
  const draw = (table, sheet) => {
    lead.textContent = `${table.title}, ${table.state}, round ${table.round}.`;
    if (why.textContent !== sayWhy(table)) why.textContent = sayWhy(table);
    keepFocus(sitting, () => sitting.replaceChildren(...seats(table)));
    booked.replaceChildren(...inventory(sheet));
    rules.replaceChildren(announced(table, options));
    dealer.textContent = table.dealer_name ? `${table.dealer_name} deals.` : "The automatic dealer deals.";
    away.element.hidden = !table.dealer || !supervises;
    close.button.disabled = table.state !== "open";
    restart.button.disabled = table.state !== "stopped";
  };

  root.append(
    h("div", { class: "page one-table" },
      h("p", {}, h("a", { href: "#/operator" }, "‹ The floor")),
      h("div", { class: "head" }, h("h1", {}, first.name), lead), why,
      h("div", { class: "cards" },
        sitting,
        h("section", { class: "panel inventory" }, booked, supervises ? orders(app, id, again) : h("p", { class: "faint" }, "A supervisor fills, credits and counts.")),
        dispute(app, first),
        h("section", { class: "panel" }, h("h2", {}, "Rules"), rules,
          h("div", { class: "row" }, h("a", { class: "button", href: `#/operator/table/${id}/rules` }, manages ? "Edit rules" : "Read the rules"))),
        h("section", { class: "panel" }, h("h2", {}, "Staff"), dealer,
          h("div", { class: "row" }, h("a", { class: "button", href: `#/desk/${id}` }, "Go to the desk"), away.element),
          supervises && staffing(app, id, again)),
        manages && h("section", { class: "panel" }, h("h2", {}, "Close or restart"),
          h("p", { class: "quiet" }, "A table closes after its round; chips go back to their owners, the inventory to the house. One that has stopped can be restarted: it goes on from its last stored act."),
          h("div", { class: "row" }, close.element, restart.element)))),
  );
  await looking.look();
  return looking.end;
}

/** @param {any} table */
const sayWhy = (table) => (table.why ? `${sentence(table.why)}.` : "");

/** The rules in a line, and the changes that wait. @param {any} table @param {import("../../protocol.d.ts").Option[]} options */
function announced(table, options) {
  if (!table.changes.length) return h("p", { class: "quiet" }, `${dollars(table.minimum)} to ${dollars(table.maximum)}, ${table.positions} seats. No change is announced.`);
  return h("div", {}, h("p", { class: "warn" }, "Announced, in force when the round or the shoe is over:"),
    h("ul", {}, table.changes.map((/** @type {any} */ one) => {
      const option = options.find((known) => known.option === one.option);
      const words = (/** @type {unknown} */ value) => (option ? shown(option, value) : String(value));
      return h("li", {}, `${optionName(table.game, one.option)}${one.line ? ` (${one.line})` : ""}: ${words(one.before)} becomes ${words(one.after)}`);
    })));
}

/**
 * A button that asks the house for something, with what the house refuses below it.
 * @param {App} app
 * @param {string} path
 * @param {string} verb
 * @param {() => Promise<void>} again
 */
function deed(app, path, verb, again, method = "POST") {
  const refused = h("p", { class: "refused", role: "alert" });
  const button = h("button", { onclick: async () => {
    refused.textContent = "";
    await trying(refused, async () => {
      await app.api.ask(method, path, method === "POST" ? {} : undefined);
      await again();
    });
  } }, verb);
  return { button, element: h("div", {}, button, refused) };
}

/** @param {any} table */
function seats(table) {
  const sitting = new Map(table.seats.map((/** @type {any} */ one) => [one.seat, one]));
  const behind = table.seats.filter((/** @type {any} */ one) => !one.seat);
  return [h("h2", {}, "Who sits where"),
    h("ol", { class: "seats" }, Array.from({ length: table.positions }, (_, at) => {
      const who = sitting.get(at + 1);
      return h("li", { class: who ? "" : "faint" }, h("span", {}, `Seat ${at + 1}`), h("b", {}, who ? who.name : "open"), who?.sits_out && h("span", { class: "tag" }, "sits out"));
    })),
    behind.length ? h("p", { class: "quiet" }, `Behind the seats: ${behind.map((/** @type {any} */ one) => one.name).join(", ")}.`) : "",
    h("p", {}, h("a", { href: `#/table/${table.id}`, "data-key": "watch" }, "Watch"), ` ${table.watchers} connected.`)];
}

/** The chips of the table and how they moved. @param {any} sheet */
function inventory(sheet) {
  const at = (/** @type {number} */ time) => new Date(time).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  /** @type {{at: number, words: string, amount: string}[]} */
  const lines = [
    ...sheet.moves.map((/** @type {any} */ one) => ({ at: one.at, words: sentence(one.kind), amount: signed(one.kind === "credit" ? -Math.abs(one.cents) : one.cents) })),
    ...sheet.counts.map((/** @type {any} */ one) => ({ at: one.at, words: `${sentence(`${one.kind} count`.trim())}, ${one.counted === one.booked ? "as booked" : `off by ${signed(one.counted - one.booked)}`}`, amount: dollars(one.counted) })),
  ].sort((a, b) => b.at - a.at);
  return [h("div", { class: "row spread" }, h("h2", {}, "Inventory"), h("b", { class: "value" }, dollars(sheet.booked))),
    h("dl", { class: "lines" }, lines.slice(0, 6).map((one) => h("div", {}, h("dt", {}, `${at(one.at)} ${one.words}`), h("dd", {}, one.amount)))),
    lines.length ? "" : h("p", { class: "quiet" }, "No fill, credit or count yet. The table takes a fill by itself if it can't pay.")];
}

/** @param {App} app @param {string} id @param {() => Promise<void>} again */
function orders(app, id, again) {
  const key = () => crypto.getRandomValues(new Uint32Array(2)).join("-");
  /** @param {string} name @param {() => Record<string, string>} more what the order says beside the amount */
  const order = (name, more) => {
    const made = form(name, [["dollars", "Dollars", { inputmode: "decimal", autocomplete: "off" }]], sentence(name), async (given) => {
      const cents = centsOf(given.dollars);
      if (!cents && name !== "count") throw new Error(`a ${name} must be more than $0`);
      await app.api.post(`/api/tables/${id}/${name}`, { cents, ...more() });
      made.reset();
      await again();
    });
    return made;
  };
  return h("div", { class: "orders" }, order("fill", () => ({ key: key() })), order("credit", () => ({ key: key() })), order("count", () => ({ kind: "" })));
}

/** @param {App} app @param {any} table */
function dispute(app, table) {
  return h("section", { class: "panel" }, h("h2", {}, "A dispute"),
    h("p", { class: "quiet" }, "The replay of the round answers it: every step with its clause, every shown card with its seal."),
    form("dispute", [["round", "Round", { inputmode: "numeric", pattern: "[0-9]+", value: table.round || "" }]], "Open the replay", async (given) => {
      await app.api.get(`/api/tables/${table.id}/rounds/${given.round}`); // a round that is not there is refused here
      app.go(`#/history/${table.id}/${given.round}`);
    }));
}

/** @param {App} app @param {string} id @param {() => Promise<void>} again */
function staffing(app, id, again) {
  return form("staffing", [["dollars", "A person validates payouts above (dollars; empty: never)", { inputmode: "decimal", required: false }]], "Set", async (given) => {
    await app.api.post(`/api/tables/${id}/staffing`, { validate_above: given.dollars.trim() ? centsOf(given.dollars) : null });
    await again();
  });
}
