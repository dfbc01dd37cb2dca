// Places of Double Down Stud.

import { PHONE, SIDE, TABLET, WIDE } from "../../felt/places.js";

/** @type {[string, string, string][]} the pay table as it is printed on the layout */
const LINES = [
  ["royal flush", "Royal flush", "1,000 to 1"],
  ["straight flush", "Straight flush", "100 to 1"],
  ["four of a kind", "Four of a kind", "25 to 1"],
  ["full house", "Full house", "10 to 1"],
  ["flush", "Flush", "8 to 1"],
  ["straight", "Straight", "5 to 1"],
  ["three of a kind", "Three of a kind", "3 to 1"],
  ["two pair", "Two pair", "2 to 1"],
  ["pair of jacks or better", "Jacks to aces", "1 to 1"],
  ["pair of sixes to tens", "Sixes to tens", "push"],
];

/** @type {import("../../felt/places.js").GamePlaces} */
export default {
  title: "Double Down Stud",
  labels: { original: "Original", double: "Double down" },
  totals: false,
  main: ["original", "double"],
  wide: {
    ...WIDE,
    plate: { x: 137, y: 584, w: 146, h: 40 },
    clock: { x: 788, y: 590, r: 32 },
    shoe: { box: { x: 766, y: 35, w: 61, h: 57 }, words: ["Shuffler", "one pack"], deck: 1 },
    print: [{ text: "Double Down Stud", x: 500, y: 428, size: 25, bend: 23, half: 240, title: true }],
    call: { x: 284, y: 128, side: "left", most: 180 },
    crowdedCall: { x: 308, y: 28, side: "left", most: 280 },
    cards: {
      community: { x: 307, y: 69, w: 86, step: 97, at: [[307, 69], [412, 69], [509, 69], [606, 69]] },
      own: { x: 453, y: 526, w: 95, step: 40 },
    },
    frame: { x: 500, y: 129.5, w: 420, h: 139 },
    also: [
      { text: "Hole card", x: 350, y: 217, size: 11.5 },
      { text: "Three cards of the board", x: 552, y: 217, size: 11.5 },
    ],
    board: { box: { x: 500, y: 311, w: 328, h: 144 }, lines: LINES },
    areas: {
      original: [{ x: 358, y: 569, r: 40, label: [358, 628], tag: [358, 647] }],
      double: [{ x: 646, y: 569, w: 95, h: 80, inside: true, tag: [646, 625] }],
    },
    name: [500, 500],
    bets: { spots: { original: [{ x: 118, y: -37, r: 15 }], double: [{ x: 84, y: -37, w: 30, h: 28 }] }, sum: [101, -9], won: [148, -37] },
    banner: { x: 500, y: 311, w: 480, h: 76 },
  },
  tablet: {
    ...TABLET,
    shoe: { box: { x: 594, y: 34, w: 56, h: 52 }, words: ["Shuffler", "one pack"], deck: 1 },
    print: [{ text: "Double Down Stud", x: 384, y: 392, size: 22, bend: 10, half: 200, title: true }],
    call: { x: 206, y: 120, side: "left", most: 170 },
    cards: {
      community: { x: 223, y: 66, w: 76, step: 82, at: [[223, 66], [309, 66], [391, 66], [473, 66]] },
      own: { x: 338, y: 484, w: 92, step: 40 },
    },
    frame: { x: 386, y: 119, w: 342, h: 122 },
    also: [],
    board: { box: { x: 384, y: 290, w: 320, h: 140 }, lines: LINES },
    areas: {
      original: [{ x: 264, y: 530, r: 38, label: [264, 588], tag: [264, 607] }],
      double: [{ x: 506, y: 530, w: 104, h: 76, inside: true, tag: [506, 584] }],
    },
    name: [384, 460],
    bets: { spots: { original: [{ x: 42, y: 36, r: 13 }], double: [{ x: 10, y: 36, w: 26, h: 26 }] }, sum: [-40, 36], won: [72, 36] },
    banner: { x: 384, y: 290, w: 440, h: 76 },
  },
  phone: {
    ...PHONE,
    height: 616,
    print: [],
    call: { x: 195, y: 96, side: "over", most: 340 },
    cards: {
      community: { x: 22, y: 132, w: 78, step: 86, at: [[22, 132], [122, 132], [206, 132], [290, 132]] },
      own: { x: 148, y: 462, w: 94, step: 40 },
    },
    frame: { x: 195, y: 187, w: 370, h: 128 },
    also: [],
    board: { box: { x: 195, y: 332, w: 350, h: 140 }, lines: LINES },
    areas: {
      original: [{ x: 76, y: 520, r: 40, label: [76, 580] }],
      double: [{ x: 320, y: 520, w: 112, h: 80, inside: true, tag: [320, 578] }],
    },
    name: [195, 432],
    banner: { x: 195, y: 320, w: 350, h: 110 },
  },
  side: {
    ...SIDE,
    print: [],
    call: { x: 412, y: 86, side: "right", most: 122 },
    cards: {
      community: { x: 108, y: 44, w: 62, step: 68, at: [[108, 44], [188, 44], [256, 44], [324, 44]] },
      own: { x: 403, y: 138, w: 66, step: 30 },
    },
    frame: { x: 247, y: 87.5, w: 298, h: 101 },
    also: [],
    board: { box: { x: 172, y: 236, w: 328, h: 130 }, lines: LINES },
    areas: {
      original: [{ x: 376, y: 292, r: 28, label: [376, 336], size: 10.5 }],
      double: [{ x: 488, y: 292, w: 92, h: 54, inside: true, tag: [488, 333] }],
    },
    name: [437, 246],
    banner: { x: 172, y: 236, w: 328, h: 96 },
  },
};
