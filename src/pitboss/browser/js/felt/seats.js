// Seats: where they are, their plates, and the strip of seats on a phone.

import { s } from "../dom.js";
import { isHousePlayer } from "../house_players.js";
import { dollars } from "../words.js";
import { handsAt } from "./hands.js";
import { item } from "./layer.js";
import { legible, readable, shortened, widthOf, words } from "./print.js";

/** @import { Item } from "./layer.js" */
/** @import { Places, GamePlaces } from "./places.js" */
/** @import { Drawing, Person, Scene } from "./scene.js" */

const PLATE = { w: 136, h: 35 };
const COLOURS = ["#B5543A", "#3B6FB5", "#8256A8", "#2F8A66", "#B27C26", "#4D6F93", "#A0496B", "#5E7A2E"];
/** @param {number} seat */
export const colourOf = (seat) => COLOURS[(seat - 1) % COLOURS.length];
const HOUSE = "#7D858C"; // players of the house have no colour of their own

/** What a plate says of somebody. @param {Person} person */
const stateOf = (person) => person.note || person.state;

/**
 * A plate, its centre at 0,0.
 * @param {{w: number, h: number}} size
 * @param {Person} person
 * @param {{colour: string, name: string, below: string, state: string}} said
 * @param {number} least the smallest size of words
 */
function plate({ w, h }, person, { colour, name, below, state }, least = 0) {
  const r = h / 2 - 4;
  const single = 2 * least > h - 3; // there is room for one line: the state if there is one
  const whole = w - h - (single ? 10 : 14);
  const [large, small] = [Math.max(12.5, least), Math.max(11.5, least)];
  const beside = state && !single ? widthOf(state, small, { bold: true }) + 8 : 0;
  const low = widthOf(name, large, { bold: true }) > whole - beside; // then the state stands beside the second line
  const room = low ? whole : whole - beside;
  const shown = shortened(single ? stateOf(person) || name : name, room, (text) => widthOf(text, large, { bold: true }));
  return s("g", { class: `plate is-${person.state || "in"}` },
    s("rect", { x: -w / 2, y: -h / 2, width: w, height: h, rx: h / 2, class: "plate-ground" }),
    s("circle", { cx: -w / 2 + h / 2, cy: 0, r, fill: colour, class: "avatar" }),
    words(initial(person), -w / 2 + h / 2, 4.6 + (Math.max(13, least) - 13) * 0.36, Math.max(13, least), "avatar-letter"),
    words(shown, -w / 2 + h + (single ? 2 : 5), single ? large * 0.36 : -2.6, large, single && stateOf(person) ? "plate-state" : "plate-name", "start"),
    single ? null : words(below, -w / 2 + h + 5, 11 + (small - 11.5) / 2, small, "plate-below", "start"),
    state && !single ? words(state, w / 2 - 12, low ? 11 + (small - 11.5) / 2 : 4.2, small, "plate-state", "end") : null);
}

/** @param {Person} person */
const initial = (person) => (person.name || person.id || "?").charAt(0).toUpperCase();

/** @param {Drawing} drawing @param {Map<number, Seated>} seats */
export function plates(drawing, seats) {
  const { scene, places } = drawing;
  /** @type {Item[]} */
  const items = [];
  const alone = scene.seat && [...scene.people.keys()].every((seat) => seat === scene.seat);
  for (const [seat, at] of seats) {
    const person = scene.people.get(seat);
    if (!person && alone) continue; // a player alone needs no list of empty seats
    if (!person) {
      items.push(item(`plate/${seat}`, `open/${scene.takes}`, at, () => (scene.takes ? seatToTake(seat, legible(drawing, at, 12)) : openSeat(seat, legible(drawing, at, 12)))));
      continue;
    }
    const said = stateOf(person);
    const long = widthOf(said, legible(drawing, at, 11.5), { bold: true }) > 48; // then it stands below the name
    const state = long ? "" : said;
    const below = long ? said : person.chips === undefined ? `seat ${seat}` : dollars(person.chips);
    const house = isHousePlayer(person.id);
    const shown = { colour: house ? HOUSE : colourOf(seat), name: person.name, below, state };
    const given = house && scene.takes; // such a seat can be had after the round
    items.push(item(`plate/${seat}`, `${person.name}/${below}/${person.state}/${state}/${given}`, at, () => {
      const made = plate(PLATE, person, shown, legible(drawing, at, 0));
      if (house) made.classList.add("house");
      for (const [name, value] of Object.entries(given ? givenUp(seat, person) : {})) made.setAttribute(name, value);
      return made;
    }));
  }
  if (scene.seat && places.seats !== "strip") {
    const own = places.plate;
    const person = scene.people.get(scene.seat) || { id: "", name: "You", state: "" };
    const below = person.note || { turn: "your turn", won: "won", lost: "lost", "": "" }[person.state] || stateOf(person) || (person.chips === undefined ? "" : dollars(person.chips));
    items.push(item("plate/own", `${person.state}/${below}/${scene.seat}`, plateOf(drawing, seats, scene.seat), () => {
      const made = plate(own, { ...person, name: "You" }, { colour: "#E6BC63", name: `You, seat ${scene.seat}`, below, state: "" }, readable(drawing, 0));
      made.classList.add("own");
      return made;
    }));
  }
  return items;
}

/** @param {number} seat @param {number} size of the words */
function openSeat(seat, size) {
  return s("g", { class: "plate open" },
    s("rect", { x: -PLATE.w / 2 + 11, y: -PLATE.h / 2, width: PLATE.w - 22, height: PLATE.h, rx: PLATE.h / 2 }),
    words(size > 15 ? `${seat}: open` : `Seat ${seat}: open`, 0, size * 0.36, size, "felt-note"));
}

/** How an open seat is to be taken: the felt hears it. @param {number} seat */
const taking = (seat) => ({ role: "button", tabindex: 0, "data-take": seat, "aria-label": `Take seat ${seat}` });

/** How the seat of a player of the house is to be taken. @param {number} seat @param {Person} person */
const givenUp = (seat, person) => ({ role: "button", tabindex: "0", "data-take": `${seat}`, "aria-label": `Take seat ${seat} from ${person.name}` });

/** @param {number} seat @param {number} size of the words */
function seatToTake(seat, size) {
  const text = size > 15 ? "Sit here" : `Seat ${seat}: sit here`;
  return s("g", { class: "plate take", ...taking(seat) },
    s("rect", { x: -PLATE.w / 2, y: -PLATE.h / 2, width: PLATE.w, height: PLATE.h, rx: PLATE.h / 2 }),
    words(text, 0, size * 0.36, size, "take-words"));
}

/** The ring of the clock at the plate of somebody whose time it is. @param {Drawing} drawing @param {Map<number, Seated>} seats */
export function clockAtPlate(drawing, seats) {
  const { scene } = drawing;
  const seat = scene.clock?.seat ?? 0;
  const at = seats.get(seat);
  if (!at) return []; // the strip has it
  const r = PLATE.h / 2 - 3;
  const size = legible(drawing, at, 13);
  const name = scene.people.get(seat)?.name ?? `seat ${seat}`;
  return [item("clock/seat", `${seat}/${name}`, at, () => s("g", { class: "clock", role: "timer", "data-of": seat, "data-name": name },
    s("g", { transform: `translate(${-PLATE.w / 2 + PLATE.h / 2} 0)` },
      s("circle", { r: r + 1, class: "clock-ground" }), ...ringOf(r, 3.5), words("", 0, size * 0.36, size, "clock-number"))))];
}

/** Where a seat's plate is, for motion. @param {Drawing} drawing @param {Map<number, Seated>} seats @param {number} seat */
export function plateOf({ scene, places }, seats, seat) {
  const other = seats.get(seat);
  if (other) return other;
  if (places.seats === "strip") return { x: stripX(scene, places.width, seat), y: (places.strip || 0) / 2 };
  if (seat !== scene.seat) return { x: seat < scene.seat ? places.width : 0, y: 150 }; // it has no plate
  return { x: places.plate.x + places.plate.w / 2, y: places.plate.y + places.plate.h / 2 };
}

/** @param {Scene} scene @param {number} width @param {number} seat */
export function stripX(scene, width, seat) {
  const shown = stripSeats(scene);
  return (width / shown.length) * (shown.indexOf(seat) + 0.5);
}

/** @param {Scene} scene */
function stripSeats(scene) {
  const taken = [];
  for (let seat = scene.positions; seat > 0; seat--) if (scene.takes || scene.people.has(seat) || seat === scene.seat) taken.push(seat);
  return taken;
}

/** The strip of seats on a phone, and of those that have no plate on a tablet. @param {Drawing} drawing */
export function strip(drawing) {
  const { scene, places, game } = drawing;
  if (places.seats === "sides") return beyond(drawing, game.corners ?? false);
  if (places.seats !== "strip") return [];
  const shown = stripSeats(scene);
  return shown.map((seat) => {
    if (!scene.people.has(seat) && seat !== scene.seat) return seatInStrip(drawing, seat);
    const person = scene.people.get(seat) || { id: "", name: "You", state: "" };
    const own = seat === scene.seat;
    const low = (places.strip || 0) < 44; // then the state stands beside the avatar
    const state = (!own && totalsOf(drawing, seat, person)) || stateOf(person);
    const size = legible(drawing, { scale: 1 }, low ? 11 : 12);
    const room = places.width / shown.length - (low ? 38 : 4);
    const wide = (/** @type {string} */ text) => widthOf(text, size, { bold: true });
    const brief = shortened(wide(state) > room ? state.replace(" on the felt", "") : state, room, wide);
    const is = { class: `plate strip-seat is-${person.state || "in"}${own ? " own" : ""}` };
    const looks = own
      ? { ...is, role: "img", "aria-label": `you, seat ${seat}, ${state || "in"}` }
      : { ...is, role: "button", tabindex: 0, "data-seat": seat, "aria-label": `${person.name}, seat ${seat}, ${state || "in"}: show cards and bets` };
    const at = { x: stripX(scene, places.width, seat) - (low ? 14 : 0), y: 0 };
    const timed = own || scene.clock?.seat === seat;
    return item(`strip/${seat}`, `${person.name}/${person.state}/${brief}/${own}/${timed}`, at, () => s("g", looks,
      s("rect", { x: -22, y: low ? -5 : 0, width: 44, height: low ? 44 : places.strip, fill: "transparent" }),
      s("circle", { cx: 0, cy: low ? 17 : 25, r: low ? 11 : 15, fill: own ? "#E6BC63" : isHousePlayer(person.id) ? HOUSE : colourOf(seat), class: "avatar" }),
      words(own ? "Y" : initial(person), 0, low ? 21 : 30, low ? size : 13, "avatar-letter"),
      timed ? s("g", { class: "clock in-strip", "data-of": own ? 0 : seat, transform: `translate(0 ${low ? 17 : 25})` }, ...ringOf(low ? 14 : 19, 3), words("", low ? 20 : 0, low ? 4 : 34, readable(drawing, 12), "clock-number", low ? "start" : "middle")) : null,
      words(brief, low ? 18 : 0, low ? 21 : 59, size, timed && state ? "plate-state own-state" : "plate-state", low ? "start" : "middle")));
  });
}

/** An open seat in the strip. @param {Drawing} drawing @param {number} seat */
function seatInStrip(drawing, seat) {
  const { scene, places } = drawing;
  const low = (places.strip || 0) < 44;
  const size = legible(drawing, { scale: 1 }, low ? 11 : 12);
  const at = { x: stripX(scene, places.width, seat) - (low ? 14 : 0), y: 0 };
  return item(`strip/${seat}`, "take", at, () => s("g", { class: "strip-seat take", ...taking(seat) },
    s("rect", { x: -22, y: low ? -5 : 0, width: low ? 58 : 44, height: low ? 44 : places.strip, fill: "transparent", class: "touch" }),
    s("circle", { cx: 0, cy: low ? 17 : 25, r: low ? 11 : 15 }),
    words("+", 0, low ? 22 : 31, low ? 15 : 18, "take-words"),
    words(low ? "Sit" : "Sit here", low ? 18 : 0, low ? 21 : 59, size, "take-words", low ? "start" : "middle")));
}

/**
 * The total of another seat while its round goes on; how many hands it has if it has split.
 * @param {Drawing} drawing
 * @param {number} seat
 * @param {Person} person
 */
function totalsOf(drawing, seat, person) {
  if (!drawing.game.totals || drawing.layout.over || !["", "turn", "next", "waits"].includes(person.state)) return "";
  const hands = handsAt(drawing, `seat ${seat}`);
  return hands.length > 1 ? `${hands.length} hands` : hands.length ? `${hands[0].holds.total || ""}` : "";
}

/** The ring of a clock. @param {number} r @param {number} thick */
export function ringOf(r, thick) {
  return [
    s("circle", { r, class: "clock-track", "stroke-width": thick }),
    s("circle", { r, class: "clock-ring", pathLength: 100, transform: "rotate(-90)", "stroke-dasharray": "100 100", "stroke-width": thick }),
  ];
}

/**
 * Seats on a tablet that have no room for a plate: an avatar with its state.
 * @param {Drawing} drawing
 * @param {boolean} corners whether they stand two by two in the upper corners, not in a row below them
 */
function beyond(drawing, corners) {
  const { scene, places } = drawing;
  if (!scene.seat) return [];
  const inside = (/** @type {number} */ far) => 26 + 38 * (corners ? far % 2 : far);
  return stripSeats(scene)
    .filter((seat) => Math.abs(seat - scene.seat) > 2)
    .map((seat) => {
      const person = /** @type {Person} */ (scene.people.get(seat));
      const far = Math.abs(seat - scene.seat) - 3;
      const state = stateOf(person);
      const at = { x: seat < scene.seat ? places.width - inside(far) : inside(far), y: corners ? 20 + 42 * Math.floor(far / 2) : 152 };
      const looks = { class: `plate strip-seat is-${person.state || "in"}`, role: "img", "aria-label": `${person.name}, seat ${seat}, ${state || "in"}` };
      return item(`strip/${seat}`, `${person.name}/${person.state}/${state}`, at, () => s("g", looks,
        s("circle", { r: 13, fill: colourOf(seat), class: "avatar" }),
        words(initial(person), 0, 4.5, 12, "avatar-letter"),
        words(state, 0, 25, legible(drawing, { scale: 1 }, 10.5), "plate-state")));
    });
}

// --- where other seats sit: round the table on a wide felt, at its sides on an upright tablet

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

/** A seat on the rail. @param {number} degrees @param {number} scale */
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

/** Where the other seats sit. Lower numbers are at our right. @param {Drawing} drawing */
export function seated(drawing) {
  const { scene, places } = drawing;
  if (places.seats === "strip") return new Map();
  return scene.seat ? besideUs(drawing) : inACurve(drawing);
}

/** All seats, for somebody who watches. @param {Drawing} drawing */
function inACurve({ scene: { positions }, places, game }) {
  const u = places.width / 1000;
  const wide = places.seats === "sides" ? 402 : 420; // at the sides, bets lie below the plates and reach beyond them
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
      x: u * (500 + wide * Math.sin(angle)),
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

/** The seats of others, for somebody who plays. @param {Drawing} drawing */
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
