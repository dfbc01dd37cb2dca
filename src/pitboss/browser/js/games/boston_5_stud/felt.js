// Places of Boston 5 Stud.

import { PHONE, SIDE, TABLET, WIDE } from "../../felt/places.js";

/**
 * The areas of a seat, side by side.
 * @param {number} x of the first
 * @param {number} step
 * @param {number} y
 * @param {number} r
 * @param {number} below how far below the middle its name stands
 * @param {number} [size] of the name
 * @returns {Record<string, import("../../felt/places.js").Spot[]>}
 */
const row = (x, step, y, r, below, size) =>
  Object.fromEntries(["optional bonus", "ante", "first", "second"].map((wager, at) => [wager, [{ x: x + at * step, y, r, label: [x + at * step, y + below], size }]]));

/** @type {import("../../felt/places.js").GamePlaces} */
export default {
  title: "Boston 5 Stud",
  labels: { ante: "Ante", first: "1st", second: "2nd", "optional bonus": "Bonus", "ante bonus": "Ante bonus" },
  totals: false,
  main: ["ante", "first", "second"],
  earned: { "ante bonus": "ante" },
  wide: {
    ...WIDE,
    shoe: { box: { x: 766, y: 35, w: 61, h: 57 }, words: ["Shoe", "one pack"], deck: 1 },
    print: [
      { text: "Boston 5 Stud Poker", x: 500, y: 241, size: 28, bend: 42, half: 290, title: true },
      { text: "Ante bonus pays whether you win, tie or lose", x: 500, y: 272, size: 14.5, bend: 30, half: 230 },
    ],
    call: { x: 290, y: 114, side: "left", most: 164 },
    crowdedCall: { x: 308, y: 28, side: "left", most: 280 },
    cards: {
      dealer: { x: 500, y: 62, w: 75, step: 79, sizes: [3, 5] },
      own: { x: 500, y: 502, w: 82, step: 93, sizes: [3, 5] },
    },
    dealerName: [500, 187],
    areas: row(330, 113.33, 387, 35, 54),
    name: [500, 643],
    bets: {
      spots: {
        "optional bonus": [{ x: 106, y: -76, r: 13 }],
        ante: [{ x: 76, y: -76, r: 13 }],
        first: [{ x: 106, y: -44, r: 13 }],
        second: [{ x: 76, y: -44, r: 13 }],
      },
      sum: [91, -18],
      won: [136, -58],
    },
    banner: { x: 500, y: 277, w: 494, h: 76 },
  },
  tablet: {
    ...TABLET,
    shoe: { box: { x: 594, y: 34, w: 56, h: 52 }, words: ["Shoe", "one pack"], deck: 1 },
    print: [
      { text: "Boston 5 Stud Poker", x: 384, y: 222, size: 24, bend: 20, half: 230, title: true },
      { text: "Ante bonus pays whether you win, tie or lose", x: 384, y: 251, size: 14, bend: 10, half: 190 },
    ],
    call: { x: 196, y: 110, side: "left", most: 180 },
    cards: {
      dealer: { x: 384, y: 62, w: 70, step: 78, sizes: [3, 5] },
      own: { x: 384, y: 424, w: 94, step: 104, sizes: [3], most: 374 },
    },
    dealerName: [384, 178],
    areas: row(249, 90, 352, 35, 54),
    name: [384, 574],
    bets: {
      spots: {
        "optional bonus": [{ x: 54, y: 36, r: 12 }],
        ante: [{ x: 27, y: 36, r: 12 }],
        first: [{ x: 0, y: 36, r: 12 }],
        second: [{ x: -27, y: 36, r: 12 }],
      },
      sum: [-58, 36],
      won: [78, 36],
    },
    banner: { x: 384, y: 230, w: 440, h: 76 },
  },
  phone: {
    ...PHONE,
    height: 632,
    print: [{ text: "Ante bonus pays whether you win, tie or lose", x: 195, y: 306, size: 15 }],
    call: { x: 195, y: 100, side: "over", most: 340 },
    cards: {
      dealer: { x: 195, y: 140, w: 66, step: 72, sizes: [3, 5] },
      own: { x: 195, y: 492, w: 68, step: 74, sizes: [3, 5] },
    },
    dealerName: [195, 256],
    areas: row(54, 94, 376, 34, 54),
    name: [195, 614],
    banner: { x: 195, y: 282, w: 350, h: 76 },
  },
  side: {
    ...SIDE,
    print: [],
    call: { x: 424, y: 80, side: "right", most: 114 },
    cards: {
      dealer: { x: 270, y: 42, w: 54, step: 59, sizes: [3, 5] },
      own: { x: 270, y: 222, w: 68, step: 74, sizes: [3, 5] },
    },
    dealerName: [270, 128],
    areas: row(138, 88, 162, 23, 40, 10.5),
    name: [270, 331],
    banner: { x: 477, y: 82, w: 114, h: 60, small: true },
  },
};
