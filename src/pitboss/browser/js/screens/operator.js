// The operator's page: alarms, tables, meters, audit, rules, and what every wager held.

import { h, keepFocus } from "../dom.js";
import { Alarms } from "../floor/alarms.js";
import { COUNTING, drawHold } from "../floor/hold.js";
import { drawHousePlayers } from "../floor/house_players.js";
import { Meters } from "../floor/meters.js";
import { drawBar, keepLooking, manages } from "../floor/page.js";
import { drawPeople } from "../floor/people.js";
import { drawTable } from "../floor/table.js";
import { Tables } from "../floor/tables.js";
import { styled } from "../screen.js";
import { dollars, many, sentence } from "../words.js";

/** @import { App } from "../main.js" */

/** @type {import("../main.js").Show} */
export async function show(root, parts, app) {
  await styled("operator");
  document.title = "Floor · Pitboss";
  if (app.api.token) await app.refresh();
  if (!manages(app)) {
    root.append(closed(app));
    return;
  }
  const [what = "", id = "", more = ""] = parts;
  drawBar(app, what === "table" && more === "rules" ? "rules" : what);
  if (what === "table") return drawTable(root, app, id, more);
  if (what === "people") return drawPeople(root, app);
  return drawFloor(root, app, what);
}

/** @param {App} app */
function closed(app) {
  const dealer = app.is("dealer");
  return h("div", { class: "page" },
    h("h1", {}, "The floor"),
    h("p", { class: "quiet" }, "Supervisors, auditors and administrators see the floor. An administrator gives these roles."),
    h("p", {}, dealer ? h("a", { class: "button", href: "#/desk" }, "Dealer desk") : h("a", { class: "button", href: "#/account" }, "Sign in")));
}

/** @param {HTMLElement} root @param {App} app @param {string} part the panel that is wanted, or empty */
async function drawFloor(root, app, part) {
  const lead = h("p", { class: "quiet" });
  const alarms = new Alarms(app);
  const tables = new Tables(app);
  const meters = new Meters(app);
  const players = h("section", { class: "panel players", hidden: true });
  const rules = h("section", { class: "panel rules" });
  const audit = h("section", { class: "panel audit" });
  const hold = h("section", { class: "panel hold" });
  root.append(
    h("div", { class: "page" },
      h("div", { class: "head" }, h("h1", {}, "The floor tonight"), lead),
      alarms.element,
      h("div", { class: "floor-grid" }, tables.element, h("div", { class: "side" }, meters.element, players, audit, rules)),
      hold),
  );
  /** @type {any} */
  let held = null;
  /** @type {any} */
  let floor = null;
  let ended = false;

  const draw = () => {
    if (!floor) return;
    const seated = floor.tables.reduce((/** @type {number} */ sum, /** @type {any} */ one) => sum + one.seats.filter((/** @type {any} */ at) => at.seat && !at.house).length, 0);
    const sums = held && Object.values(held.tables).reduce((/** @type {any} */ sum, /** @type {any} */ one) => ({ handle: sum.handle + one.handle, kept: sum.kept + one.kept }), { handle: 0, kept: 0 });
    const hidden = floor.tables.filter((/** @type {any} */ one) => one.private).length;
    lead.textContent = `${many(floor.tables.length - hidden, "public table")}${hidden ? `, ${hidden} private` : ""}, ${seated} seated${sums ? `, ${dollars(sums.handle)} staked, ${dollars(sums.kept)} kept` : ""}. Play money.`;
    alarms.note(floor.alarms, held, floor.now);
    keepFocus(tables.element, () => tables.draw(floor, held));
    meters.draw(floor);
    drawHousePlayers(players, floor);
    keepFocus(rules, () => drawRulesPanel(rules, floor, app));
    keepFocus(audit, () => drawAudit(audit, floor, app, looking.look));
  };
  const countAgain = async () => {
    drawHold(hold, held, countAgain, COUNTING);
    try {
      held = await app.api.get("/api/floor/hold");
      if (!ended) drawHold(hold, held, countAgain, "");
    } catch (error) {
      if (!ended) drawHold(hold, held, countAgain, sentence(error instanceof Error ? error.message : String(error)));
    }
    if (!ended) draw();
  };
  const looking = keepLooking(async (here) => {
    floor = await app.api.get("/api/floor");
    if (here()) draw();
  });
  await looking.look();
  countAgain();
  if (part) root.querySelector(`.panel.${CSS.escape(part)}`)?.scrollIntoView({ block: "start" });
  return () => {
    ended = true;
    looking.end();
  };
}

// --- audit

/**
 * @param {HTMLElement} panel
 * @param {any} floor
 * @param {App} app
 * @param {() => Promise<void>} look
 */
function drawAudit(panel, floor, app, look) {
  const audit = floor.audit;
  const may = app.is("auditor") || app.is("administrator");
  const good = audit && !audit.differences;
  panel.replaceChildren(h("div", { class: "stack" },
    h("div", { class: "row spread" }, h("h2", {}, "Last audit"), h("span", { class: "faint" }, audit ? clock(audit.at) : "")),
    audit
      ? h("p", { class: `verdict ${good ? "won" : "lost"}` }, h("span", { "aria-hidden": "true" }, good ? "✓ " : "✕ "), good ? "Every cent adds up" : many(audit.differences, "difference"))
      : h("p", { class: "verdict quiet" }, "Not run yet"),
    audit && h("p", { class: "quiet" }, `${audit.counts.rounds.toLocaleString("en-US")} rounds dealt again, ${audit.counts.postings.toLocaleString("en-US")} postings added up, ${many(audit.differences, "difference")}.`),
    audit && audit.findings.length > 0 && h("ul", { class: "lost" }, audit.findings.slice(0, 5).map((/** @type {any} */ one) =>
      h("li", {}, one.sentence, one.table && one.round ? h("a", { href: `#/history/${one.table}/${one.round}` }, ` round ${one.round}`) : ""))),
    h("p", { class: "faint" }, floor.signed_at ? `${many(floor.signed, "signature")} under the records of the tables, the last at ${clock(floor.signed_at)}. ` : "Nothing is signed yet. ",
      "Keep the output of ", h("code", {}, "pitboss audit --json"), " on another machine."),
    may && h("div", { class: "row" }, h("button", { class: "small", "data-key": "audit", disabled: auditing, onclick: async () => {
      auditing = true;
      drawAudit(panel, floor, app, look);
      try {
        floor.audit = await app.api.post("/api/floor/audit");
      } finally {
        auditing = false;
      }
      await look();
    } }, auditing ? "Auditing …" : audit ? "Run again" : "Run an audit"))));
}
let auditing = false;

// --- rules

/** @param {HTMLElement} panel @param {any} floor @param {App} app */
function drawRulesPanel(panel, floor, app) {
  const may = app.is("supervisor") || app.is("administrator");
  const chosen = panel.querySelector("select")?.value ?? "";
  const select = h("select", { "aria-label": "Table", "data-key": "rules of" }, [false, true].map((hidden) => {
    const some = floor.tables.filter((/** @type {any} */ one) => one.private === hidden);
    return some.length ? h("optgroup", { label: hidden ? "Private tables" : "Public tables" }, some.map((/** @type {any} */ one) => h("option", { value: one.id, selected: one.id === chosen }, one.name))) : "";
  }));
  panel.replaceChildren(
    h("div", { class: "row spread" }, h("h2", {}, "Rules in force"), h("span", { class: "tag" }, many(new Set(floor.tables.map((/** @type {any} */ one) => one.game)).size, "game"))),
    h("p", { class: "quiet" }, "Every option with its clause, its default and what it does to the edge. What the document does not permit is refused."),
    floor.tables.length ? h("div", { class: "row" }, select, h("button", { class: "small", "data-key": "edit rules", onclick: () => app.go(`#/operator/table/${select.value}/rules`) }, may ? "Edit rules" : "Read them")) : "");
}

/** @param {number} at */
const clock = (at) => new Date(at).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
