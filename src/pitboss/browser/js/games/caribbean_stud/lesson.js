// Caribbean Stud Poker in six sentences (6, 7(e), 10(a) to 10(c), 11, 12(b)).
export const sentences = [
  "You place an ante; the bonus, the progressive and Cover All are optional.",
  "You get five cards, and the dealer gets five with one face up.",
  "You bet twice the ante, or fold; a fold loses the ante, the bonus and the progressive.",
  "If the dealer has less than ace-king, your ante wins even money and your bet comes back.",
  "Otherwise the higher hand wins: even money on the ante, the pay table on the bet.",
  "Bonus and progressive pay for your own cards, Cover All for the best hand at the table.",
];
