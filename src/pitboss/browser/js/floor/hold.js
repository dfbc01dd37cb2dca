// What the house won of every wager against its exact edge, and whether anything is odd.

import { h, s, underWay } from "../dom.js";
import { percent } from "../edges.js";
import { dollars, sentence } from "../words.js";

const MARKED = 3;

/** @param {number} z */
const signedZ = (z) => `${z < 0 ? "−" : "+"}${Math.abs(z).toFixed(2)}`;

/** How often chance alone strays as far as a line, to either side. @param {any} line */
const chanceOf = (line) => line.chance ?? tail(Math.abs(line.z));

/** Whether a line strays as far as a normal figure seldom does: so many standard errors. @param {any} line @param {number} z */
export const isBeyond = (line, z) => line.z !== null && chanceOf(line) < tail(z);

/** @param {number} p */
const inPercent = (p) => (p < 0.00005 ? "under 0.01%" : `${(100 * p).toFixed(p < 0.01 ? 2 : 1)}%`);

/** How often chance strays as far, and how that is known. @param {any} line */
const known = (line) => (line.counted ? `${inPercent(line.chance)}, counted` : typeof line.chance_error === "number" ? `${inPercent(line.chance)} ± ${inPercent(line.chance_error)}` : `about ${inPercent(chanceOf(line))}`);

export const COUNTING = "Counting every stored round …";

/**
 * @param {HTMLElement} panel
 * @param {any} held the answer of the house, or null before it came
 * @param {() => Promise<void>} again
 * @param {string} note
 */
export function drawHold(panel, held, again, note) {
  const lines = held?.lines ?? [];
  let game = "";
  const rows = lines.map((/** @type {any} */ one) => {
    const first = one.game !== game;
    game = one.game;
    return h("tr", { class: isBeyond(one, MARKED) ? "marked" : "" },
      h("td", {}, first ? h("b", {}, one.title) : h("span", { class: "unseen" }, one.title)),
      h("td", {}, one.wager === "hand" ? "The hand" : sentence(one.wager), one.table ? `, table ${one.table}` : ""),
      h("td", { class: "number faint", "data-label": "Hands" }, one.hands.toLocaleString("en-US")),
      h("td", { class: "number", "data-label": "Handle" }, dollars(one.staked)),
      h("td", { class: "number", "data-label": "Win" }, dollars(one.kept)),
      h("td", { class: "number", "data-label": "Win ÷ handle" }, h("b", {}, one.staked ? percent(one.kept / one.staked) : "–")),
      h("td", { class: "number faint", "data-label": "Exact" }, one.exact === null ? "not known" : percent(one.exact)),
      h("td", { class: "axis" }, one.z === null ? h("span", { class: "faint" }, one.exact === null ? "" : "too few to tell") : axis(one.z)),
      h("td", { class: "number", "data-label": "z" }, h("b", {}, one.z === null ? "" : signedZ(one.z))),
      h("td", { class: "number faint", "data-label": "By chance" }, one.z === null ? "" : known(one)));
  });
  panel.replaceChildren(
    h("div", { class: "handle" },
      h("div", { class: "row spread" }, h("h2", {}, "Handle and win, since opening"), h("span", { class: "faint" }, "Handle: all that was staked. Win: what the house kept of it. Drop: what was bought in at a table. Hold: win ÷ drop.")),
      rows.length
        ? h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": "Handle and win" }, h("table", {},
            h("thead", {}, h("tr", {}, h("th", {}, "Game"), h("th", {}, "Wager"), ["Hands", "Handle", "Win", "Win ÷ handle", "Exact"].map((one) => h("th", { class: "number" }, one)),
              h("th", { class: "axis" }, "−3 within chance +3"), h("th", { class: "number" }, "z"), h("th", { class: "number" }, "By chance"))),
            h("tbody", {}, rows)))
        : h("p", { class: "quiet" }, note === COUNTING ? underWay(note) : note || "No round has ended yet.")),
    h("div", { class: "odd" },
      h("h2", {}, "Is anything odd?"),
      ...odd(lines, held),
      h("p", { class: "quiet" }, h("b", {}, "z"), " says how many standard errors the win lies from the exact edge. What chance does as seldom as a normal figure passes 3 is marked and asks for a look; as seldom as 4, it becomes an alarm."),
      h("p", { class: "faint" }, "“By chance” says how often chance alone strays as far, to either side. Up to 10,000 hands of one game at one stake are counted; else it is that of a normal curve, and ± says how far it can be off."),
      h("p", { class: "faint" }, "The exact edge of a hand is that of the best play: people who play otherwise raise the win. Progressive wagers have no line, since their edge moves with the meter."),
      held?.left_out > 0 && h("p", { class: "faint" }, `${held.left_out.toLocaleString("en-US")} hands at private tables with rules of their own have no line.`),
      held?.why && h("p", { class: "warn" }, sentence(held.why), "."),
      ...Object.entries(held?.broken ?? {}).map(([id, why]) => h("p", { class: "lost" }, `Table ${id} can't be counted: ${why}.`)),
      h("div", { class: "row" }, h("button", { class: "small", disabled: Boolean(note && !held), onclick: again }, note && rows.length ? note : "Count again"))));
}

/** The sentence that says in words whether any win is outside chance. @param {any[]} lines @param {any} held */
function odd(lines, held) {
  const told = lines.filter((one) => one.z !== null);
  if (!held) return [h("p", { class: "quiet" }, "Every stored round is counted. This may take a while.")];
  if (!told.length) return [h("p", {}, h("b", {}, "Too few hands to tell.")), h("p", { class: "quiet" }, `A wager is judged from ${held.few} hands on.`)];
  const far = told.reduce((a, b) => (chanceOf(b) < chanceOf(a) ? b : a));
  const name = `${far.title}: ${far.wager === "hand" ? "the hand" : far.wager}`;
  const often = 1 - (1 - chanceOf(far)) ** told.length;
  if (isBeyond(far, MARKED))
    return [h("p", { class: "lost" }, "✕ ", h("b", {}, "Look at this.")), h("p", { class: "quiet" }, `${name} lies ${signedZ(far.z)} from its exact edge. By chance this happens in ${share(often)} of such records.`)];
  return [h("p", { class: "won" }, "✓ ", h("b", {}, "No wager is outside chance.")),
    h("p", { class: "quiet" }, `The farthest is ${name}, at ${signedZ(far.z)}. Of ${told.length === 1 ? "one wager" : `${told.length} wagers`}, one strays that far in ${share(often)} of such records.`)];
}

/** @param {number} p */
const share = (p) => (p < 0.001 ? "less than one in a thousand" : p > 0.095 ? `${Math.min(9, Math.round(10 * p))} in 10` : `${Math.max(1, Math.round(100 * p))} in 100`);

/**
 * How often a normal figure lies farther from its mean than this, on either side (Abramowitz and Stegun 7.1.26).
 * @param {number} z
 */
function tail(z) {
  const x = z / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  return t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429)))) * Math.exp(-x * x);
}

/** @param {number} z */
function axis(z) {
  const x = 66 + 20 * Math.max(-3.2, Math.min(3.2, z));
  return s("svg", { viewBox: "0 0 132 20", width: 132, height: 20, role: "img", "aria-label": Math.abs(z) <= 2 ? "within chance" : "far from the exact edge" },
    s("line", { x1: 2, x2: 130, y1: 10, y2: 10, class: "track" }),
    s("rect", { x: 26, y: 3, width: 80, height: 14, rx: 4, class: "band" }),
    s("line", { x1: 66, x2: 66, y1: 2, y2: 18, class: "middle" }),
    s("circle", { cx: x, cy: 10, r: 5, class: "point" }));
}
