// The names of options that only Double Attack Blackjack has.

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
