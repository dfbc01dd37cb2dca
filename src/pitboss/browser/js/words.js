// Words for amounts, cards and times.

/** Ranks as events name them, lowest first, and their names. @type {Record<string, string>} */
const RANKS = { 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine", T: "ten", J: "jack", Q: "queen", K: "king", A: "ace" };
/** @type {Record<string, string>} */
export const SUITS = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };
/** @type {Record<string, string>} */
export const SIGNS = { c: "♣", d: "♦", h: "♥", s: "♠" };

/** A rank as cards print it: a ten is "10", never "T". @param {string} rank */
export const printed = (rank) => (rank === "T" ? "10" : rank);

/**
 * Whole cents, as people are told them. Half a cent rounds away from zero, as `whole_cents` of money.py does it.
 * @param {number} cents
 */
export function wholeCents(cents) {
  return Math.sign(cents) * Math.round(Math.abs(cents)) + 0; // no negative zero
}

/**
 * The difference of two amounts as they are shown, in cents: whoever subtracts them gets the same.
 * @param {number} one
 * @param {number} other
 */
export const shownApart = (one, other) => wholeCents(one) - wholeCents(other);

/** Cents in words: "$5", "$1,284.50", "−$25". Parts of a cent are rounded. @param {number} amount */
export function dollars(amount) {
  const cents = wholeCents(amount);
  const whole = Math.abs(cents) % 100 === 0;
  const text = (Math.abs(cents) / 100).toLocaleString("en-US", {
    minimumFractionDigits: whole ? 0 : 2,
    maximumFractionDigits: 2,
  });
  return `${cents < 0 ? "−" : ""}$${text}`;
}

/** A change of money, always with its sign. Parts of a cent are rounded. @param {number} amount */
export function signed(amount) {
  const cents = wholeCents(amount);
  return cents > 0 ? `+${dollars(cents)}` : cents < 0 ? dollars(cents) : "±$0";
}

const MOST_CENTS = 1e12; // of one order

/** The cents of an amount as people write it: "$1,250.50". Throws what is wrong with it. @param {string} text */
export function centsOf(text) {
  const digits = text.replace(/[$,\s]/g, "");
  if (/^\d*\.\d{3,}$/.test(digits)) throw new Error(`${text.trim()} has parts of a cent: write dollars with at most two decimals`);
  if (!/^(\d+\.?\d*|\.\d+)$/.test(digits)) throw new Error(`${text.trim() || "nothing"} is not an amount: write dollars, such as 12.50`);
  const cents = Math.round(Number(digits) * 100);
  if (cents > MOST_CENTS) throw new Error(`${text.trim()} is more than ${dollars(MOST_CENTS)}, the most that the house books at once`);
  return cents;
}

const LONGEST = 15; // digits of a count that a person can read
const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** Whether a count has too many digits to read. @param {string} digits */
export const isLong = (digits) => digits.length > LONGEST;

/** A whole number: "1,712,304", and "more than 10⁵⁹" where its digits would say nothing. @param {string} digits */
export function counted(digits) {
  if (!isLong(digits)) return BigInt(digits).toLocaleString("en-US");
  return `more than 10${[...String(digits.length - 1)].map((one) => RAISED[Number(one)]).join("")}`;
}

const PACK = 52;

/** What an exact count went over: "all 163,185 ways the hidden cards can fall". @param {string} deals how many ways there are */
export function waysIn(deals) {
  if (isLong(deals)) return `every way the hidden cards can fall, ${counted(deals)} of them`;
  return Number(deals) <= PACK ? `all ${deals} cards that can still come` : `all ${counted(deals)} ways the hidden cards can fall`;
}

/** @param {string | null} card as events name it: "As", or null for a card that this viewer has not seen */
export function cardName(card) {
  if (!card) return "face-down card";
  return `${RANKS[card[0]]} of ${SUITS[card[1]]}`;
}

/** "ace of spades, king of diamonds and a face-down card" @param {(string | null)[]} cards */
export const cardNames = (cards) => list(cards.map(cardName));

/** A sentence of the house with the names of cards in place of their codes: "Ah" becomes "ace of hearts". @param {string} text */
export const spelled = (text) => text.replace(/\b[2-9TJQKA][cdhs]\b/g, cardName);

/** @param {string[]} things */
export function list(things) {
  return things.length < 2 ? things.join("") : `${things.slice(0, -1).join(", ")} and ${things[things.length - 1]}`;
}

/** A clause as people cite it; one of the definitions by its word: "1, round of play". @param {string} clause */
export const clauseName = (clause) => clause.replace(/^(\d+):(?=.)/, "$1, ");

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/** "five", or "13" from thirteen on. @param {number} count */
export const inWords = (count) => NUMBERS[count] ?? String(count);

/** What several wagers are: "two raises of $5". @param {[string, number][]} adds */
export function addedInWords(adds) {
  const [[first, each]] = adds;
  const kind = first.replace(/ \d+$/, "");
  const alike = adds.every(([, amount]) => amount === each);
  if (alike && adds.every(([wager]) => wager.replace(/ \d+$/, "") === kind)) return `${inWords(adds.length)} ${kind}s of ${dollars(each)}`;
  return alike ? `${list(adds.map(([wager]) => wager))}, ${dollars(each)} each` : list(adds.map(([wager, amount]) => `${wager} ${dollars(amount)}`));
}

/** "1 card", "2 cards". @param {number} count @param {string} noun */
export const many = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** The first letter large. @param {string} text */
export const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Words with the apostrophes that books print. The house sends those of a keyboard. @param {string} words */
export const typeset = (words) => words.replace(/(?<=\p{L})'(?=\p{L})|(?<=s)'(?=\s)/gu, "’");

/** Why something failed, as a sentence. @param {unknown} error */
export const whyNot = (error) => typeset(`${sentence(error instanceof Error ? error.message : String(error))}.`);
