// Places of Boston 5 Stud.

import { PHONE, SIDE, TABLET, WIDE } from "./places.js";

/** @type {import("./places.js").GamePlaces} */
export default {
  title: "Boston 5 Stud",
  labels: { ante: "Ante", first: "1st", second: "2nd", "optional bonus": "Bonus", "ante bonus": "Ante bonus" },
  totals: false,
  wide: {
    ...WIDE,
    inventory: { x: 500, y: 28, w: 369, h: 42 },
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
    areas: {
      "optional bonus": [{ x: 330, y: 387, r: 35, label: [330, 441] }],
      ante: [{ x: 443, y: 387, r: 35, label: [443, 441] }],
      first: [{ x: 557, y: 387, r: 35, label: [557, 441] }],
      second: [{ x: 670, y: 387, r: 35, label: [670, 441] }],
    },
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
    banner: { x: 500, y: 277, w: 494, h: 96 },
  },
  tablet: {
    ...TABLET,
    inventory: { x: 384, y: 29, w: 292, h: 42 },
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
    areas: {
      "optional bonus": [{ x: 249, y: 352, r: 35, label: [249, 406] }],
      ante: [{ x: 339, y: 352, r: 35, label: [339, 406] }],
      first: [{ x: 429, y: 352, r: 35, label: [429, 406] }],
      second: [{ x: 519, y: 352, r: 35, label: [519, 406] }],
    },
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
    banner: { x: 384, y: 230, w: 440, h: 96 },
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
    areas: {
      "optional bonus": [{ x: 54, y: 376, r: 34, label: [54, 430] }],
      ante: [{ x: 148, y: 376, r: 34, label: [148, 430] }],
      first: [{ x: 242, y: 376, r: 34, label: [242, 430] }],
      second: [{ x: 336, y: 376, r: 34, label: [336, 430] }],
    },
    name: [195, 614],
    banner: { x: 195, y: 290, w: 350, h: 110 },
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
    areas: {
      "optional bonus": [{ x: 138, y: 167, r: 25, label: [138, 209], size: 10.5 }],
      ante: [{ x: 226, y: 167, r: 25, label: [226, 209], size: 10.5 }],
      first: [{ x: 314, y: 167, r: 25, label: [314, 209], size: 10.5 }],
      second: [{ x: 402, y: 167, r: 25, label: [402, 209], size: 10.5 }],
    },
    name: [270, 331],
  },
};
