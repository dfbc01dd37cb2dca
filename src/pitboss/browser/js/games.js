// What the page itself knows of games. A game may have a folder in js/games, whose modules are loaded by name when they are needed.

import { speechOf } from "./speech.js";
import { dye, usualAbout } from "./usual_about.js";
import { sentence } from "./words.js";

/** @import { Game } from "../protocol.d.ts" */

/**
 * How a game is shown in lists: its place among others, its short name, its words, and a small felt of 246 by 184 with cards
 * [code, x, y, width], chips [cents, x, y, r] and areas [x, y, r, name]. It may have boxes [x, y, width, height, name], dashed if they come
 * later, places where cards will lie [x, y, width], a slot with a lamp [x, y, width, height], and lines as paths.
 * @typedef {{place: number, short: string, name: string, words: string, brief: string, deck?: number, cards: [string | null, number, number, number][], chips: [number, number, number, number][], areas: [number, number, number, string][], boxes?: [number, number, number, number, string, boolean?][], places?: [number, number, number][], slot?: [number, number, number, number], lines?: string[]}} Card
 */

/**
 * What the page says of a game by itself: the game in a few sentences, what its odds are counted over if that is not deals, names of
 * options on the rail of the table and for people who edit them, and the options that change no odds of the base wagers.
 * @typedef {{card: Card, sentences: string[], counted?: string, names?: Record<string, string>, labels?: Record<string, string>, common?: string[]}} About
 */

/** The modules that each game has, as the front page lists them. @type {Record<string, string[]> | null} */
let parts = null;

/**
 * A module of a game: its "about", "felt" or "outlook". Null if it has none, as a game of another package.
 * @param {string} game
 * @param {string} part
 * @returns {Promise<any>}
 */
export async function partOf(game, part) {
  parts ??= /** @type {Record<string, string[]>} */ (JSON.parse(document.querySelector("#games")?.textContent || "{}"));
  return parts[game]?.includes(part) ? import(`./games/${game}/${part}.js`) : null;
}

/** @type {Map<string, About>} */
const about = new Map();

/** Load what the page says of games. Of a game without a folder it says what the house sends. @param {Game[]} games */
export async function loadAbout(games) {
  const found = await Promise.all(games.map(({ name }) => partOf(name, "about")));
  found.forEach((one, at) => about.set(games[at].name, one ?? usualAbout(games[at])));
  dye(games);
}

/** What the page says of a game; undefined if the house has no such game. @param {string} game */
export const aboutOf = (game) => about.get(game);

/** How a game is shown in lists. @param {string} game */
export const cardOf = (game) => about.get(game)?.card;

/** @param {string} game those without a folder come last */
const rank = (game) => cardOf(game)?.place ?? Infinity;

/** @param {string} one @param {string} other */
export const byGame = (one, other) => (rank(one) === rank(other) ? 0 : rank(one) - rank(other));

/** An option of the rules in words, for people who edit them; a pay table by the wager that it pays. @param {string} game @param {string} option */
export function optionName(game, option) {
  const label = aboutOf(game)?.labels?.[option];
  if (label) return label;
  const [, wager = ""] = /^(.+)_pays$/.exec(option) ?? [];
  if (!wager) return sentence(option.replaceAll("_", " "));
  const column = speechOf(game).column(wager.replaceAll("_", " "));
  return sentence(column.includes(",") ? `${column}: pays` : `${column} pays`);
}
