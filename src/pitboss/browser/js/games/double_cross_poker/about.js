// Double Cross Poker in lists of games and in Learn.

/** @type {import("../../games.js").Card} */
export const card = {
  place: 2,
  short: "Double Cross",
  name: "Double Cross",
  words: "A cross of five cards. Play vertical or horizontal, or fold.",
  brief: "Vertical, horizontal or fold.",
  deck: 2,
  cards: [[null, 105, 12, 36], ["7d", 61, 67, 36], [null, 105, 67, 36], [null, 149, 67, 36], ["Ks", 105, 122, 36]],
  chips: [],
  areas: [],
};

/** The game in six sentences (6(d), 7(c), 10, 11). */
export const sentences = [
  "You place an ante, and a three-card wager if you like.",
  "You and the dealer get two cards each; five more lie face down in a cross.",
  "Two cards of the cross are turned; the three-card wager pays for your two cards with the one nearest to you.",
  "You fold and lose the ante, or raise: two more wagers, each equal to the ante, along the vertical or the horizontal.",
  "Your two cards and the three of your line make your hand; the dealer takes the better line.",
  "A higher hand wins even money on the ante and the pay table on each raise; equal hands push.",
];
