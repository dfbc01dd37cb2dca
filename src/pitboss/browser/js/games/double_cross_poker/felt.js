// Places of Double Cross Poker.

import { CROSS } from "../../cross.js";
import { PHONE, SIDE, TABLET, WIDE } from "../../felt/places.js";
import { DEGREES, onTheRail } from "../../felt/seats.js";

/** @import { Row, Spot } from "../../felt/places.js" */

/**
 * The five cards of the cross round the top left corner of the middle one.
 * @param {number} x
 * @param {number} y
 * @param {number} w
 * @param {number} across
 * @param {number} down
 * @returns {Record<string, Row>}
 */
const cross = (x, y, w, across, down) =>
  Object.fromEntries(Object.entries(CROSS).map(([place, [row, column]]) => [place, { x: x + (column - 2) * across, y: y + (row - 2) * down, w, step: 0 }]));

/** Where the two raises lie round an ante. @param {number} x @param {number} y @param {number} dx @param {number} dy @param {number} wide @param {number} high @returns {Record<string, Spot[]>} */
const raises = (x, y, dx, dy, wide, high) => ({
  "raise 1": [{ x: x - dx, y, r: wide, line: "horizontal" }, { x, y: y - dy, r: high, line: "vertical" }],
  "raise 2": [{ x: x + dx, y, r: wide, line: "horizontal" }, { x, y: y + dy, r: high, line: "vertical" }],
});

/** The own raises, with their names inside. The tag of one that others lie above and below stands at its left. @param {Parameters<typeof raises>} at */
const ownRaises = (...at) => Object.fromEntries(Object.entries(raises(...at)).map(([wager, [across, down]]) =>
  [wager, [{ ...across, inside: true }, { ...down, inside: true, tag: /** @type {[number, number]} */ ([down.x - (down.r ?? 0) - 28, down.y - 6]) }]]));

/** A raise that lies in the same place on either line. @param {number} x */
const eitherLine = (x) => ["horizontal", "vertical"].map((line) => ({ x, y: 36, r: 12, line }));

/** The degrees of three seats on a side. */
const THREE = { 1: [54, 64, 74], [-1]: [54, 66, 78] };

/** @type {import("../../felt/places.js").GamePlaces} */
export default {
  title: "Double Cross",
  labels: { ante: "Ante", "raise 1": "Raise", "raise 2": "Raise", "three-card": "Three-card" },
  totals: false,
  main: ["ante", "raise 1", "raise 2"],
  // The cross lies at the left and the title at the right, so three seats sit lower, and more of them smaller.
  seatAt: (side, count, at) => onTheRail((count === 3 ? THREE[side] : DEGREES[count])[at], count > 3 ? 0.65 : count === 3 ? 0.9 : 1),
  watched: 0.7,
  nearest: 28,
  wide: {
    ...WIDE,
    plate: { x: 50, y: 597, w: 146, h: 40 },
    clock: { x: 848, y: 606, r: 32 },
    inventory: { x: 659, y: 28, w: 301, h: 42 },
    shoe: { box: { x: 878, y: 35, w: 61, h: 57 }, words: ["Shuffler", "two packs"], deck: 2 },
    print: [
      { text: "Double Cross", x: 674, y: 226, size: 28, title: true },
      { text: "Two raises, each equal to the ante", x: 674, y: 252, size: 14.5 },
      { text: "Vertical or horizontal: chips decide", x: 674, y: 272, size: 14.5 },
    ],
    call: { x: 740, y: 116, side: "right", most: 190 },
    crowdedCall: { x: 594, y: 116, side: "left", most: 98 },
    cards: { ...cross(322.5, 130.3, 71, 82, 109), dealer: { x: 599, y: 66, w: 75, step: 51 }, own: { x: 500, y: 533, w: 91, step: 99, sizes: [2] } },
    dealerName: [662, 184],
    arms: { vertical: { x: 358, y: 180, w: 94, h: 340 }, horizontal: { x: 358, y: 180, w: 258, h: 122 } },
    armNames: [
      { text: "Horizontal", x: 449, y: 111, size: 11 },
      { text: "Vertical", x: 451, y: 318, size: 12 },
    ],
    areas: {
      ante: [{ x: 500, y: 412, r: 33, label: [566, 457], tag: "name" }],
      ...ownRaises(500, 412, 95, 69.5, 28, 25),
      "three-card": [{ x: 693, y: 389, r: 28, label: [686, 436], size: 11, most: 104 }],
    },
    makes: { horizontal: { x: 301.5, y: 613.5, w: 179, h: 89 }, vertical: { x: 698.5, y: 613.5, w: 179, h: 89 } },
    name: [745, 548],
    bets: {
      spots: {
        ante: [{ x: 111, y: -3, r: 13 }],
        ...raises(111, -3, -27, 27, 11, 11),
        "three-card": [{ x: 138, y: 24, r: 9 }],
      },
      sum: [111, 47],
      crowd: 3,
      won: [138, -31],
    },
    banner: { x: 690, y: 266, w: 400, h: 76 },
  },
  tablet: {
    ...TABLET,
    inventory: { x: 512, y: 29, w: 240, h: 42 },
    shoe: { box: { x: 668, y: 34, w: 50, h: 52 }, words: ["Shuffler"], deck: 2 },
    print: [
      { text: "Double Cross", x: 516, y: 216, size: 18, title: true },
      { text: "Chips decide the line", x: 516, y: 240, size: 13 },
    ],
    call: { x: 590, y: 116, side: "right", most: 160 },
    cards: { ...cross(252, 124, 60, 70, 94), dealer: { x: 462, y: 66, w: 70, step: 50 }, own: { x: 340, y: 506, w: 84, step: 92, sizes: [2] } },
    dealerName: [524, 182],
    arms: { vertical: { x: 282, y: 166, w: 78, h: 292 }, horizontal: { x: 282, y: 166, w: 220, h: 104 } },
    armNames: [
      { text: "Horizontal", x: 372, y: 107, size: 12 },
      { text: "Vertical", x: 366, y: 300, size: 12 },
    ],
    areas: {
      ante: [{ x: 344, y: 404, r: 30, label: [404, 446], tag: "name" }],
      ...ownRaises(344, 404, 82, 58, 25, 22),
      "three-card": [{ x: 512, y: 392, r: 28, label: [512, 438] }],
    },
    name: [558, 508],
    nameMost: 236,
    bets: {
      spots: { ante: [{ x: 48, y: 36, r: 12 }], "raise 1": eitherLine(22), "raise 2": eitherLine(-4) },
      sum: [-46, 36],
      won: [74, 36],
    },
    banner: { x: 502, y: 266, w: 206, h: 76 },
  },
  phone: {
    ...PHONE,
    height: 583,
    print: [{ text: "Two raises, each", x: 302, y: 276, size: 14 }, { text: "equal to the ante", x: 302, y: 294, size: 14 }],
    call: { x: 302, y: 97, side: "over", most: 152 },
    cards: { ...cross(85, 166.5, 54, 63, 84.5), dealer: { x: 250, y: 128, w: 62, step: 48 }, own: { x: 293, y: 358, w: 84, step: 90, sizes: [2] } },
    dealerName: [302, 236],
    arms: { vertical: { x: 112, y: 204, w: 72, h: 263 }, horizontal: { x: 112, y: 204, w: 199, h: 94 } },
    armNames: [
      { text: "Horizontal", x: 193, y: 150, size: 11.1 },
      { text: "Vertical", x: 188, y: 323, size: 11.1 },
    ],
    areas: {
      ante: [{ x: 104, y: 437, r: 30, label: [104, 482], size: 11.1 }],
      ...ownRaises(104, 437, 65, 76, 26, 23),
      "three-card": [{ x: 38, y: 544, r: 17, label: [62, 577], size: 11.1 }],
    },
    name: [293, 496],
    banner: { x: 302, y: 296, w: 166, h: 56, small: true },
  },
  side: {
    ...SIDE,
    print: [],
    call: { x: 396, y: 78, side: "right", most: 142 },
    cards: { ...cross(85, 121, 48, 55, 74), dealer: { x: 304, y: 42, w: 52, step: 36 }, own: { x: 461, y: 150, w: 66, step: 72, sizes: [2] } },
    dealerName: [440, 126],
    arms: { vertical: { x: 109, y: 154.5, w: 62, h: 228 }, horizontal: { x: 109, y: 154.5, w: 176, h: 82 } },
    armNames: [
      { text: "Horizontal", x: 42, y: 212, size: 10 },
      { text: "Vertical", x: 109, y: 286, size: 10 },
    ],
    areas: {
      ante: [{ x: 290, y: 196, r: 25, label: [351, 236], size: 10.5 }],
      ...ownRaises(290, 196, 58, 52, 23, 20),
      "three-card": [{ x: 290, y: 304, r: 17, label: [290, 337], size: 10 }],
    },
    name: [461, 262],
    banner: { x: 131, y: 316, w: 240, h: 40, small: true },
  },
};
