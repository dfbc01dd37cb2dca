// The plates of seats, and the strip of seats on a phone.

import { s } from "../dom.js";
import { dollars } from "../words.js";
import { handsAt } from "./hands.js";
import { legible, words, widthOf } from "./print.js";

/** @typedef {import("./scene.js").Drawing} Drawing */
/** @typedef {import("./layer.js").Item} Item */
/** @typedef {import("./around.js").Seated} Seated */

export const PLATE = { w: 136, h: 35 };
const COLOURS = ["#B5543A", "#3B6FB5", "#8256A8", "#2F8A66", "#B27C26", "#4D6F93", "#A0496B", "#5E7A2E"];
/** @param {number} seat */
export const colourOf = (seat) => COLOURS[(seat - 1) % COLOURS.length];

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
  let shown = single ? stateOf(person) || name : name;
  while (shown.length > 2 && widthOf(shown, large, { bold: true }) > room) shown = `${shown.slice(0, -2)}…`.replace("……", "…");
  return s(
    "g",
    { class: `plate is-${person.state || "in"}` },
    s("rect", { x: -w / 2, y: -h / 2, width: w, height: h, rx: h / 2, class: "plate-ground" }),
    s("circle", { cx: -w / 2 + h / 2, cy: 0, r, fill: colour, class: "avatar" }),
    words(initial(person), -w / 2 + h / 2, 4.6 + (Math.max(13, least) - 13) * 0.36, Math.max(13, least), "avatar-letter"),
    words(shown, -w / 2 + h + (single ? 2 : 5), single ? large * 0.36 : -2.6, large, single && stateOf(person) ? "plate-state" : "plate-name", "start"),
    single ? null : words(below, -w / 2 + h + 5, 11 + (small - 11.5) / 2, small, "plate-below", "start"),
    state && !single ? words(state, w / 2 - 12, low ? 11 + (small - 11.5) / 2 : 4.2, small, "plate-state", "end") : null,
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
      items.push({ key: `plate/${seat}`, look: "open", x: at.x, y: at.y, scale: at.scale, make: () => openSeat(seat, legible(drawing, at, 12)) });
      continue;
    }
    const said = stateOf(person);
    const long = widthOf(said, legible(drawing, at, 11.5), { bold: true }) > 48; // then it stands below the name
    const state = long ? "" : said;
    const below = long ? said : person.chips === undefined ? `seat ${seat}` : dollars(person.chips);
    items.push({
      key: `plate/${seat}`,
      look: `${person.name}/${below}/${person.state}/${state}`,
      x: at.x,
      y: at.y,
      scale: at.scale,
      make: () => plate(PLATE, person, { colour: colourOf(seat), name: person.name, below, state }, legible(drawing, at, 0)),
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

/** @param {number} seat @param {number} size of the words */
function openSeat(seat, size) {
  return s(
    "g",
    { class: "plate open" },
    s("rect", { x: -PLATE.w / 2 + 11, y: -PLATE.h / 2, width: PLATE.w - 22, height: PLATE.h, rx: PLATE.h / 2 }),
    words(size > 15 ? `${seat}: open` : `Seat ${seat}: open`, 0, size * 0.36, size, "felt-note"),
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
export function strip(drawing) {
  const { scene, places, game } = drawing;
  if (places.seats === "sides") return beyond(scene, places, game.corners ?? false);
  if (places.seats !== "strip") return [];
  return stripSeats(scene).map((seat) => {
    const person = scene.people.get(seat) || { id: "", name: "You", state: "" };
    const own = seat === scene.seat;
    const low = (places.strip || 0) < 44; // then the state stands beside the avatar
    const state = (!own && totalsOf(drawing, seat, person)) || stateOf(person);
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
 * The total of another seat while its round goes on; how many hands it has if it has split.
 * @param {Drawing} drawing
 * @param {number} seat
 * @param {import("./scene.js").Person} person
 */
function totalsOf(drawing, seat, person) {
  if (!drawing.game.totals || drawing.layout.over || !["", "turn", "next", "waits"].includes(person.state)) return "";
  const hands = handsAt(drawing, `seat ${seat}`);
  return hands.length > 1 ? `${hands.length} hands` : hands.length ? `${hands[0].holds.total || ""}` : "";
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
 * @param {boolean} corners whether they stand two by two in the upper corners, not in a row below them
 * @returns {Item[]}
 */
function beyond(scene, places, corners) {
  if (!scene.seat) return [];
  const inside = (/** @type {number} */ far) => 26 + 38 * (corners ? far % 2 : far);
  return stripSeats(scene)
    .filter((seat) => Math.abs(seat - scene.seat) > 2)
    .map((seat) => {
      const person = /** @type {import("./scene.js").Person} */ (scene.people.get(seat));
      const far = Math.abs(seat - scene.seat) - 3;
      const state = stateOf(person);
      return {
        key: `strip/${seat}`,
        look: `${person.name}/${person.state}/${state}`,
        x: seat < scene.seat ? places.width - inside(far) : inside(far),
        y: corners ? 20 + 42 * Math.floor(far / 2) : 152,
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
