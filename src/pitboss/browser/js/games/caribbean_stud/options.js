// The names of options that only Caribbean Stud Poker has.

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
