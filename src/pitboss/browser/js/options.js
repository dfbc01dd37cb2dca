// The names of options of the rules, for people who edit them.

import { sentence } from "./words.js";

/** @typedef {import("./speech.js").Speech} Speech */

/** A wager, or a column of its pay table by the number of hands: "Cover All, 2 hands". @param {Speech} speech @param {string} name */
export function columnName(speech, name) {
  const [, wager = "", hands = ""] = /^(.*) (\d+)$/.exec(name) ?? [];
  return hands && speech.wager(name) === name ? `${speech.wager(wager)}, ${hands} hands` : speech.wager(name);
}

/** An option in words; a pay table by the wager that it pays. @param {Speech} speech @param {string} option @param {Record<string, string>} [labels] of the game, for options whose own names would puzzle */
export function optionName(speech, option, labels = {}) {
  if (labels[option]) return labels[option];
  const [, wager = ""] = /^(.+)_pays$/.exec(option) ?? [];
  if (!wager) return sentence(option.replaceAll("_", " "));
  const column = columnName(speech, wager.replaceAll("_", " "));
  return sentence(column.includes(",") ? `${column}: pays` : `${column} pays`);
}
