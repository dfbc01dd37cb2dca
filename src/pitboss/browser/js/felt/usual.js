// The felt of a game that has none of its own: its places at every size, from its wagers and the places of its cards.

import { RATIO } from "../draw/cards.js";
import { partOf } from "../games.js";
import { speechOf } from "../speech.js";
import { placeName } from "../table/telling.js";
import { sentence } from "../words.js";
import { LINE, LINES, labelLines, labelWidth } from "./areas.js";
import { PHONE, SIDE, TABLET, WIDE } from "./places.js";
import { widthOf } from "./print.js";

/** @import { FeltPlace, Game } from "../../protocol.d.ts" */
/** @import { Bets, GamePlaces, Places } from "./places.js" */

/**
 * The room that a size of the felt leaves between the seats of others.
 * @typedef {object} Room
 * @property {Pick<Places, "width" | "height" | "seats" | "plate" | "clock"> & Partial<Places>} base
 * @property {[number, number]} from its top and its bottom
 * @property {number} house the width for cards of the dealer and of the board
 * @property {number} own the width for the own areas and cards
 * @property {{house: number, own: number}} card the largest widths of cards
 * @property {number} r the largest radius of an area
 * @property {number} size of printed names
 * @property {number} title the largest size of the title; 0 if there is none
 * @property {boolean} [low] whether the dealer and the board must lie beside each other
 */

const SHOE = { words: [], deck: 1 };

/** @type {Record<"wide" | "tablet" | "phone" | "side", Room>} */
const ROOMS = {
  wide: { base: { ...WIDE, shoe: { ...SHOE, box: { x: 766, y: 35, w: 61, h: 57 } } }, from: [64, 662], house: 470, own: 436, card: { house: 78, own: 86 }, r: 35, size: 13.5, title: 28 },
  tablet: { base: { ...TABLET, shoe: { ...SHOE, box: { x: 594, y: 34, w: 56, h: 52 } } }, from: [64, 600], house: 384, own: 392, card: { house: 72, own: 94 }, r: 35, size: 12.5, title: 24 },
  phone: { base: PHONE, from: [132, 632], house: 366, own: 374, card: { house: 72, own: 84 }, r: 34, size: 12.5, title: 0 },
  side: { base: SIDE, from: [42, 343], house: 304, own: 524, card: { house: 54, own: 68 }, r: 23, size: 11, title: 0, low: true },
};
const NAME = 29; // under a hand: what it is
const RISE = 14; // above the own hand: cards that have won rise
const CAPTION = 20; // under one of several boards: what it is called
const FRAME = 10; // round a single board
const APART = 18; // between two boards
const BETWEEN = 6; // between two cards
const GAP = 5; // the least between what lies above each other
const NAMES_APART = 4;
const STEP = { least: 62, most: 116 }; // between the middles of two areas
const LEAST_CARD = 44;
const SHRUNK = 0.86; // the title goes before all else is made smaller than this
const CLOSE = 0.53; // then what a wager won stands in place of its name
const SMALLEST = 0.5;
const TAG = 22; // below the name of an area: what it won
const EXAMPLE = "$500"; // what may stand beside the name of a wager
const ANY = [1, 2, 3, 4, 5, 6, 7]; // cards at a place, if the game does not say how many
const GUESS = 5;

/** Where a game's cards and chips lie: on its own felt, or else on the usual one. @param {Game} game @returns {Promise<GamePlaces>} */
export const placesOf = async (game) => (await partOf(game.name, "felt"))?.default ?? usualPlaces(game);

/** @param {Pick<Game, "name" | "title" | "felt">} game @returns {GamePlaces} */
export function usualPlaces({ name, title, felt: { areas, places } }) {
  const speech = speechOf(name);
  const labels = Object.fromEntries(areas.map(({ wager }) => [wager, sentence(speech.wager(wager))]));
  const staked = areas.filter(({ wager, on }) => wager === on);
  const laid = { title, labels, wagers: staked.map(({ wager }) => wager), places };
  return {
    title,
    labels,
    totals: false,
    main: staked.filter(({ side }) => !side).map(({ wager }) => wager),
    earned: Object.fromEntries(areas.filter(({ wager, on }) => wager !== on).map(({ wager, on }) => [wager, on])),
    wide: laidOut(ROOMS.wide, laid),
    tablet: laidOut(ROOMS.tablet, laid),
    phone: laidOut(ROOMS.phone, laid),
    side: laidOut(ROOMS.side, laid),
  };
}

/** @typedef {{title: string, labels: Record<string, string>, wagers: string[], places: readonly FeltPlace[]}} Laid what lies on the felt */

/** Something that lies across the felt: how high it is, and where it puts its things. `k` is how large they are, 1 at most. @typedef {{high: (k: number) => number, lay: (y: number, k: number) => void}} Band */

/**
 * Cards of the house, the title, areas and own cards, from top to bottom. If they are too high, they are made smaller.
 * @param {Room} room
 * @param {Laid} laid
 * @returns {Places}
 */
function laidOut(room, laid) {
  const { base, from: [top, bottom] } = room;
  const { width, seats } = base;
  /** @type {Places} */
  const made = { ...base, print: [], also: [], boards: [], cards: {}, areas: {}, call: { x: width / 2, y: top - 32, side: "over", most: width - 50 }, name: [0, 0], banner: { x: 0, y: 0, w: 0, h: 76 } };
  const house = houseRows(room, laid.places).map((row) => houseBand(room, row, made));
  const title = titleBand(room, laid.title, made);
  const own = ownBand(room, laid.places, made);
  const heightOf = (/** @type {Band[]} */ bands, /** @type {number} */ k) => bands.reduce((sum, one) => sum + one.high(k) + GAP, -GAP);
  const fitting = (/** @type {Band[]} */ bands) => {
    let k = 1;
    while (k > SMALLEST && heightOf(bands, k) > bottom - top) k -= 0.02;
    return k;
  };
  const [roomy, close] = [true, false].map((tagged) => areaBands(room, laid, made, tagged));
  const ways = [...(title ? [{ bands: [...house, title, ...roomy, own], least: SHRUNK }] : []), { bands: [...house, ...roomy, own], least: CLOSE }, { bands: [...house, ...close, own], least: 0 }];
  const { bands } = ways.find((way) => fitting(way.bands) >= way.least) ?? ways[0];
  const k = fitting(bands);
  const gap = GAP + Math.max(0, bottom - top - heightOf(bands, k)) / Math.max(1, bands.length - 1);
  let y = top;
  for (const band of bands) {
    band.lay(y, k);
    y += band.high(k) + gap;
  }
  if (seats !== "strip") made.bets = betsOf(laid.wagers, seats === "around");
  callBeside(room, made);
  bannerOver(room, made);
  return made;
}

// --- the cards of the house

/** @param {FeltPlace | undefined} place the most cards that it gets */
const countOf = (place) => place?.sizes.at(-1) ?? GUESS;

/** @param {FeltPlace | undefined} place */
const sizesOf = (place) => (place?.sizes.length ? [...place.sizes] : ANY);

/** The dealer's cards, and below them those of the board. @param {Room} room @param {readonly FeltPlace[]} places */
function houseRows({ low }, places) {
  const house = places.filter(({ place }) => place !== "seat");
  const rows = low ? [house] : [house.filter(({ place }) => place === "dealer"), house.filter(({ place }) => place !== "dealer")];
  return rows.filter((row) => row.length);
}

/**
 * Places side by side: the width of their cards, the step between two, and where each place begins.
 * @param {FeltPlace[]} row
 * @param {number} middle
 * @param {number} width
 * @param {number} largest
 */
function sideBySide(row, middle, width, largest) {
  const counts = row.map(countOf);
  const more = counts.reduce((sum, count) => sum + count - 1, 0);
  const room = width - APART * (row.length - 1);
  const w = Math.min(largest, Math.max(LEAST_CARD, (room - BETWEEN * more) / (row.length + more)));
  const step = Math.min(w + BETWEEN, (room - row.length * w) / Math.max(1, more));
  const spans = counts.map((count) => w + (count - 1) * step);
  let x = middle - (spans.reduce((sum, one) => sum + one, 0) + APART * (row.length - 1)) / 2;
  const starts = spans.map((span) => {
    const at = x;
    x += span + APART;
    return at;
  });
  return { w, step, spans, starts };
}

/** @param {Room} room @param {FeltPlace[]} row @param {Places} made @returns {Band} */
function houseBand(room, row, made) {
  const { base, size } = room;
  const boards = row.filter(({ place }) => place !== "dealer");
  const framed = row.length === 1 && boards.length === 1;
  const [over, under] = [framed ? FRAME : 0, boards.length < row.length ? NAME : framed ? FRAME : CAPTION];
  const middle = base.width / 2;
  const width = room.low && row.length > 1 ? base.width - 24 : room.house;
  const across = (/** @type {number} */ k) => sideBySide(row, middle, width, room.card.house * k);
  return {
    high: (k) => over + across(k).w * RATIO + under,
    lay: (top, k) => {
      const { w, step, spans, starts } = across(k);
      const y = top + over;
      const end = y + w * RATIO;
      row.forEach((place, at) => {
        const [x, span, count] = [starts[at], spans[at], countOf(place)];
        const centre = x + span / 2;
        if (place.place === "dealer" || !place.sizes.length) made.cards[place.place] = { x: centre, y, w, step, sizes: sizesOf(place), most: span };
        else made.cards[place.place] = { x, y, w, step, at: Array.from({ length: count }, (_, nth) => [x + nth * step, y]) };
        if (place.place === "dealer") {
          const named = end + NAME / 2 + 2;
          made.dealerName = [centre, named];
          if (row.length === 1 && place.up && place.up < count) made.dealerShows = { hole: [centre - 58, named], up: [centre + 62, named] };
          return;
        }
        made.boards?.push(place.place);
        if (framed) made.frame = { x: centre, y: (y + end) / 2, w: span + 2 * FRAME, h: end - y + 2 * FRAME };
        else made.also?.push({ text: placeName(place.place, String), x: centre, y: end + size + 3, size });
      });
    },
  };
}

// --- the title

/** @param {Room} room @param {string} text @param {Places} made @returns {Band | null} null if there is no room for it */
function titleBand({ base, title, size: least }, text, made) {
  const half = base.width * 0.29;
  const size = Math.min(title, (1.9 * half) / widthOf(text.toUpperCase(), 1, { bold: true, serif: true, spaced: 0.23 }));
  if (size < least) return null;
  const bend = title;
  return {
    high: () => size + bend,
    lay: (y) => made.print.push({ text, x: base.width / 2, y: y + size * 0.85 + bend, size, bend, half, title: true }),
  };
}

// --- the own areas and cards

/**
 * Rows of areas, in reading order. There are as few as the names allow.
 * @param {Room} room
 * @param {Laid} laid
 * @param {Places} made
 * @param {boolean} tagged whether below each name there is room to say what the wager won; else that stands in its place
 * @returns {Band[]}
 */
function areaBands(room, { wagers, labels }, made, tagged) {
  const { base, size, own } = room;
  const words = wagers.flatMap((wager) => labels[wager].toUpperCase().split(" "));
  const widest = Math.max(STEP.least, ...words.map((word) => labelWidth(word, size, true) + NAMES_APART));
  const rowsWith = (/** @type {number} */ step) => Math.ceil(wagers.length / Math.max(1, Math.floor(own / step)));
  const rows = Math.min(rowsWith(widest), Math.max(2, rowsWith(STEP.least))); // no third row for the sake of a long name
  const across = Math.ceil(wagers.length / rows);
  const step = Math.min(STEP.most, own / across);
  const most = step - NAMES_APART;
  const radius = (/** @type {number} */ k) => Math.min(room.r * k, step / 2 - 4);
  const high = (/** @type {string} */ amount, lines = LINES) => Math.max(...wagers.map((wager) => labelLines(labels[wager], amount, { size, most }, lines).length)) * size * LINE;
  const name = size * 0.6 + high("", LINES - 1);
  const under = Math.max(size * 0.6 + high(EXAMPLE), tagged ? name + TAG : 0);
  return Array.from({ length: rows }, (_, row) => ({
    high: (k) => 2 * radius(k) + under,
    lay: (top, k) => {
      const r = radius(k);
      const these = wagers.slice(row * across, (row + 1) * across);
      these.forEach((wager, at) => {
        const [x, y] = [base.width / 2 + (at - (these.length - 1) / 2) * step, top + r];
        made.areas[wager] = [{ x, y, r, label: [x, y + r + size * 1.35], size, most, ...(tagged ? { below: y + r + name + TAG / 2 } : { tag: "name" }) }];
      });
    },
  }));
}

/** @param {Room} room @param {readonly FeltPlace[]} places @param {Places} made @returns {Band} */
function ownBand({ base, own, card }, places, made) {
  const seat = places.find(({ place }) => place === "seat");
  const count = countOf(seat);
  const width = (/** @type {number} */ k) => Math.max(LEAST_CARD, Math.min(card.own * k, (own - BETWEEN * (count - 1)) / count));
  return {
    high: (k) => RISE + width(k) * RATIO + NAME,
    lay: (top, k) => {
      const [x, y, w] = [base.width / 2, top + RISE, width(k)];
      made.cards.own = { x, y, w, step: w + BETWEEN + 2, sizes: sizesOf(seat), most: own };
      made.name = [x, y + w * RATIO + NAME / 2 + 2];
      made.nameMost = own;
    },
  };
}

// --- what stands beside the cards

/** The call: at the left of the first cards; on its side a phone has room at their right, or beside the own cards. @param {Room} room @param {Places} made */
function callBeside({ base, low, house }, made) {
  const { own, ...laid } = made.cards;
  const [first] = Object.values(laid).sort((one, other) => one.y - other.y || leftOf(one) - leftOf(other));
  if (base.seats === "strip" && !low) return; // it stands over them
  if (low) {
    const beside = Object.keys(laid).length > 1 ? own : first;
    const x = beside === own ? rightOf(own) + 12 : base.width / 2 + house / 2 + 4;
    made.call = { x, y: (beside ?? own).y + (beside ?? own).w * 0.7, side: "right", most: base.width - x - 11 };
    return;
  }
  const x = (first ? leftOf(first) : base.width / 2 - 120) - (made.frame ? FRAME : 0) - 14;
  made.call = { x, y: Math.min(108, first ? first.y + first.w * 0.7 : Infinity), side: "left", most: Math.min(180, x - 76) }; // seats of others are at the edge, and below it on a tablet
  if (base.seats === "around") made.crowdedCall = { x: 308, y: 28, side: "left", most: 280 };
}

/** @param {import("./places.js").Row} row */
const wideOf = ({ w, step, at, sizes, most = Infinity }) => Math.min(most, w + ((at?.length ?? sizes?.at(-1) ?? 1) - 1) * step);

/** @param {import("./places.js").Row} row */
const leftOf = (row) => (row.at ? row.x : row.x - wideOf(row) / 2);

/** @param {import("./places.js").Row} row */
const rightOf = (row) => leftOf(row) + wideOf(row);

/** The banner of a void round: where the title is, or else over the areas. @param {Room} room @param {Places} made */
function bannerOver({ base, low, own }, made) {
  const { call, print: [title], areas } = made;
  if (low && call.side === "right" && call.y < base.height / 2) {
    made.banner = { x: (call.x + base.width) / 2, y: call.y, w: base.width - call.x - 4, h: 60, small: true };
    return;
  }
  const lie = Object.values(areas).flat().map(({ y }) => y);
  made.banner = { x: base.width / 2, y: title ? title.y - title.size : (Math.min(...lie) + Math.max(...lie)) / 2, w: Math.min(own + 58, base.width - 40), h: 76 };
}

// --- the bets of other seats

/** Where they lie from the middle of the plate: a square of four or nine, or on a tablet up to two rows below it. @param {string[]} wagers @param {boolean} around @returns {Bets} */
function betsOf(wagers, around) {
  const few = wagers.length <= 4;
  const r = around ? (few ? 13 : 9) : few ? 12 : 9;
  const across = around ? (few ? 2 : 3) : 4;
  const [x, y, apart, down] = around ? (few ? [76, -76, 30, 32] : [72, -86, 21, 21]) : few ? [54, 36, -27, 0] : [54, 29, -20, 20];
  const spots = Object.fromEntries(wagers.slice(0, around ? 9 : 8).map((wager, at) => [wager, [{ x: x + (at % across) * apart, y: y + Math.floor(at / across) * down, r }]]));
  return { spots, sum: around ? [91, -18] : [-56, few ? 36 : 39], won: around ? [138, -60] : [80, 36] };
}
