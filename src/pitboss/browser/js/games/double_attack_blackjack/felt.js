// Places of Double Attack Blackjack. Own hands lie in columns, the first at our right.

import { PHONE, SIDE, TABLET, WIDE } from "../../felt/places.js";
import { onTheRail } from "../../felt/seats.js";

/** @import { Spot } from "../../felt/places.js" */

const FEW = [[], [71], [71, 84]]; // the degrees of one or two seats on a side
/** Three seats on a side: how far from the middle, and how high. @type {[number, number][]} */
const THREE = [[403, 376], [412, 275], [416, 170]];
const SCALES = [1, 1, 1, 1, 0.85, 0.72, 0.57]; // by the number of seats on a side

/** The wagers of a hand, from the middle of its column. @param {Spot} initial @param {Spot} attack @param {number} double the size of chips between them */
const spots = (initial, attack, double) => ({
  initial: { ...initial, plain: true },
  "double attack": { ...attack, plain: true },
  double: { x: 0, y: initial.y, r: double, unprinted: true },
});

/** @param {Spot} bonus @param {Spot} insurance @returns {Record<string, Spot[]>} */
const areas = (bonus, insurance) => ({ "bust bonus": [{ size: 10, ...bonus, apart: true }], insurance: [{ ...insurance, fleeting: true }] });

/** @type {import("../../felt/places.js").GamePlaces} */
export default {
  title: "Double Attack",
  labels: { initial: "Bet", "double attack": "Double attack", "bust bonus": "Bust bonus", insurance: "Insurance", double: "Double" },
  totals: true,
  main: ["initial", "double attack", "double"],
  seatAt: (_, count, at) =>
    count === 3 ? { dx: THREE[at][0], y: THREE[at][1], scale: 1 } : onTheRail(count < 3 ? FEW[count][at] : 66 + (24 * at) / (count - 1), SCALES[count]),
  sides: [[], [296], [230, 362]],
  corners: true,
  wide: {
    ...WIDE,
    plate: { x: 83, y: 597, w: 146, h: 40 },
    clock: { x: 854, y: 591, r: 32 },
    shoe: { box: { x: 804, y: 35, w: 137, h: 57 }, words: ["Shoe"], deck: 1, ramp: true },
    rack: { x: 219, y: 35, w: 117, h: 57 },
    print: [
      { text: "Double Attack", x: 500, y: 291, size: 27, title: true },
      { text: "Dealer stands on all 17s · Blackjack pays 1 to 1", x: 500, y: 314, size: 14.5 },
    ],
    insurance: { x: 500, y: 193, half: 285, r: 1049, thick: 29, text: "Insurance line · pays 5 to 2" },
    call: { x: 420, y: 118, side: "left", most: 200 },
    cards: {
      dealer: { x: 460, y: 64, w: 78, step: 87, most: 260 },
      own: { x: 500, y: 376, w: 80, step: 31 },
    },
    columns: {
      x: { 1: [500], 2: [609, 391], 3: [706, 500, 294], 4: [776, 592, 408, 224] },
      total: 359,
      name: 511,
      sum: 606,
      frame: { x: 0, y: 480, w: 190, h: 274 },
      row: { x: 0, y: 376, w: 80, step: 31 },
      spots: spots({ x: -42, y: 551, r: 25, label: [-42, 592] }, { x: 42, y: 551, w: 55, h: 49, label: [42, 592], size: 10.5 }, 13),
    },
    areas: areas({ x: 161, y: 500, r: 31, label: [161, 546] }, { x: 724, y: 223, r: 16 }),
    fourHands: {
      plate: { x: 14, y: 600, w: 146, h: 40 },
      clock: { x: 912, y: 575, r: 32 },
      areas: areas({ x: 88, y: 464, r: 28, label: [88, 507] }, { x: 724, y: 223, r: 16 }),
    },
    name: [500, 511],
    bets: {
      spots: {
        initial: [{ x: 122, y: -22, r: 11.5 }],
        "double attack": [{ x: 96, y: -22, r: 11.5 }],
        double: [{ x: 109, y: -38, r: 9 }],
        "bust bonus": [{ x: 109, y: -46, r: 8 }],
      },
      sum: [109, 2],
      won: [140, -22],
    },
    banner: { x: 500, y: 290, w: 480, h: 76 },
  },
  tablet: {
    ...TABLET,
    plate: { x: 8, y: 575, w: 128, h: 40 },
    clock: { x: 722, y: 586, r: 30 },
    shoe: { box: { x: 610, y: 34, w: 110, h: 52 }, words: ["Shoe"], deck: 1, ramp: true },
    rack: { x: 160, y: 34, w: 110, h: 52 },
    print: [
      { text: "Double Attack", x: 384, y: 278, size: 21, title: true },
      { text: "Dealer stands on all 17s · Blackjack pays 1 to 1", x: 384, y: 299, size: 13 },
    ],
    insurance: { x: 384, y: 196, half: 220, r: 810, thick: 26, text: "Insurance line · pays 5 to 2" },
    call: { x: 300, y: 118, side: "left", most: 140 },
    cards: {
      dealer: { x: 340, y: 66, w: 76, step: 84, most: 250 },
      own: { x: 384, y: 346, w: 80, step: 31 },
    },
    columns: {
      x: { 1: [384], 2: [480, 288], 3: [560, 384, 208], 4: [608, 459, 309, 160] },
      total: 322,
      name: 474,
      sum: 572,
      frame: { x: 0, y: 446, w: 168, h: 280 },
      row: { x: 0, y: 340, w: 78, step: 30 },
      spots: spots({ x: -38, y: 516, r: 23, label: [-38, 555] }, { x: 38, y: 516, w: 52, h: 46, label: [38, 555], text: "Attack" }, 12),
    },
    areas: areas({ x: 88, y: 424, r: 28, label: [100, 465], most: 60, tag: [112, 508] }, { x: 540, y: 224, r: 15 }),
    fourHands: { areas: areas({ x: 190, y: 280, r: 22, label: [190, 250], tag: [190, 296] }, { x: 540, y: 224, r: 15 }) },
    name: [384, 474],
    bets: { spots: { initial: [{ x: 40, y: 36, r: 12 }], "double attack": [{ x: 12, y: 36, r: 12 }] }, sum: [-40, 36], won: [72, 36] },
    banner: { x: 384, y: 262, w: 440, h: 76 },
  },
  phone: {
    ...PHONE,
    height: 592,
    print: [],
    insurance: { x: 195, y: 222, half: 215, r: 900, thick: 22, text: "Insurance line · pays 5 to 2" },
    call: { x: 82, y: 94, side: "over", most: 140 },
    cards: {
      dealer: { x: 158, y: 80, w: 78, step: 88, most: 218 },
      own: { x: 195, y: 318, w: 90, step: 40 },
    },
    columns: {
      x: { 1: [195], 2: [195, 55], 3: [338, 195, 55], 4: [348, 195, 42, 118] },
      total: 302,
      name: 462,
      sum: 570,
      frame: { x: 0, y: 421, w: 176, h: 279 },
      row: { x: 0, y: 319, w: 88, step: 36 },
      spots: spots({ x: -40, y: 504, r: 26, label: [-40, 546] }, { x: 40, y: 504, w: 53, h: 53, label: [40, 546], text: "Attack" }, 12),
    },
    areas: areas({ x: 31, y: 548, r: 22, label: [60, 585], size: 11.2 }, { x: 346, y: 246, r: 15 }),
    name: [195, 462],
    banner: { x: 195, y: 240, w: 350, h: 76 },
  },
  side: {
    ...SIDE,
    print: [],
    insurance: { x: 270, y: 119, half: 200, r: 1400, thick: 17, text: "Insurance line · pays 5 to 2" },
    call: { x: 216, y: 78, side: "left", most: 108 },
    cards: {
      dealer: { x: 246, y: 40, w: 54, step: 60, most: 180 },
      own: { x: 270, y: 176, w: 62, step: 22 },
    },
    columns: {
      x: { 1: [270], 2: [345, 195], 3: [405, 270, 135], 4: [468, 336, 204, 72] },
      total: 172,
      name: 279,
      sum: 335,
      frame: { x: 0, y: 252, w: 128, h: 184 },
      row: { x: 0, y: 182, w: 60, step: 22 },
      spots: spots({ x: -30, y: 306, r: 19 }, { x: 30, y: 306, w: 40, h: 38 }, 10),
    },
    areas: areas({ x: 40, y: 72, r: 20, label: [46, 108] }, { x: 470, y: 136, r: 14 }),
    name: [270, 279],
    banner: { x: 147, y: 76, w: 130, h: 60, small: true },
  },
};
