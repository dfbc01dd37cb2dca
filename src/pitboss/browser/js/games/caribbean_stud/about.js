// Caribbean Stud Poker in lists of games and in Learn, and what it calls its own options.

/** @type {import("../../games.js").Card} */
export const card = {
  place: 1,
  short: "Caribbean",
  name: "Caribbean Stud",
  words: "Five cards against the dealer’s five. Bet twice the ante, or fold.",
  brief: "Bet twice the ante, or fold.",
  cards: [[null, 44, 22, 46], [null, 68, 22, 46], [null, 92, 22, 46], [null, 116, 22, 46], ["Qd", 141, 22, 56]],
  chips: [[2500, 137, 141, 18]],
  areas: [[137, 141, 25, ""]],
  boxes: [[197, 141, 40, 40, "bet"]],
  slot: [22, 128, 84, 27],
};

/** The game in six sentences (6, 7(e), 10(a) to 10(c), 11, 12(b)). */
export const sentences = [
  "You place an ante; the bonus, the progressive and Cover All are optional.",
  "You get five cards, and the dealer gets five with one face up.",
  "You bet twice the ante, or fold; a fold loses the ante, the bonus and the progressive.",
  "If the dealer has less than ace-king, your ante wins even money and your bet comes back.",
  "Otherwise the higher hand wins: even money on the ante, the pay table on the bet.",
  "Bonus and progressive pay for your own cards, Cover All for the best hand at the table.",
];

/** On the rail of the table, where the option alone says too little. @type {Record<string, string>} */
export const names = {
  bonus: "bonus pay table",
  progressive: "progressive pay table",
  progressive_rate: "meter gains",
  progressive_seed: "meter begins at",
  progressive_linked: "meter shared with other tables",
  five_card: "Five Card Bonus",
  five_card_rate: "Five Card meter gains",
  five_card_seed: "Five Card meter begins at",
};

/** For people who edit the rules. @type {Record<string, string>} */
export const labels = {
  drawn_pays: "Magic Card and Lucky Bonus pay",
  magic_card: "Magic Card",
  magic_card_every: "Rounds between magic cards",
  lucky_bonus: "Lucky Bonus",
  lucky_bonus_every: "Rounds between lucky seats",
};
