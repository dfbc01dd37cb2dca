// A chart of letters as a list: what each letter asks for, in the order in which somebody decides.

import { h } from "../dom.js";
import { list, sentence } from "../words.js";

/** @typedef {import("../chart.js").Chart} Chart */

/** In this order; what is left is to stand or to hit, which the chart says best. */
const ORDER = ["surrender", "split", "double"];

/** @param {Chart} chart */
export function drawLetters(chart) {
  const found = ORDER.map((kind) => ({ kind, rows: rowsOf(chart, kind) })).filter(({ rows }) => rows.length);
  if (!found.length) return null;
  return h("ul", { class: "by-letter" },
    found.map(({ kind, rows }) => item(kind, chart.cells.flat().find((cell) => cell.kind === kind)?.text ?? "", sentence(kind), `${sentence(rows.join("; "))}.`)),
    item("stand", "S", "Stand or hit", "All the rest: the chart says which."));
}

/**
 * @param {string} kind
 * @param {string} letter
 * @param {string} title
 * @param {string} words
 */
const item = (kind, letter, title, words) =>
  h("li", {}, h("span", { class: `cell ${kind}`, "aria-hidden": "true" }, letter), h("div", {}, h("b", {}, title), h("span", { class: "quiet" }, words)));

/**
 * The rows in which a letter stands, with the columns: "hard 10 against 2 to 8". Rows with the same columns are joined.
 * @param {Chart} chart
 * @param {string} kind
 */
function rowsOf(chart, kind) {
  /** @type {Map<string, string[]>} rows by their columns */
  const found = new Map();
  chart.rows.forEach((name, at) => {
    const columns = chart.cells[at].map((cell, column) => (cell.kind === kind ? column : -1)).filter((column) => column >= 0);
    if (!columns.length) return;
    const against = columns.length === chart.columns.length ? "always" : `against ${runs(chart.columns, columns)}`;
    found.set(against, [...(found.get(against) ?? []), inWords(name, kind)]);
  });
  return [...found].map(([against, names]) => `${list(names)} ${against}`);
}

/**
 * @param {string} name of a row
 * @param {string} kind
 */
const inWords = (name, kind) => name.replace(/^pair /, kind === "split" ? "" : "a pair of ").replace(/^(.*), no more cards$/, "$1 after a double");

/**
 * @param {string[]} names
 * @param {number[]} chosen
 */
function runs(names, chosen) {
  /** @type {number[][]} */
  const found = [];
  for (const one of chosen) {
    const last = found[found.length - 1];
    if (last && last[last.length - 1] === one - 1) last.push(one);
    else found.push([one]);
  }
  return list(found.flatMap((run) => (run.length > 2 ? [`${names[run[0]]} to ${names[run[run.length - 1]]}`] : run.map((at) => names[at]))));
}
