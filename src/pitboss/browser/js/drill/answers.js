// The answers of a puzzle in words: verb and amount, what it does, and its key.

import { dollars, sentence } from "../words.js";

/** @typedef {import("../layout.js").Layout} Layout */
/** @typedef {{seat: number, hand: number, base: number, about: string, choices: {do: string, amount: number}[]}} Puzzle */
/** @typedef {{do: string, verb: string, detail: string, key: string}} Answer */

/** @type {Record<string, string>} */
const KEYS = {
  bet: "B", fold: "F", second: "S", expose: "E", conceal: "C", vertical: "V", horizontal: "H", attack: "A", insure: "I",
  hit: "H", stand: "S", double: "D", split: "P", surrender: "U", pass: "N",
};
/** What comes first gives up, what comes last puts most on the table. The order never depends on the answer. */
const ORDER = ["fold", "surrender", "pass", "conceal", "stand", "hit", "split"];
const RAISES = 2; // of Double Cross Poker, each equal to the ante

/**
 * @param {Puzzle} puzzle
 * @param {Layout} layout what lies on the table
 * @returns {Answer[]} in a fixed order
 */
export function answersOf(puzzle, layout) {
  const rank = (/** @type {{do: string}} */ one) => (ORDER.includes(one.do) ? ORDER.indexOf(one.do) : ORDER.length);
  return [...puzzle.choices]
    .sort((a, b) => rank(a) - rank(b))
    .map((one) => ({ do: one.do, key: KEYS[one.do] ?? "", ...words(one, puzzle, layout) }));
}

/**
 * @param {{do: string, amount: number}} choice
 * @param {Puzzle} puzzle
 * @param {Layout} layout
 * @returns {{verb: string, detail: string}}
 */
function words(choice, puzzle, layout) {
  const stakes = layout.stakesOf(puzzle.seat);
  const lost = stakes.reduce((sum, one) => sum + one.amount, 0);
  const own = stakes.filter((one) => (one.hand ?? 1) === puzzle.hand && one.wager !== "bust bonus").reduce((sum, one) => sum + one.amount, 0);
  const many = (/** @type {string} */ verb) => (choice.amount ? `${verb}, ${dollars(choice.amount)}` : verb);
  switch (choice.do) {
    case "bet":
      return { verb: many("Bet"), detail: "twice the ante" };
    case "second":
      return { verb: many("Second wager"), detail: "equal to the first" };
    case "fold":
      return { verb: "Fold", detail: `lose the ${dollars(lost)} on the table` };
    case "vertical":
    case "horizontal":
      return { verb: `${sentence(choice.do)}, ${dollars(RAISES * puzzle.base)}`, detail: `two raises of ${dollars(puzzle.base)}` };
    case "attack":
      return { verb: many("Attack"), detail: "before your cards" };
    case "insure":
      return { verb: many("Insure"), detail: "against a blackjack" };
    case "hit":
      return { verb: "Hit", detail: "draw a card" };
    case "stand":
      return { verb: "Stand", detail: "no more cards" };
    case "double":
      return { verb: many("Double"), detail: puzzle.about === "double" ? "before the last card" : "one card, no more" };
    case "split":
      return { verb: "Split", detail: `two hands, ${dollars(own)} more` };
    case "surrender":
      return { verb: "Surrender", detail: `${dollars(own / 2)} comes back` };
    case "expose":
      return { verb: "Show", detail: "for the side wager" };
    case "conceal":
      return { verb: "Hide", detail: "the side wager loses" };
    case "pass":
      return { verb: puzzle.about === "double" ? "No double" : puzzle.about === "insurance" ? "No insurance" : "No attack", detail: "leave it as it lies" };
    default:
      return { verb: many(sentence(choice.do)), detail: "" };
  }
}
