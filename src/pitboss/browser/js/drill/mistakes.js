// Mistakes made at a table, to be drilled: the house files them among the missed puzzles, and the drill opens with them.

import { Problem } from "../api.js";
import { h } from "../dom.js";
import { sentence } from "../words.js";

/** @typedef {{table: string, round: number, number: number}} Mistake a decision by its table, round and place */

const MOST = 20; // mistakes that are filed at once, the newest ones

/**
 * A button that drills these mistakes and no others.
 * @param {import("../main.js").App} app
 * @param {string} game
 * @param {Mistake[]} mistakes
 * @param {string} at the table, or the table and the round ("ID:N"), that they were made at
 */
export function drillThese(app, game, mistakes, at) {
  const count = Math.min(mistakes.length, MOST);
  const words = count === 1 ? "Drill this mistake" : `Drill these ${count} mistakes`;
  const button = h("button", { class: "drill-these", type: "button", onclick: async () => {
    button.disabled = true;
    button.textContent = "Preparing …";
    try {
      await app.api.post(`/api/drill/${game}/mistakes`, { mistakes: mistakes.slice(-count) });
      app.go(`#/drill/${game}?missed=&at=${encodeURIComponent(at)}`);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      button.disabled = false;
      button.textContent = words;
      button.after(h("small", { class: "quiet", role: "status" }, ` ${sentence(error.message)}.`));
    }
  } }, words);
  return button;
}
