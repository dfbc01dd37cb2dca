// Double Attack Blackjack in lists of games and in Learn, and what it calls its own options.

/** @type {import("../../games.js").Card} */
export const card = {
  place: 3,
  short: "Double Attack",
  name: "Double Attack",
  words: "Blackjack without tens. See the dealer’s card, then double your bet.",
  brief: "Blackjack without tens.",
  cards: [["6c", 97, 16, 50], ["8s", 24, 112, 42], ["8d", 180, 112, 42]],
  chips: [[2500, 101, 141, 15], [2500, 147, 141, 15]],
  areas: [[101, 141, 21, ""]],
  boxes: [[147, 141, 40, 40, ""]],
  lines: ["M20 88Q123 118 226 88", "M20 98Q123 128 226 98"],
};

/** The game in six sentences (2(a), 5, 7(d), 7(e), 8 to 10, 12(b)). */
export const sentences = [
  "It is blackjack with the tens taken out of the shoe; kings, queens and jacks count ten.",
  "You bet, and the dealer turns one card.",
  "Now you may attack: a second bet, up to the first.",
  "Then you get two cards, and draw, stand, double, split, or surrender half.",
  "The dealer draws to 17 and stands on every 17.",
  "Nearer to 21 wins even money; so does a blackjack.",
];

/** What its odds are counted over. */
export const counted = "orders of the first three cards";

/** On the rail of the table, where the option alone says too little. @type {Record<string, string>} */
export const names = {
  decks: "decks in the shoe",
  cut_card: "cards behind the cut card",
  burn: "burn card",
  burn_shown: "burn card shown on request",
  attack: "double attack",
  people_on_box: "players on one box",
  hole_card: "dealer's second card",
  reader_shows: "reader shows the card",
};

/** Options that change no odds of the base wagers. */
export const common = ["cut_by", "cut_card", "approved_procedures", "burn", "burn_shown", "verbal_wagers"];
