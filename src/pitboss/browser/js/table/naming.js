// What cards make, in a few words, for the label under a hand. The house alone ranks hands; this only names what lies open.

import { RANKS, SUITS } from "../words.js";

const ORDER = Object.keys(RANKS);
const ONE = Object.values(RANKS);
const COUNTS = ["no", "one", "two", "three", "four", "five"];

/** @param {number} rank */
const many = (rank) => (ONE[rank] === "six" ? "sixes" : `${ONE[rank]}s`);

/**
 * @typedef {object} Made
 * @property {string} category as pay tables name it
 * @property {number} rank the rank that names it, from 0 for the two
 * @property {string} words
 */

/**
 * @param {(string | null)[]} cards
 * @returns {Made | null} null for no cards
 */
export function makes(cards) {
  const known = /** @type {string[]} */ (cards.filter(Boolean));
  if (!known.length) return null;
  const ranks = known.map((card) => ORDER.indexOf(card[0])).sort((a, b) => b - a);
  const groups = [...new Set(ranks)].map((rank) => ({ rank, count: ranks.filter((one) => one === rank).length })).sort((a, b) => b.count - a.count || b.rank - a.rank);
  const [first, second] = groups;
  const top = straightTop(ranks);
  const flush = known.length > 2 && new Set(known.map((card) => card[1])).size === 1;
  const whole = known.length === 5;
  const made = (/** @type {string} */ category, /** @type {string} */ words, rank = first.rank) => ({ category, rank, words });
  if (whole && flush && top === 12) return made("royal flush", "royal flush");
  if (whole && flush && top >= 0) return made("straight flush", `straight flush to the ${ONE[top]}`, top);
  if (first.count === 4) return made("four of a kind", `four ${many(first.rank)}`);
  if (first.count === 3 && second?.count === 2) return made("full house", `full house, ${many(first.rank)} over ${many(second.rank)}`);
  if (whole && flush) return made("flush", `flush, ${ONE[first.rank]} high`);
  if (whole && top >= 0) return made("straight", `straight to the ${ONE[top]}`, top);
  if (first.count === 3) return made("three of a kind", `three ${many(first.rank)}`);
  if (first.count === 2 && second?.count === 2) return made("two pair", `two pair, ${many(first.rank)} and ${many(second.rank)}`);
  if (first.count === 2) return made("pair", `pair of ${many(first.rank)}`);
  if (flush) return made("high card", `${COUNTS[known.length]} ${SUITS[known[0][1]]}, ${ONE[first.rank]} high`);
  return made("high card", second && first.rank === 12 && second.rank === 11 ? "ace-king high" : `${ONE[first.rank]} high`);
}

/**
 * The highest card of a straight; -1 if there is none.
 * @param {number[]} ranks highest first
 */
function straightTop(ranks) {
  if (new Set(ranks).size !== 5) return -1;
  if (ranks[0] - ranks[4] === 4) return ranks[0];
  return ranks[0] === 12 && ranks[1] === 3 ? 3 : -1;
}

/**
 * The line of Double Down's pay table that cards hold.
 * @param {(string | null)[]} cards
 */
export function lineHeld(cards) {
  const made = makes(cards);
  if (!made) return "";
  if (made.category === "high card") return "";
  if (made.category !== "pair") return made.category;
  return made.rank >= 9 ? "pair of jacks or better" : made.rank >= 4 ? "pair of sixes to tens" : "pair of fives or less";
}
