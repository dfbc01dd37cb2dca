// A chart of decisions: rows by columns, each cell with a letter or words and a colour. Rows that are alike are joined.

import { h } from "./dom.js";
import { printed, sentence } from "./words.js";

/** @typedef {{text: string, kind: string}} Cell */
/** @typedef {{title: string, row_title: string, column_title: string, rows: string[], columns: string[], cells: Cell[][], legend: Record<string, string>, note: string, breaks: number[]}} Chart */

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
export function joined(chart) {
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
