// The players of the house on the operator's page: their account and their result, apart from those of people.

import { h } from "../dom.js";
import { dollars, many, signed } from "../words.js";

/** @import { App } from "../main.js" */

/** @param {HTMLElement} panel @param {any} floor as the house describes it */
export function drawHousePlayers(panel, floor) {
  const players = floor.players;
  panel.hidden = !players;
  if (!players) return;
  const line = (/** @type {string} */ name, /** @type {string} */ value) => h("div", {}, h("dt", {}, name), h("dd", {}, value));
  panel.replaceChildren(
    h("div", { class: "row spread" }, h("h2", {}, "Players of the house"), h("span", { class: "faint" }, `${players.seated} seated`)),
    h("dl", { class: "meter-lines" },
      line("Their account", signed(players.account)),
      line("Chips and wagers", dollars(players.chips)),
      line("Result so far", players.result === null ? "a table does not answer" : signed(players.result))),
    h("p", { class: "faint" }, players.at_table
      ? `Up to ${many(players.at_table, "player")} at a public table while somebody looks. They give up their seats to people. Handle, win, drop and hold leave them out.`
      : "None come: start the house with --house-players."));
}
