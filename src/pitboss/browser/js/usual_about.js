// What lists and Learn show of a game that has no folder here: a small felt and words from what the house sends, and a cloth of its colour.

import { sentence } from "./words.js";

/** @import { FeltPlace, Game } from "../protocol.d.ts" */
/** @import { About, Card } from "./games.js" */

const [WIDTH, MIDDLE] = [246, 123];
const HOUSE = { y: 16, w: 44, most: 206, faces: ["Ks", "4d", "9c", "2h", "Jd", "7s", "5c"] };
const OWN = { y: 102, w: 46, most: 122, faces: ["Qh", "Qc", "8d", "6s", "3h", "Td", "Ac"] };
const ALONE = { y: 22, w: 58, most: 206, faces: OWN.faces }; // own cards, if the house has none
const SIDE = 34; // the middle of an area beside the own cards, from the edge
const GUESS = 3; // cards at a place, if the game does not say how many

/** @param {Game} game @returns {About} */
export function usualAbout({ title, felt, brief, sentences, words }) {
  const seat = felt.places.filter(({ place }) => place === "seat");
  const house = felt.places.filter(({ place }) => place !== "seat");
  const [base, ...more] = felt.areas.filter(({ wager, on }) => wager === on);
  const other = more.find((one) => one.later) ?? more[0];
  const name = other ? words.wagers[other.wager] ?? other.wager : "";
  const y = house.length ? 136 : 142;
  return {
    card: {
      place: Infinity,
      short: title,
      name: title,
      words: brief || title,
      brief: brief.split(". ").at(-1) ?? "",
      cards: [...row(house, HOUSE), ...row(seat, house.length ? OWN : ALONE, true)],
      chips: base ? [[2500, SIDE, y, 16]] : [],
      areas: [...(base ? [at(SIDE, y, "")] : []), ...(other ? [at(WIDTH - SIDE, y, name.length > 6 ? "" : name)] : [])],
    },
    sentences: sentences.map(sentence),
  };
}

/** @param {number} x @param {number} y @param {string} name @returns {Card["areas"][number]} */
const at = (x, y, name) => [x, y, 23, name];

/**
 * The cards of some places, side by side in the middle. Others than the own ones lie face down, but those that everybody sees.
 * @param {FeltPlace[]} places
 * @param {typeof HOUSE} how
 * @returns {Card["cards"]}
 */
function row(places, { y, w, most, faces }, own = false) {
  const shown = places.flatMap(({ sizes, up }) => Array.from({ length: sizes[0] ?? GUESS }, (_, nth) => own || nth < up));
  const step = Math.min(w + 4, (most - w) / Math.max(1, shown.length - 1));
  const left = MIDDLE - (w + (shown.length - 1) * step) / 2;
  return shown.map((face, nth) => [face ? faces[nth % faces.length] : null, left + nth * step, y, w]);
}

const cloths = new CSSStyleSheet();

/** Give every game a cloth of the hue that the house sends, as light and as strong as the others. A cloth of the style sheet replaces it. @param {Game[]} games */
export function dye(games) {
  for (const { name, felt } of games) {
    const shade = (/** @type {string} */ of, /** @type {number} */ light, /** @type {string} */ strong) => `--${of}: oklch(from ${felt.colour} ${light} ${strong} h)`;
    const night = [shade("night-1", 0.42, "min(0.11, c * 1.4)"), shade("night-2", 0.34, "min(0.09, c * 1.15)"), shade("night-3", 0.235, "min(0.06, c * 0.8)")];
    const day = [shade("day-1", 0.933, "min(0.022, c)"), shade("day-2", 0.89, "min(0.031, c)"), shade("day-3", 0.82, "min(0.044, c)")];
    const built = [shade("day-print", 0.335, "min(0.09, c)"), shade("day-plate", 0.245, "min(0.06, c * 0.75)"), shade("day-device", 0.385, "min(0.075, c)")];
    cloths.insertRule(`@layer usual { :is([data-game="${CSS.escape(name)}"], .felt-${CSS.escape(name)}) { ${[...night, ...day, ...built].join("; ")} } }`);
  }
  document.adoptedStyleSheets = [cloths];
}
