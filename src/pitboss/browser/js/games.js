// The games of the documents: their short names, in the order in which every list shows them.

/** @type {Record<string, string>} */
export const SHORT = {
  caribbean_stud: "Caribbean",
  double_cross_poker: "Double Cross",
  double_attack_blackjack: "Double Attack",
  boston_5_stud: "Boston 5",
  double_down_stud: "Double Down",
};
const ORDER = Object.keys(SHORT);

/** @param {string} game games of other packages come last */
const rank = (game) => (ORDER.includes(game) ? ORDER.indexOf(game) : ORDER.length);

/**
 * @param {string} one
 * @param {string} other
 */
export const byGame = (one, other) => rank(one) - rank(other);
