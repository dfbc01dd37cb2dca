// A chart of decisions: rows by columns, each cell with a letter or words and a colour. Rows that are alike are joined.

import { h } from "./dom.js";
import { list, printed, sentence } from "./words.js";

/** @import { Cell, Chart } from "../protocol.d.ts" */

/** @param {Chart} chart */
export function drawChart(chart) {
  const lines = joined(chart);
  const letters = isLetters(chart);
  const used = new Set(chart.cells.flat().map((cell) => cell.kind));
  return h("div", { class: `chart${letters ? " letters" : ""}` },
    chart.column_title ? h("p", { class: "faint chart-over" }, chart.column_title) : null,
    h("div", { class: "chart-scroll", tabindex: "0", role: "region", "aria-label": chart.title },
      h("table", {},
        h("caption", { class: "unseen" }, chart.title),
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, chart.row_title), chart.columns.map((name) => h("th", { scope: "col" }, ranked(name))))),
        h("tbody", {}, lines.map(([name, cells, apart]) =>
          h("tr", apart ? { class: "apart" } : {}, h("th", { scope: "row" }, ranked(sentence(name))),
            cells.map((cell) => h("td", {}, h("span", { class: `cell ${cell.kind}`, title: chart.legend[cell.kind] || cell.kind }, cell.text.replace(/^-/, "−"))))))))),
    h("ul", { class: "chart-legend" }, Object.entries(chart.legend).filter(([kind]) => used.has(kind)).map(([kind, means]) =>
      h("li", {}, h("span", { class: `cell ${kind}`, "aria-hidden": "true" }, letters ? letterOf(chart, kind) : ""), letters ? means.replace(/^\w+: /, "") : means))),
    chart.note ? h("p", { class: "faint" }, sentence(chart.note)) : null);
}

/** A name with its ranks as cards print them. @param {string} name */
const ranked = (name) => name.replace(/\bT\b/g, printed);

/** Whether every cell is a letter. @param {Chart} chart */
export const isLetters = (chart) => chart.cells.every((row) => row.every((cell) => cell.text.length <= 2));

/** @param {Chart} chart @param {string} kind */
const letterOf = (chart, kind) => chart.cells.flat().find((cell) => cell.kind === kind)?.text || "";

/**
 * The rows, neighbours that are alike joined: "hard 16" and "hard 15" make "hard 15, 16". With each, whether another kind of
 * hand begins with it.
 * @param {Chart} chart
 * @returns {[string, Cell[], boolean][]}
 */
function joined(chart) {
  /** @type {{before: string, numbers: number[], after: string, name: string, cells: Cell[], apart: boolean}[]} */
  const found = [];
  chart.rows.forEach((name, at) => {
    const cells = chart.cells[at];
    const [, before = "", number = "", after = ""] = /^(\D*)(\d+)(\D*)$/.exec(name) || [];
    const last = found[found.length - 1];
    const alike = number && last?.numbers.length && last.before === before && last.after === after;
    if (alike && JSON.stringify(last.cells) === JSON.stringify(cells)) last.numbers.push(Number(number));
    else found.push({ before, numbers: number ? [Number(number)] : [], after, name, cells, apart: chart.breaks.includes(at) });
  });
  return found.map((row) => {
    if (row.numbers.length < 2) return [row.name, row.cells, row.apart];
    const [low, high] = [Math.min(...row.numbers), Math.max(...row.numbers)];
    return [`${row.before}${row.numbers.length === 2 ? `${low}, ${high}` : `${low} to ${high}`}${row.after}`, row.cells, row.apart];
  });
}

// --- a chart of letters as a list: what each letter asks for, in the order in which somebody decides

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

/** @param {string} name of a row @param {string} kind */
const inWords = (name, kind) => name.replace(/^pair /, kind === "split" ? "" : "a pair of ").replace(/^(.*), no more cards$/, "$1 after a double");

/** @param {string[]} names @param {number[]} chosen */
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
