// Words for amounts, cards and times.

const RANKS = { 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine", T: "ten", J: "jack", Q: "queen", K: "king", A: "ace" };
const SUITS = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };

/**
 * Cents in words: "$5", "$1,284.50", "−$25".
 * @param {number} cents
 */
export function dollars(cents) {
  const whole = Math.abs(cents) % 100 === 0;
  const text = (Math.abs(cents) / 100).toLocaleString("en-US", {
    minimumFractionDigits: whole ? 0 : 2,
    maximumFractionDigits: 2,
  });
  return `${cents < 0 ? "−" : ""}$${text}`;
}

/**
 * A change of money, always with its sign.
 * @param {number} cents
 */
export function signed(cents) {
  return cents > 0 ? `+${dollars(cents)}` : cents < 0 ? dollars(cents) : "±$0";
}

/**
 * @param {string | null} card as events name it: "As", or null for a card that this viewer has not seen
 */
export function cardName(card) {
  if (!card) return "face-down card";
  return `${RANKS[/** @type {keyof RANKS} */ (card[0])]} of ${SUITS[/** @type {keyof SUITS} */ (card[1])]}`;
}

/**
 * "ace of spades, king of diamonds and a face-down card"
 * @param {(string | null)[]} cards
 */
export function cardNames(cards) {
  return list(cards.map(cardName));
}

/**
 * A sentence of the house with the names of cards in place of their codes: "Ah" becomes "ace of hearts".
 * @param {string} text
 */
export function spelled(text) {
  return text.replace(/\b[2-9TJQKA][cdhs]\b/g, cardName);
}

/**
 * @param {string[]} things
 */
export function list(things) {
  return things.length < 2 ? things.join("") : `${things.slice(0, -1).join(", ")} and ${things[things.length - 1]}`;
}

/** What several wagers are: "raise 1 and raise 2, $5 each". @param {[string, number][]} adds */
export function addedInWords(adds) {
  const [, each] = adds[0];
  const alike = adds.every(([, amount]) => amount === each);
  return alike ? `${list(adds.map(([wager]) => wager))}, ${dollars(each)} each` : list(adds.map(([wager, amount]) => `${wager} ${dollars(amount)}`));
}

/**
 * The first letter large.
 * @param {string} text
 */
export function sentence(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The cards of a cross as the players see them. Documents name them from the dealer's side. @type {Record<string, string>} */
const FROM_THE_SEATS = {
  "vertical top": "the bottom of the cross", "vertical bottom": "the top of the cross", "horizontal left": "the right of the cross", "horizontal right": "the left of the cross", center: "the middle of the cross",
};
const PLACES = new RegExp(`\\b(?:${Object.keys(FROM_THE_SEATS).join("|")})\\b`, "gi");

/**
 * Words about places of the layout for somebody who sits or stands across from the dealer.
 * @param {string} text
 */
export function fromTheSeats(text) {
  return text.replace(PLACES, (place) => {
    const seen = FROM_THE_SEATS[place.toLowerCase()];
    return place[0] === place[0].toUpperCase() ? sentence(seen) : seen;
  });
}
