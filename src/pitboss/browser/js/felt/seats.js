// Other seats: where they sit, their plates, and the strip of seats on a phone.

import { s } from "../dom.js";
import { dollars } from "../words.js";
import { words, widthOf } from "./print.js";

/** @typedef {import("./scene.js").Drawing} Drawing */
/** @typedef {import("./layer.js").Item} Item */
/** @typedef {{x: number, y: number, side: -1 | 1, scale: number, crowd: number, lift: number, above?: boolean}} Seated side: 1 at our right; crowd: seats on that side; lift: how much higher its bets lie; above: its bets lie above its cards */

const DEGREES = [[], [62], [56, 74], [56, 71, 87], [54, 65, 77, 89], [54, 63, 72, 81, 90], [54, 61, 68, 75, 82, 90], [54, 60, 66, 72, 78, 84, 90]];
const SCALES = [1, 1, 1, 1, 0.85, 0.75, 0.65, 0.6];
const ATTACK = [[], [71], [71, 84]];
/** Double Cross: the cross lies at the left and the title at the right, so three seats sit lower, and more of them smaller. */
const CROSS_THREE = { 1: [54, 64, 74], [-1]: [54, 66, 78] };
/** @type {[number, number][]} */
const ATTACK_THREE = [[403, 376], [412, 275], [416, 170]];
export const PLATE = { w: 136, h: 35 };
const SIDES = [[], [302], [258, 428]]; // upright tablets: the height of plates on a side
const ATTACK_SIDES = [[], [296], [230, 362]];
const LIFTED = 322; // no plate lies lower while the own seat has four hands
const LIFTED_SIDES = [[], [286], [158, 286]];

const COLOURS = ["#B5543A", "#3B6FB5", "#8256A8", "#2F8A66", "#B27C26", "#4D6F93", "#A0496B", "#5E7A2E"];
/** @param {number} seat */
export const colourOf = (seat) => COLOURS[(seat - 1) % COLOURS.length];

/**
 * @param {string} name of the game
 * @param {-1 | 1} side
 * @param {number} count seats on this side
 * @param {number} at the number of this one, nearest to us first
 */
function around(name, side, count, at) {
  const attack = name === "double_attack_blackjack";
  const cross = name === "double_cross_poker";
  if (attack && count === 3) return { dx: ATTACK_THREE[at][0], y: ATTACK_THREE[at][1], scale: 1 };
  const degrees = attack ? (count < 3 ? ATTACK[count][at] : 66 + (24 * at) / (count - 1)) : (cross && count === 3 ? CROSS_THREE[side] : DEGREES[count])[at];
  const angle = (degrees * Math.PI) / 180;
  return { dx: 420 * Math.sin(angle), y: 150 + 650 * Math.cos(angle), scale: (attack || cross) && count > 3 ? (attack && count > 5 ? 0.57 : 0.65) : cross && count === 3 ? 0.9 : SCALES[count] };
}

/**
 * Where the other seats sit. Lower numbers are at our right.
 * @param {Drawing} drawing
 * @returns {Map<number, Seated>}
 */
export function seated({ scene, places, name }) {
  /** @type {Map<number, Seated>} */
  const found = new Map();
  const { seat: own, positions } = scene;
  if (places.seats === "strip") return found;
  if (!own) {
    for (let seat = 1; seat <= positions; seat++) {
      const degrees = positions === 1 ? 0 : 87 - (174 * (seat - 1)) / (positions - 1);
      const angle = (degrees * Math.PI) / 180;
      const u = places.width / 1000;
      const deep = (places.height / u - 195) * 0.98;
      found.set(seat, {
        x: u * (500 + 420 * Math.sin(angle)),
        y: u * (150 + deep * Math.cos(angle)),
        side: degrees < 0 ? -1 : 1,
        scale: name === "double_cross_poker" ? 0.7 : positions > 5 ? 0.85 : 1,
        crowd: 3,
        lift: 0,
        above: Math.abs(degrees) < 45,
      });
    }
    return found;
  }
  const alone = [...scene.people.keys()].every((seat) => seat === own);
  const sides = {
    1: Array.from({ length: own - 1 }, (_, at) => own - 1 - at),
    [-1]: Array.from({ length: positions - own }, (_, at) => own + 1 + at),
  };
  for (const side of /** @type {(-1 | 1)[]} */ ([1, -1])) {
    // Open seats are shown while there is room, and while somebody else plays.
    const taken = sides[side].filter((seat) => scene.people.has(seat));
    const shown = alone || (sides[side].length > 3 && places.seats === "around") ? taken : sides[side];
    const seats = places.seats === "sides" ? shown.slice(0, 2) : shown;
    seats.forEach((seat, at) => {
      if (places.seats === "sides") {
        const y = (places.lifted ? LIFTED_SIDES : name === "double_attack_blackjack" ? ATTACK_SIDES : SIDES)[seats.length][seats.length - 1 - at];
        found.set(seat, { x: places.width / 2 + side * (places.width / 2 - 78 - at * 6), y, side, scale: 1, crowd: 2, lift: 0 });
      } else {
        const { dx, y: usual, scale } = around(name, side, seats.length, at);
        const y = places.lifted ? usual - Math.max(0, around(name, side, seats.length, 0).y - LIFTED) * (1 - at / (2 * seats.length)) : usual;
        found.set(seat, { x: 500 + side * dx, y, side, scale, crowd: seats.length, lift: name === "double_cross_poker" && at === 0 && seats.length > 1 ? 28 : 0 });
      }
    });
  }
  return found;
}

/** @type {Record<string, string>} what a state is called on a plate */
const STATES = { turn: "turn", next: "next", waits: "waits", folded: "folded", won: "won", lost: "lost", push: "push", void: "void", away: "away" };

/**
 * @param {import("./scene.js").Person} person
 */
const stateOf = (person) => person.note || STATES[person.state] || "";

/**
 * A plate, its centre at 0,0.
 * @param {{w: number, h: number}} size
 * @param {import("./scene.js").Person} person
 * @param {{colour: string, name: string, below: string, state: string}} said
 */
function plate({ w, h }, person, { colour, name, below, state }) {
  const r = h / 2 - 4;
  const room = w - h - 14 - (state ? widthOf(state, 11.5, { bold: true }) + 8 : 0);
  let shown = name;
  while (shown.length > 2 && widthOf(shown, 12.5, { bold: true }) > room) shown = `${shown.slice(0, -2)}…`.replace("……", "…");
  return s(
    "g",
    { class: `plate is-${person.state || "in"}` },
    s("rect", { x: -w / 2, y: -h / 2, width: w, height: h, rx: h / 2, class: "plate-ground" }),
    s("circle", { cx: -w / 2 + h / 2, cy: 0, r, fill: colour, class: "avatar" }),
    words(initial(person), -w / 2 + h / 2, 4.6, 13, "avatar-letter"),
    words(shown, -w / 2 + h + 5, -2.6, 12.5, "plate-name", "start"),
    words(below, -w / 2 + h + 5, 11, 11.5, "plate-below", "start"),
    state ? words(state, w / 2 - 12, 4.2, 11.5, "plate-state", "end") : null,
  );
}

/** @param {import("./scene.js").Person} person */
const initial = (person) => (person.name || person.id || "?").charAt(0).toUpperCase();

/**
 * @param {Drawing} drawing
 * @param {Map<number, Seated>} seats
 * @returns {Item[]}
 */
export function plates(drawing, seats) {
  const { scene, places } = drawing;
  /** @type {Item[]} */
  const items = [];
  const alone = scene.seat && [...scene.people.keys()].every((seat) => seat === scene.seat);
  for (const [seat, at] of seats) {
    const person = scene.people.get(seat);
    if (!person && alone) continue; // a player alone needs no list of empty seats
    if (!person) {
      items.push({ key: `plate/${seat}`, look: "open", x: at.x, y: at.y, scale: at.scale, make: () => openSeat(seat) });
      continue;
    }
    const said = stateOf(person);
    const long = widthOf(said, 11.5, { bold: true }) > 48; // then it stands below the name
    const state = long ? "" : said;
    const below = long ? said : person.chips === undefined ? `seat ${seat}` : dollars(person.chips);
    items.push({
      key: `plate/${seat}`,
      look: `${person.name}/${below}/${person.state}/${state}`,
      x: at.x,
      y: at.y,
      scale: at.scale,
      make: () => plate(PLATE, person, { colour: colourOf(seat), name: person.name, below, state }),
    });
  }
  if (scene.seat && places.seats !== "strip") {
    const own = places.plate;
    const person = scene.people.get(scene.seat) || { id: "", name: "You", state: "" };
    const below = person.note || { turn: "your turn", won: "won", lost: "lost", "": "" }[person.state] || stateOf(person) || (person.chips === undefined ? "" : dollars(person.chips));
    items.push({
      key: "plate/own",
      look: `${person.state}/${below}/${scene.seat}`,
      x: own.x + own.w / 2,
      y: own.y + own.h / 2,
      make: () => {
        const made = plate(own, { ...person, name: "You" }, { colour: "#E6BC63", name: `You, seat ${scene.seat}`, below, state: "" });
        made.classList.add("own");
        return made;
      },
    });
  }
  return items;
}

/** @param {number} seat */
function openSeat(seat) {
  return s(
    "g",
    { class: "plate open" },
    s("rect", { x: -PLATE.w / 2 + 11, y: -PLATE.h / 2, width: PLATE.w - 22, height: PLATE.h, rx: PLATE.h / 2 }),
    words(`Seat ${seat}: open`, 0, 4.3, 12, "felt-note"),
  );
}

/**
 * Where a seat's plate is, for motion.
 * @param {Drawing} drawing
 * @param {Map<number, Seated>} seats
 * @param {number} seat
 */
export function plateOf({ scene, places }, seats, seat) {
  const other = seats.get(seat);
  if (other) return other;
  if (places.seats === "strip") return { x: stripX(scene, places.width, seat), y: (places.strip || 0) / 2 };
  if (seat !== scene.seat) return { x: seat < scene.seat ? places.width : 0, y: 150 }; // it has no plate
  return { x: places.plate.x + places.plate.w / 2, y: places.plate.y + places.plate.h / 2 };
}

/**
 * @param {import("./scene.js").Scene} scene
 * @param {number} width
 * @param {number} seat
 */
export function stripX(scene, width, seat) {
  const shown = stripSeats(scene);
  return (width / shown.length) * (shown.indexOf(seat) + 0.5);
}

/** @param {import("./scene.js").Scene} scene */
function stripSeats(scene) {
  const taken = [];
  for (let seat = scene.positions; seat > 0; seat--) if (scene.people.has(seat) || seat === scene.seat) taken.push(seat);
  return taken;
}

/**
 * The strip of seats on a phone, and of those that have no plate on a tablet.
 * @param {Drawing} drawing
 * @returns {Item[]}
 */
export function strip({ scene, places, name }) {
  if (places.seats === "sides") return beyond(scene, places, name === "double_attack_blackjack" ? 112 : 152);
  if (places.seats !== "strip") return [];
  return stripSeats(scene).map((seat) => {
    const person = scene.people.get(seat) || { id: "", name: "You", state: "" };
    const own = seat === scene.seat;
    const low = (places.strip || 0) < 44; // then the state stands beside the avatar
    const state = stateOf(person);
    return {
      key: `strip/${seat}`,
      look: `${person.name}/${person.state}/${state}/${own}`,
      x: stripX(scene, places.width, seat) - (low ? 14 : 0),
      y: 0,
      make: () =>
        s(
          "g",
          {
            class: `plate strip-seat is-${person.state || "in"}${own ? " own" : ""}`,
            role: own ? "img" : "button",
            tabindex: own ? null : 0,
            "data-seat": own ? null : seat,
            "aria-label": own ? `you, seat ${seat}, ${state || "in"}` : `${person.name}, seat ${seat}, ${state || "in"}: show cards and bets`,
          },
          s("rect", { x: -22, y: low ? -5 : 0, width: 44, height: low ? 44 : places.strip, fill: "transparent" }),
          s("circle", { cx: 0, cy: low ? 17 : 25, r: low ? 11 : 15, fill: own ? "#E6BC63" : colourOf(seat), class: "avatar" }),
          words(own ? "Y" : initial(person), 0, low ? 21 : 30, low ? 11 : 13, "avatar-letter"),
          own ? s("g", { class: "clock in-strip", transform: `translate(0 ${low ? 17 : 25})` }, ...ringOf(low ? 14 : 19, 3), words("", low ? 20 : 0, low ? 4 : 34, 12, "clock-number", low ? "start" : "middle")) : null,
          words(state, low ? 18 : 0, low ? 21 : 59, low ? 11 : 12, own && state ? "plate-state own-state" : "plate-state", low ? "start" : "middle"),
        ),
    };
  });
}

/**
 * The ring of a clock.
 * @param {number} r
 * @param {number} thick
 */
export function ringOf(r, thick) {
  return [
    s("circle", { r, class: "clock-track", "stroke-width": thick }),
    s("circle", { r, class: "clock-ring", pathLength: 100, transform: "rotate(-90)", "stroke-dasharray": "100 100", "stroke-width": thick }),
  ];
}

/**
 * Seats on a tablet that have no room for a plate: an avatar with its state.
 * @param {import("./scene.js").Scene} scene
 * @param {import("./places.js").Places} places
 * @param {number} y
 * @returns {Item[]}
 */
function beyond(scene, places, y) {
  if (!scene.seat) return [];
  return stripSeats(scene)
    .filter((seat) => Math.abs(seat - scene.seat) > 2)
    .map((seat) => {
      const person = /** @type {import("./scene.js").Person} */ (scene.people.get(seat));
      const far = Math.abs(seat - scene.seat) - 3;
      const state = stateOf(person);
      return {
        key: `strip/${seat}`,
        look: `${person.name}/${person.state}/${state}`,
        x: seat < scene.seat ? places.width - 26 - far * 38 : 26 + far * 38,
        y,
        make: () =>
          s(
            "g",
            { class: `plate strip-seat is-${person.state || "in"}`, role: "img", "aria-label": `${person.name}, seat ${seat}, ${state || "in"}` },
            s("circle", { r: 13, fill: colourOf(seat), class: "avatar" }),
            words(initial(person), 0, 4.5, 12, "avatar-letter"),
            words(state, 0, 25, 10.5, "plate-state"),
          ),
      };
    });
}
