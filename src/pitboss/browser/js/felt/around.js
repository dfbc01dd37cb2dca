// Where other seats sit: round the table on a wide felt, at its sides on an upright tablet.

import { handsAt } from "./hands.js";

/** @typedef {import("./scene.js").Drawing} Drawing */
/** @typedef {import("./places.js").Places} Places */
/** @typedef {import("./places.js").GamePlaces} GamePlaces */

/**
 * @typedef {object} Seated
 * @property {number} x the middle of its plate
 * @property {number} y
 * @property {-1 | 1} side 1 at our right
 * @property {number} scale
 * @property {number} crowd seats on that side
 * @property {number} lift how much higher its bets lie
 * @property {{left: number, right: number}} reach how far its split hands may reach from the middle of its plate
 * @property {number} [widest] the greatest width of its cards, where the next seat is near
 * @property {boolean} [above] whether its bets lie above its cards
 */

export const DEGREES = [[], [62], [56, 74], [56, 71, 87], [54, 65, 77, 89], [54, 63, 72, 81, 90], [54, 61, 68, 75, 82, 90], [54, 60, 66, 72, 78, 84, 90]];
const SCALES = [1, 1, 1, 1, 0.85, 0.75, 0.65, 0.6];
const LIFTED = 322; // no plate stands lower while the own split hands take the lower corners
/** More than three plates on a side then: they are smaller and may stand lower. Bets and cards of the highest stay clear of the shoe and the rack. */
const CROWDED = { end: 341, rack: 66, bets: 54, dx: 418, reach: 40, widest: 17.8 };
const SIDES = [[], [302], [258, 428]]; // upright tablets: the height of plates on a side
const LIFTED_SIDES = [[], [258], [154, 261]];
const LIFTED_SCALE = 0.8;
const APART = 6; // between split hands and bets

/**
 * A seat on the rail.
 * @param {number} degrees
 * @param {number} scale
 */
export function onTheRail(degrees, scale) {
  const angle = (degrees * Math.PI) / 180;
  return { dx: 420 * Math.sin(angle), y: 150 + 650 * Math.cos(angle), scale };
}

/**
 * @param {GamePlaces} game
 * @param {-1 | 1} side
 * @param {number} count seats on this side
 * @param {number} at the number of this one, nearest to us first
 */
function around({ seatAt }, side, count, at) {
  return seatAt ? seatAt(side, count, at) : onTheRail(DEGREES[count][at], SCALES[count]);
}

/**
 * Out of the way of the own split hands.
 * @param {GamePlaces} game
 * @param {-1 | 1} side
 * @param {number} count
 * @param {number} at
 */
function lifted(game, side, count, at) {
  const usual = around(game, side, count, at);
  if (count > 3) {
    const { end, rack, bets, dx } = CROWDED;
    const { scale } = usual;
    const low = end - 17.5 * scale;
    const apart = (low - rack - bets * scale) / (count - 1);
    return { dx, y: low - at * apart, scale: Math.min(scale, (apart - 25) / 41) };
  }
  return { ...usual, y: usual.y - Math.max(0, around(game, side, count, 0).y - LIFTED) * (1 - at / (2 * count)) };
}

/**
 * How far inwards of a plate cards may lie. Round a table the bets of the seat lie beyond.
 * @param {Places} places
 * @param {number} scale
 */
function inwards(places, scale) {
  if (places.seats === "sides") return 74 * scale;
  const spots = Object.values(places.bets?.spots ?? {}).flat();
  return (Math.min(...spots.map((one) => one.x - (one.r ?? (one.w ?? 0) / 2))) - APART) * scale;
}

/**
 * Where the other seats sit. Lower numbers are at our right.
 * @param {Drawing} drawing
 * @returns {Map<number, Seated>}
 */
export function seated(drawing) {
  const { scene, places } = drawing;
  if (places.seats === "strip") return new Map();
  return scene.seat ? besideUs(drawing) : inACurve(drawing);
}

/**
 * All seats, for somebody who watches.
 * @param {Drawing} drawing
 * @returns {Map<number, Seated>}
 */
function inACurve({ scene: { positions }, places, game }) {
  const u = places.width / 1000;
  const deep = (places.height / u - 195) * 0.98;
  const scale = game.watched ?? (positions > 5 ? 0.85 : 1);
  /** @type {Map<number, Seated>} */
  const found = new Map();
  for (let seat = 1; seat <= positions; seat++) {
    const degrees = positions === 1 ? 0 : 87 - (174 * (seat - 1)) / (positions - 1);
    const angle = (degrees * Math.PI) / 180;
    const side = degrees < 0 ? -1 : 1;
    const above = Math.abs(degrees) < 45;
    const reach = above ? 92 * u : inwards(places, scale);
    found.set(seat, {
      x: u * (500 + 420 * Math.sin(angle)),
      y: u * (150 + deep * Math.cos(angle)),
      side,
      scale,
      crowd: 3,
      lift: 0,
      above,
      reach: { left: side > 0 || above ? reach : Infinity, right: side < 0 || above ? reach : Infinity },
    });
  }
  return found;
}

/**
 * The seats of others, for somebody who plays.
 * @param {Drawing} drawing
 * @returns {Map<number, Seated>}
 */
function besideUs(drawing) {
  const { scene, places, game } = drawing;
  const { seat: own, positions } = scene;
  const alone = [...scene.people.keys()].every((seat) => seat === own);
  const hands = handsAt(drawing, `seat ${own}`).length;
  const sides = {
    1: Array.from({ length: own - 1 }, (_, at) => own - 1 - at),
    [-1]: Array.from({ length: positions - own }, (_, at) => own + 1 + at),
  };
  /** @type {Map<number, Seated>} */
  const found = new Map();
  for (const side of /** @type {(-1 | 1)[]} */ ([1, -1])) {
    // Open seats are shown while there is room, and while somebody else plays.
    const taken = sides[side].filter((seat) => scene.people.has(seat));
    const shown = alone || (sides[side].length > 3 && places.seats === "around") ? taken : sides[side];
    const seats = places.seats === "sides" ? shown.slice(0, 2) : shown;
    const crowd = seats.length;
    const high = hands > 3 || (hands > 2 && (crowd > 2 || places.seats === "sides"));
    const reach = (/** @type {number} */ inner) => ({ left: side > 0 ? inner : Infinity, right: side < 0 ? inner : Infinity });
    seats.forEach((seat, at) => {
      if (places.seats === "sides") {
        const y = (high ? LIFTED_SIDES : game.sides ?? SIDES)[crowd][crowd - 1 - at];
        const x = places.width / 2 + side * (places.width / 2 - 78 - at * 6);
        const scale = high ? LIFTED_SCALE : 1;
        found.set(seat, { x, y, side, scale, crowd: 2, lift: 0, reach: reach(inwards(places, scale)) });
      } else {
        const { dx, y, scale } = (high ? lifted : around)(game, side, crowd, at);
        const near = high && crowd > 3 ? { reach: reach(CROWDED.reach), widest: CROWDED.widest } : { reach: reach(inwards(places, scale)) };
        const lift = at === 0 && crowd > 1 ? game.nearest ?? 0 : 0;
        found.set(seat, { x: 500 + side * dx, y, side, scale, crowd, lift, ...near });
      }
    });
  }
  return found;
}
