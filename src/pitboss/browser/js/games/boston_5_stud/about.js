// Boston 5 Stud Poker in lists of games and in Learn, and what it calls its own options.

/** @type {import("../../games.js").Card} */
export const card = {
  place: 4,
  short: "Boston 5",
  name: "Boston 5 Stud",
  words: "Three cards, then decide; two more to come. Bonus on the ante.",
  brief: "Three cards, then decide.",
  cards: [["9h", 30, 18, 52], ["9c", 64, 18, 52], ["Qd", 98, 18, 52]],
  places: [[160, 18, 32], [202, 18, 32]],
  chips: [[500, 43, 128, 14], [500, 96, 128, 14], [1000, 149, 128, 14]],
  areas: [[43, 128, 20, "bonus"], [96, 128, 20, "ante"], [149, 128, 20, "1st"], [202, 128, 20, "2nd"]],
};

/** The game in six sentences (1, 6(c), 7(d), 10, 11). */
export const sentences = [
  "You place an ante and a first wager of twice the ante; the bonus is optional.",
  "You and the dealer get three cards each, face down.",
  "If you placed the bonus, you may show your three cards; a pair or better is paid.",
  "You place a second wager equal to the first, or fold and lose the ante and the first.",
  "Two more cards come to each hand, and the higher hand wins even money on first and second; the ante comes back.",
  "Two pair or better pays a bonus on the ante, even if the dealer is higher.",
];

/** On the rail of the table, where the option alone says too little. @type {Record<string, string>} */
export const names = {
  without_shoe: "without the shoe, dealt from",
};

/** Options that change no odds of the base wagers. */
export const common = ["without_shoe"];
