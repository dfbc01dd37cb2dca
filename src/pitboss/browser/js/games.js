// What the page itself knows of games. Each has a folder in js/games, whose modules are loaded by name when they are needed.

/**
 * How a game is shown in lists: its place among others, its short name, its words, and a small felt of 246 by 184 with cards
 * [code, x, y, width], chips [cents, x, y, r] and areas [x, y, r, name].
 * @typedef {{place: number, short: string, name: string, words: string, brief: string, deck?: number, cards: [string | null, number, number, number][], chips: [number, number, number, number][], areas: [number, number, number, string][]}} Card
 */

/** The modules that each game has, as the front page lists them. @type {Record<string, string[]> | null} */
let parts = null;

/**
 * A module of a game: its "card", "felt", "lesson", "options" or "outlook". Null if it has none, as a game of another package.
 * @param {string} game
 * @param {string} part
 * @returns {Promise<any>}
 */
export async function partOf(game, part) {
  parts ??= /** @type {Record<string, string[]>} */ (JSON.parse(document.querySelector("#games")?.textContent || "{}"));
  return parts[game]?.includes(part) ? import(`./games/${game}/${part}.js`) : null;
}

/** @type {Map<string, Card>} */
const cards = new Map();

/** Load how games are shown in lists. @param {string[]} games */
export async function loadCards(games) {
  const found = await Promise.all(games.map((game) => partOf(game, "card")));
  found.forEach((one, at) => one && cards.set(games[at], one.card));
}

/** How a game is shown in lists; undefined for a game of another package. @param {string} game */
export const cardOf = (game) => cards.get(game);

/** @param {string} game games of other packages come last */
const rank = (game) => cards.get(game)?.place ?? Infinity;

/**
 * @param {string} one
 * @param {string} other
 */
export const byGame = (one, other) => (rank(one) === rank(other) ? 0 : rank(one) - rank(other));
