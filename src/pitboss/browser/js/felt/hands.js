// Cards on the felt: where each lies, what stands beside a hand, and what the own hand holds.

import { CROSS } from "../cross.js";
import { s } from "../dom.js";
import { RATIO, card } from "../draw/cards.js";
import { cardName, sentence } from "../words.js";
import { pill, readable, widthOf, words } from "./print.js";
import { net } from "./scene.js";

/** @import { Holding } from "../../protocol.d.ts" */
/** @import { Layout } from "../layout.js" */
/** @import { Item } from "./layer.js" */
/** @import { Row, Places } from "./places.js" */
/** @import { Drawing } from "./scene.js" */

/** @typedef {{place: string, number: number, cards: (string | null)[], faces: string[], actions: string[], name: string, holds: Holding, gone: boolean, folded: boolean, void: boolean}} Shown */

const ORDINALS = ["", "First", "Second", "Third", "Fourth"];

/** The hands at a place, also those that were collected after the round. @param {Drawing} drawing @param {string} place */
export function handsAt({ layout, memory, scene }, place) {
  const numbers = new Set(layout.handsAt(place));
  const kept = (/** @type {string} */ key) => (memory.kept.get(key)?.folded && place !== `seat ${scene.seat}` ? undefined : memory.kept.get(key)); // others saw folded cards only face down
  for (const key of memory.kept.keys()) if (key.startsWith(`${place}/`) && kept(key)) numbers.add(Number(key.slice(place.length + 1)));
  return [...numbers]
    .sort((a, b) => a - b)
    .map((number) => {
      const hand = layout.hands.get(`${place}/${number}`);
      const gone = !hand || !hand.cards.length;
      const from = gone ? kept(`${place}/${number}`) : hand;
      return {
        place,
        number,
        cards: from ? from.cards : [],
        faces: from ? from.faces : [],
        actions: hand ? hand.actions : [],
        name: hand ? hand.name : "",
        holds: hand ? hand.holds : {},
        gone,
        folded: Boolean(hand && hand.folded),
        void: Boolean(hand && hand.void) || layout.void,
      };
    })
    .filter((one) => one.cards.length);
}

/** Where the cards of a row lie: top left corners. @param {Row} row @param {number} count @returns {[number, number][]} */
export function inRow(row, count) {
  if (row.at && count <= row.at.length) return row.at.slice(0, count);
  if (row.at) return [...row.at, ...Array.from({ length: count - row.at.length }, (_, at) => /** @type {[number, number]} */ ([row.x + (at + 1) * 12, row.y + 14]))];
  const size = row.sizes ? row.sizes.find((one) => one >= count) || count : count;
  const step = row.most ? Math.min(row.step, (row.most - row.w) / Math.max(1, size - 1)) : row.step;
  const x = row.sizes ? row.x - ((size - 1) * step + row.w) / 2 : row.x;
  return Array.from({ length: count }, (_, at) => [x + at * step, row.y]);
}

/**
 * One hand's cards.
 * @param {Drawing} drawing
 * @param {Shown} hand
 * @param {[number, number][]} spots
 * @param {number} w
 * @param {{own?: boolean, dim?: boolean, ring?: Set<any>, holding?: string[], sideways?: number, scale?: number}} how
 */
export function cardsOf({ scale, deck, id, memory, layout }, hand, spots, w, { own = false, dim = false, ring = new Set(), holding = [], sideways = -1, scale: small = 1 }) {
  const items = hand.cards.map((code, at) => {
    const seen = hand.faces[at] === "up" || own ? code : null;
    const ringed = Boolean(seen && ring.has(seen));
    const wrong = layout.void && memory.wrong?.place === hand.place && (!memory.wrong.card || memory.wrong.card === seen);
    const held = !ringed && Boolean(seen && holding.includes(seen));
    const turned = sideways === at;
    const [x, y] = spots[at];
    return {
      key: `card/${hand.place}/${hand.number}/${at}`,
      look: `${seen}/${w}/${dim}/${ringed}/${held}/${wrong}/${(w * scale).toFixed(0)}/${deck}`,
      x: turned ? x + sidewaysBy(w) : x,
      y: turned ? y + w * (RATIO - 1) : y - (ringed && own ? 12 : 0),
      turn: turned ? 90 : 0,
      make: () => {
        const made = card(seen, { width: w, scale: scale * small, deck });
        made.id = idOf(id, hand, at);
        const shade = dim && s("rect", { width: w, height: w * RATIO, rx: w * 0.075, class: "dim" });
        const ringRect = (wrong || ringed || held) && s("rect", { x: -3, y: -3, width: w + 6, height: w * RATIO + 6, rx: w * 0.1, class: wrong ? "wrong-ring" : ringed ? "won-ring" : "held-ring" });
        return s("g", {}, made, shade, ringRect);
      },
    };
  });
  return items.sort((a, b) => a.x - b.x);
}

/** How far the end of a card that lies sideways is from where it would begin. @param {number} w */
const sidewaysBy = (w) => 14 + w * RATIO;

/** @param {string} felt @param {Shown} hand @param {number} at */
const idOf = (felt, hand, at) => `${felt}-${hand.place.replaceAll(" ", "-")}-${hand.number}-${at}`;

/** The group of a hand's cards, for screen readers. @param {Drawing} drawing @param {Shown} hand @param {string} whose */
export function group({ id }, hand, whose) {
  const said = hand.name ? `${whose}: ${hand.name}` : whose;
  const owns = hand.cards.map((_, at) => idOf(id, hand, at)).join(" ");
  return { key: `hand/${hand.place}/${hand.number}`, look: `${said}/${owns}`, x: 0, y: 0, make: () => s("g", { role: "group", "aria-label": said, "aria-owns": owns }) };
}

/** The cards of the dealer, of the board and of the own hands. @param {Drawing} drawing */
export function hands(drawing) {
  const { scene, places } = drawing;
  /** @type {Item[]} */
  const cards = [];
  /** @type {Item[]} */
  const marks = [];
  const shared = wonBy(drawing, handsAt(drawing, `seat ${scene.seat}`)[0]);
  for (const place of Object.keys(places.cards)) {
    if (place === "own") continue;
    for (const hand of handsAt(drawing, place)) {
      cards.push(...cardsOf(drawing, hand, inRow(places.cards[place], hand.cards.length), places.cards[place].w, { dim: hand.void, ring: place === "dealer" ? new Set() : shared, holding: place === "community" ? cardsHeld(drawing) : [] }));
      marks.push(group(drawing, hand, place === "dealer" ? "Dealer’s hand" : sentence(place)));
    }
  }
  marks.push(...dealersMarks(drawing));
  if (scene.seat) own(drawing, cards, marks);
  return { cards, marks };
}

/**
 * Where the cards of the dealer or of the board will lie.
 * @param {string} place
 * @param {Row} row
 * @param {number} count
 * @param {string} name what stands below, where there is room for it
 */
function slots(place, row, count, name) {
  const spots = inRow(row, count).sort((a, b) => a[0] - b[0]);
  const wide = spots[count - 1][0] + row.w - spots[0][0];
  const w = Math.min(row.w, (wide - 5 * (count - 1)) / count); // they lie beside each other, where cards would overlap
  const even = (/** @type {number} */ at) => spots[0][0] + (at * (wide - w)) / Math.max(1, count - 1);
  /** @type {Item[]} */
  const items = spots.map(([x], at) => ({ key: `slot/${place}/${at}`, look: `${w}`, x: w < row.w ? even(at) : x, y: row.y, make: () => slot(w) }));
  if (w < row.w) items.push({ key: `slot/${place}/name`, look: name, x: spots[0][0] + wide / 2, y: row.y + w * RATIO + 22, make: () => words(name, 0, 0, 12, "print label") });
  return items;
}

/** @param {Drawing} drawing */
function dealersMarks(drawing) {
  const { places, game } = drawing;
  const { dealer: row } = places.cards;
  const items = (places.boards ?? ["community"]).flatMap((place) => {
    const lie = places.cards[place]?.at;
    return lie && !handsAt(drawing, place).length ? slots(place, places.cards[place], lie.length, "") : [];
  });
  if (!row) return items;
  const [hand] = handsAt(drawing, "dealer");
  if (!hand) return [...items, ...slots("dealer", row, game.totals ? 2 : (row.sizes || [row.at ? row.at.length : 2])[0], "DEALER’S HAND")];
  if (game.totals) {
    const total = hand.holds.total ?? 0;
    items.push({ key: "total/dealer", look: `${total}`, x: row.x - 19, y: row.y + 54, make: () => pill(`${total}`, "total", 13) });
    if (hand.cards.length === 1) {
      const [, [x, y]] = inRow(row, 2);
      const size = readable(drawing, 11.5);
      items.push({ key: "slot/dealer/1", look: "card", x, y, make: () => [slot(row.w), words("Dealer’s", row.w / 2, row.w * 0.66, size, "felt-note print"), words("card", row.w / 2, row.w * 0.66 + 15, size, "felt-note print")] });
    }
    return items;
  }
  if (hand.name && places.dealerName) {
    const text = `Dealer: ${places.seats === "around" ? hand.name : hand.name.split(",")[0]}`;
    items.push({ key: "name/dealer", look: text, x: places.dealerName[0], y: places.dealerName[1], make: () => pill(text, "said", readable(drawing, 13)) });
    return items;
  }
  const up = hand.cards.find((one, at) => one && hand.faces[at] === "up");
  const hidden = hand.faces.filter((face) => face !== "up").length;
  if (places.dealerShows && up && hidden && !drawing.layout.void) {
    const { hole, up: above } = places.dealerShows;
    const [first, second] = [`${hidden} hole card${hidden > 1 ? "s" : ""}`, sentence(`${cardName(up).split(" ")[0]} up`)];
    items.push({ key: "hole", look: first, x: hole[0], y: hole[1], make: () => pill(first, "sum", readable(drawing, 12)) });
    items.push({ key: "up", look: second, x: above[0], y: above[1], make: () => pill(second, "sum", readable(drawing, 12)) });
  }
  return items;
}

/** @param {number} w */
const slot = (w) => s("rect", { width: w, height: w * RATIO, rx: w * 0.075, class: "slot" });

/** The own hands. @param {Drawing} drawing @param {Item[]} cards @param {Item[]} marks */
function own(drawing, cards, marks) {
  const { scene, places, layout } = drawing;
  const place = `seat ${scene.seat}`;
  const shown = handsAt(drawing, place);
  if (places.columns) {
    columns(drawing, shown, cards, marks);
    return;
  }
  const [hand] = shown;
  if (!hand) {
    if (layout.hands.get(`${place}/1`)?.folded) {
      const { x, y, w } = places.cards.own;
      marks.push({ key: "racked/own", look: "racked", x, y: y + (w * RATIO) / 2, make: () => words("Folded: cards in the rack", 0, 4, readable(drawing, 13), "felt-note") });
    }
    return;
  }
  const won = net(drawing, scene.seat, hand.number);
  const ring = wonBy(drawing, hand);
  const spots = inRow(places.cards.own, hand.cards.length);
  const called = hand.folded ? "folded" : ownName(drawing, hand.name);
  const holding = cardsHeld(drawing);
  marks.push(group(drawing, { ...hand, name: called }, "Your hand"));
  cards.push(...cardsOf(drawing, hand, spots, places.cards.own.w, { own: true, ring, holding: hand.folded ? [] : holding, dim: hand.void || hand.folded || (won !== null && won < 0 && !makesBonus(drawing)) }));
  const name = hand.void ? "Your hand is void" : called;
  if (name) {
    const until = places.seats !== "strip" ? "\n" : places.width > places.height ? /[,:]/ : ","; // a phone has less room, least on its side
    const whole = sentence(name.split(until)[0]);
    const text = widthOf(whole, 13.5, { bold: true }) > (places.nameMost ?? Infinity) ? whole.split(",")[0] : whole;
    const look = won !== null && won > 0 ? "said won" : holding.length && !hand.folded ? "said held" : "said";
    marks.push({ key: "name/own", look: `${text}/${look}`, x: places.name[0], y: places.name[1], make: () => pill(text, look, readable(drawing, 13.5)) });
  }
}

/**
 * The cards with which the own hand has won, its own and those of the table.
 * @param {Drawing} drawing
 * @param {Shown | undefined} hand
 */
function wonBy(drawing, hand) {
  return new Set(hand && (net(drawing, drawing.scene.seat, hand.number) ?? 0) > 0 ? hand.holds.cards : []);
}

/** Whether the hand earned something although it lost. @param {Drawing} drawing */
const makesBonus = ({ layout, scene }) => layout.settled.some((one) => one.seat === scene.seat && !one.stake && one.returned);

/**
 * @param {Drawing} drawing
 * @param {Shown[]} shown
 * @param {Item[]} cards
 * @param {Item[]} marks
 */
function columns(drawing, shown, cards, marks) {
  const { scene, places, layout } = drawing;
  const set = /** @type {NonNullable<Places["columns"]>} */ (places.columns);
  const xs = columnsX(drawing, shown.length);
  const apart = shown.length > 1 && !places.oneLarge ? Math.abs(xs[0] - xs[1]) : Infinity;
  shown.forEach((hand, at) => {
    const x = xs[hand.number - 1] ?? xs[at];
    const small = isSmall(drawing, hand.number, shown.length);
    const pile = stacked(drawing, hand.number, shown.length);
    const row = pile ? { ...set.row, ...pile } : small ? { ...set.row, w: 50, step: 20 } : set.row;
    const doubled = hand.actions.indexOf("double") >= 0 ? 2 : -1;
    const spread = pile ? 26 : small ? 50 : Math.min(96, apart - row.w - 8);
    const step = Math.min(row.step, spread / Math.max(1, hand.cards.length - 1));
    const wide = row.w + step * (hand.cards.length - 1);
    const spots = hand.cards.map((_, index) => /** @type {[number, number]} */ ([x - wide / 2 + index * step, row.y]));
    if (spots[doubled]) spots[doubled][0] = Math.min(spots[doubled][0], Math.min(x + Math.min(apart, set.frame.w) / 2, places.width) - 4 - sidewaysBy(row.w));
    const won = net(drawing, scene.seat, hand.number);
    const done = shown.length > 1 && hand.number < scene.hand;
    cards.push(...cardsOf(drawing, hand, spots, row.w, { own: true, dim: hand.void || done || (won !== null && won < 0), sideways: doubled }));
    marks.push(group(drawing, hand, shown.length > 1 ? `Your ${ORDINALS[hand.number].toLowerCase()} hand` : "Your hand"));
    const sum = hand.holds.total ?? 0;
    const playing = !layout.over && scene.hand === hand.number && scene.people.get(scene.seat)?.state === "turn";
    marks.push({ key: `total/${hand.place}/${hand.number}`, look: `${sum}/${playing}`, x, y: pile?.total ?? set.total, make: () => pill(`${sum}`, playing ? "total playing" : "total", pile ? 12 : 13.5) });
    const name = shown.length > 1 ? `${ORDINALS[hand.number]} hand${stateOf(drawing, hand, playing)}` : playing ? "Your turn" : "";
    if (name && !pile) {
      const short = small ? `Hand ${hand.number}` : widthOf(name, 12, { bold: true }) > apart - 4 ? name.replace(/^(\w+) hand/, `Hand ${hand.number}`) : name;
      marks.push({ key: `name/own/${hand.number}`, look: `${short}/${playing}`, x, y: small ? row.y + 50 * RATIO + 20 : set.name, make: () => words(short, 0, 4, 12, playing ? "hand-name playing" : "hand-name") });
    }
  });
}

/** @param {Drawing} drawing @param {Shown} hand @param {boolean} playing */
function stateOf({ scene, layout }, hand, playing) {
  if (hand.actions.includes("double")) return ", doubled";
  if (playing) return ", your turn";
  return hand.number > scene.hand && !layout.over ? ", waits" : "";
}

// --- several own hands: in columns, the first at our right; on a phone one is large and the others lie beside it

const BESIDE = { right: 340, left: 52 }; // the middles of small hands on a phone
const STACKED = { w: 36, step: 13, high: 50 }; // cards of hands that share a side

/** The number of the own hand in play. @param {Drawing} drawing @param {number} count */
const inPlay = ({ scene }, count) => Math.min(scene.hand || 1, count);

/** The middles of the columns of own hands, by number. @param {Drawing} drawing @param {number} count */
export function columnsX(drawing, count) {
  const { places } = drawing;
  const set = places.columns;
  if (!set) return [places.width / 2];
  const xs = set.x[Math.max(1, Math.min(4, count))];
  if (!places.oneLarge || count < 2) return xs;
  const large = inPlay(drawing, count);
  return Array.from({ length: count }, (_, at) => (at + 1 === large ? places.width / 2 : at + 1 < large ? BESIDE.right : BESIDE.left));
}

/**
 * Whether this own hand lies small beside the one in play.
 * @param {Drawing} drawing
 * @param {number} number
 * @param {number} count
 */
export function isSmall(drawing, number, count) {
  return Boolean(drawing.places.oneLarge) && count > 1 && number !== inPlay(drawing, count);
}

/**
 * Where a small hand lies that shares its side with others: then its total stands on its cards, its sum below, and its chips are not drawn.
 * @param {Drawing} drawing
 * @param {number} number
 * @param {number} count
 */
export function stacked(drawing, number, count) {
  if (!isSmall(drawing, number, count)) return null;
  const large = inPlay(drawing, count);
  const side = Array.from({ length: count }, (_, at) => at + 1).filter((one) => one !== large && one < large === number < large);
  if (side.length < 2) return null;
  const { w, step, high } = STACKED;
  const y = (side.length === 2 ? 296 : 268) + side.indexOf(number) * (side.length === 2 ? 100 : 84);
  return { y, w, step, total: y + high - 4, sum: y + high + 18 };
}

// --- what the own hand holds, as the house says it

/** @param {Layout} layout @param {number} seat */
export const ownHolds = (layout, seat) => layout.hands.get(`seat ${seat}/1`)?.holds ?? {};

/**
 * The line of the printed pay table that the own hand holds, and what it pays. Empty if it holds none.
 * @param {Drawing} drawing
 */
function lineHeld({ holds, scene, places }) {
  const line = holds.lines?.[0] ?? "";
  const odds = scene.pays?.[line] ?? places.board?.lines.find(([category]) => category === line)?.[2] ?? "";
  return { line, odds, pays: odds !== "" && odds !== "lose" };
}

/** The cards that make that line, while the hand is not over. @param {Drawing} drawing */
function cardsHeld(drawing) {
  const { layout, scene, holds } = drawing;
  const hand = layout.hands.get(`seat ${scene.seat}/1`);
  return hand && !hand.name && !layout.over && lineHeld(drawing).pays ? holds.cards ?? [] : [];
}

/**
 * Whether every card of the cross lies open. Before that, the name of a hand is that of its first three cards.
 * @param {Drawing} drawing
 */
export const crossIsOpen = ({ layout, memory }) => Object.keys(CROSS).every((place) => (layout.hands.get(`${place}/1`)?.faces[0] ?? memory.kept.get(`${place}/1`)?.faces[0]) === "up");

/**
 * The words under the own hand: what the dealer called it, or what its cards make so far.
 * @param {Drawing} drawing
 * @param {string} called
 */
function ownName(drawing, called) {
  const { holds, layout, game } = drawing;
  if (game.wide.makes) return crossIsOpen(drawing) ? called : ""; // where there are lines of a cross, each has its words
  if (called) return called;
  const { odds, pays } = lineHeld(drawing);
  const more = [...layout.hands.values()].some((hand) => hand.cards.includes(null)); // a card of the table is still hidden
  return `${holds.name ?? ""}${pays && more ? `: ${odds === "push" ? "a push" : odds} already` : ""}`;
}
