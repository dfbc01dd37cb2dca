// The list of somebody's rounds, each with its mark once its seals were checked.

import { Problem } from "../api.js";
import { h } from "../dom.js";
import { SealsPanel, mark } from "../seals.js";
import { signed } from "../words.js";

/** @import { App } from "../main.js" */

const MOST = 200; // rounds of one answer of the house
const PAGE = 50; // rounds that are read at once
const LISTED = 20; // rounds of the list that are checked without being opened

/** What this screen remembers while the page is open: the filter, how far the list is read, and which rounds were right. */
export const memory = { game: "", count: PAGE, scroll: 0, speed: 1, checked: /** @type {Map<string, boolean>} */ (new Map()) };

/**
 * The newest rounds, or those that follow a place, page by page.
 * @param {App} app
 * @param {number} count
 * @param {string} after
 * @returns {Promise<{rounds: any[], next: string}>}
 */
export async function readRounds(app, count, after = "") {
  /** @type {any[]} */
  const rounds = [];
  do {
    const most = Math.min(MOST, count - rounds.length);
    const page = await app.api.get(`/api/rounds?most=${most}&game=${memory.game}&after=${encodeURIComponent(after)}`);
    rounds.push(...page.rounds);
    after = page.next;
  } while (after && rounds.length < count);
  return { rounds, next: after };
}

/**
 * @param {{rounds: any[], next: string}} page
 * @param {string | undefined} table
 * @param {number} number
 * @param {App} app
 */
export function drawList(page, table, number, app) {
  const chosen = (/** @type {any} */ one, /** @type {number} */ at) => (table ? one.table === table && one.round === number : at === 0);
  const choose = h("select", { "aria-label": "Game" },
    h("option", { value: "" }, "All games"), app.games.map((game) => h("option", { value: game.name }, game.title)));
  choose.value = memory.game;
  choose.addEventListener("change", () => {
    memory.game = choose.value;
    memory.count = PAGE;
    app.go("#/history");
  });
  const more = h("button", { class: "more", onclick: async () => {
    more.disabled = true;
    const older = await readRounds(app, PAGE, page.next);
    page.next = older.next;
    memory.count += older.rounds.length;
    more.before(...older.rounds.map((one) => line(one, false)));
    more.disabled = false;
    if (!page.next) more.remove();
  } }, "Older rounds");
  /** @param {any} one @param {boolean} current */
  const line = (one, current) => {
    const tested = memory.checked.get(`${one.table}/${one.round}`);
    return h("a", { class: "round", href: `#/history/${one.table}/${one.round}`, "aria-current": current ? "true" : null,
      "data-round": `${one.table}/${one.round}` },
      h("b", {}, `Round ${one.round}`),
      h("b", { class: one.over ? (one.net > 0 ? "won" : one.net < 0 ? "lost" : "quiet") : "brass" }, one.over ? signed(one.net) : "in play"),
      h("span", { class: "quiet" }, `${title(app, one.game)}, ${when(one.at)}`),
      h("span", { class: "tested" }, tested === undefined ? null : mark(tested ? "good" : "bad")));
  };
  return h("nav", { class: "rounds", "aria-label": "Your rounds" },
    h("div", { class: "rounds-head" }, h("h1", {}, "Your rounds"), choose),
    page.rounds.length ? null : h("p", { class: "quiet none" }, memory.game ? "No round of this game yet." : "No round yet."),
    page.rounds.map((one, at) => line(one, chosen(one, at))), page.next ? more : null);
}

/** @param {App} app @param {string} game */
const title = (app, game) => app.game(game)?.title || game;

/** @param {number} at */
function when(at) {
  const time = new Date(at);
  const clock = time.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  return time.toDateString() === new Date().toDateString() ? clock : `${time.toLocaleDateString("en-GB", { day: "numeric", month: "short" })}, ${clock}`;
}

/**
 * Check the seals of the rounds in the list, one after another, and mark them.
 * @param {App} app
 * @param {any[]} rounds
 * @param {{here: boolean}} seen whether the list is still shown
 */
export async function checkListed(app, rounds, seen) {
  for (const { table, round, over } of rounds.slice(0, LISTED)) {
    if (!over || memory.checked.has(`${table}/${round}`)) continue;
    const found = await optional(app, `/api/tables/${encodeURIComponent(table)}/rounds/${round}`);
    if (!seen.here) return;
    const right = found && new SealsPanel(found, 0).good;
    if (right !== null) noteChecked(table, round, right);
  }
}

/** @param {string} table @param {number} round @param {boolean} right */
export function noteChecked(table, round, right) {
  memory.checked.set(`${table}/${round}`, right);
  document.querySelector(`[data-round="${table}/${round}"] .tested`)?.replaceChildren(mark(right ? "good" : "bad"));
}

/** An answer that this screen can do without. @param {App} app @param {string} path */
export async function optional(app, path) {
  try {
    return await app.api.get(path);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return null; // the table has closed, or the house has no words for its clauses
  }
}
