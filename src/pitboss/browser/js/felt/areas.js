// Areas for wagers: the own ones, which are buttons, and those of other seats. Chips on them, and what they won.

import { s } from "../dom.js";
import { rise, stack } from "../draw/chips.js";
import { dollars, signed } from "../words.js";
import { columnsX, handsAt, isSmall, stacked } from "./hands.js";
import { item } from "./layer.js";
import { legible, lines, pill, pillSize, readable, shortened, widthOf, words } from "./print.js";
import { chosenLine } from "./scene.js";

/** @import { Item } from "./layer.js" */
/** @import { Spot, Places } from "./places.js" */
/** @import { Drawing, AreaState } from "./scene.js" */

/** How a hand in a column ended. `void` if nothing of it was decided: an event says so of each wager. @typedef {{paid: number, back: number, void: boolean}} Net */

const NAMED = 78; // the widest tag that has the name of its wager

/** @typedef {{wager: string, hand: number, spot: Spot, amount: number, won: number, result: string, paid: number, back: number, coupon: number, hidden?: boolean}} Laid `hidden` where there is no room to draw it */

/**
 * What lies, or lay, on an area.
 * @param {Drawing} drawing
 * @param {number} seat
 * @param {string} wager
 * @param {number} hand
 * @param {Spot} spot
 * @returns {Laid}
 */
function laid({ layout, game }, seat, wager, hand, spot) {
  const laid = { wager, hand, spot, amount: 0, won: 0, result: "", paid: 0, back: 0, coupon: 0 };
  for (const one of layout.stakes.values()) {
    if (one.seat !== seat || one.hand !== hand || one.wager !== wager) continue;
    laid.amount += one.amount;
    laid.coupon += one.coupon || 0;
  }
  for (const one of layout.settled) {
    if (one.seat !== seat || one.hand !== hand || (game.earned?.[one.wager] ?? one.wager) !== wager) continue;
    const [stake, back] = [one.stake || 0, one.returned || 0];
    laid.paid += back - stake;
    if (!laid.result || one.result === "win") laid.result = one.result;
    laid.back += back;
    if (one.result !== "void") laid.amount += Math.min(stake, back); // void stakes go back at once
    laid.won += Math.max(0, back - stake);
  }
  return laid;
}

/** The own areas that this table has. @param {Drawing} drawing */
function ownAreas(drawing) {
  const { scene, places, layout, game } = drawing;
  const line = chosenLine(layout.hands.get(`seat ${scene.seat}/1`));
  /** @type {Laid[]} */
  const found = [];
  for (const [wager, spots] of Object.entries(places.areas)) {
    for (const spot of spots) {
      const one = laid(drawing, scene.seat, wager, 1, spot);
      if (spot.line && line && spot.line !== line) Object.assign(one, { amount: 0, won: 0, paid: 0, result: "" });
      if (spot.line && !line) Object.assign(one, { amount: 0, won: 0 });
      const known = scene.areas.has(`${wager}/1`);
      if (!known && !one.amount && !one.result && !game.main.includes(wager)) continue;
      found.push(one);
    }
  }
  const set = places.columns;
  if (set) {
    const count = Math.max(1, handsAt(drawing, `seat ${scene.seat}`).length);
    const xs = columnsX(drawing, count);
    for (let hand = 1; hand <= count; hand++) {
      const small = isSmall(drawing, hand, count);
      for (const [wager, spot] of Object.entries(set.spots)) {
        const x = xs[hand - 1] + spot.x * (small ? 0.45 : 1);
        const y = small ? set.row.y + 148 : spot.y;
        const r = spot.r && small ? 15 : spot.r;
        const moved = { ...spot, x, y, r, ...(small && spot.w ? { w: undefined, h: undefined, r: 15 } : {}), label: spot.label && !small ? /** @type {[number, number]} */ ([xs[hand - 1] + spot.label[0], spot.label[1]]) : undefined };
        const one = laid(drawing, scene.seat, wager, hand, moved);
        const gone = Boolean(spot.unprinted) && !one.amount;
        if (gone && !one.result) continue;
        one.hidden = gone || Boolean(stacked(drawing, hand, count));
        found.push(one);
      }
    }
  }
  return found;
}

/** @param {Drawing} drawing */
export function areas(drawing) {
  const { scene, game } = drawing;
  if (!scene.seat) return [];
  return ownAreas(drawing)
    .filter(({ hidden }) => !hidden)
    .filter(({ wager, hand, amount, spot }) => !spot.fleeting || amount || ["open", "chosen"].includes(scene.areas.get(`${wager}/${hand}`)?.state || ""))
    .map((one) => {
      const { wager, hand, spot, amount } = one;
      const state = scene.areas.get(`${wager}/${hand}`);
      const label = spot.text || game.labels[wager] || wager;
      const lit = Boolean(spot.line && drawing.lit === spot.line);
      const look = `${amount}/${one.coupon}/${state ? `${state.state}/${state.amount}/${state.why}` : ""}/${one.result}/${spot.r}/${spot.w}/${spot.x}/${spot.y}/${lit}`;
      return item(`area/${wager}/${hand}/${spot.line || ""}`, look, spot, () => areaOf(one, label, state, lit, tagIsName(drawing.places, one) && !inColumn(drawing.places, wager), readable(drawing, 0)));
    });
}

/**
 * @param {Laid} one
 * @param {string} label
 * @param {AreaState | undefined} state
 * @param {boolean} lit
 * @param {boolean} unnamed whether something else stands in place of its name
 * @param {number} least the smallest size of words
 */
function areaOf({ wager, hand, spot, amount, result, coupon }, label, state, lit, unnamed, least) {
  const open = state?.state === "open" || state?.state === "chosen";
  const off = state && !open && !amount && !result;
  const offered = open && !amount && state?.amount ? dollars(state.amount) : "";
  const said = amount ? `${label}, ${dollars(amount)}${coupon ? ` and a coupon of ${dollars(coupon)}` : ""}` : offered ? `${label}, empty, ${offered}` : `${label}, empty`;
  const look = ["area", open && "open", lit && "lit", off && "off", amount ? "staked" : "", result && `is-${result}`];
  const size = Math.max(least, spot.size || 12);
  const [lx, ly] = spot.label ? [spot.label[0] - spot.x, spot.label[1] - spot.y] : [0, 0];
  const tagged = result && spot.below; // what it won stands in place of the amount
  const named = tagged ? labelLines(label, "", { ...spot, size }, LINES - 1) : labelLines(label, amount && !spot.plain ? dollars(amount) : "", { ...spot, size });
  const empty = !amount && !result;
  const high = Math.max(44, spot.r ? spot.r * 2 : spot.h || 0);
  const wide = Math.max(44, spot.r ? spot.r * 2 : spot.w || 0);
  const looks = {
    class: look.filter(Boolean).join(" "), role: "button", tabindex: open ? 0 : -1,
    "aria-label": spot.line ? `${said}, ${spot.line}` : said, "aria-disabled": open ? null : "true", "aria-description": state?.why || null,
    "data-area": wager, "data-hand": hand, "data-line": spot.line || null, "data-staked": amount ? "1" : null,
  };
  return s("g", looks,
    s("rect", { x: -wide / 2, y: -high / 2, width: wide, height: high, fill: "transparent" }),
    ...(spot.kind === "slot" ? coinSlot(spot, amount) : [shape(spot)]),
    ...(spot.label && !unnamed ? named.map((line, at) => words(line, lx, ly + at * size * LINE, size, isTight(line, spot, size) ? "print label tight" : "print label")) : []),
    ...(empty && spot.inside ? inside(label, offered, spot, least) : []),
    empty && open && !spot.inside && spot.kind !== "slot" && words(offered || "+", 0, offered ? 5 : 7, offered ? 14 : 20, "print inside"),
    state?.state === "closed" && empty && lock(spot));
}

export const LINE = 1.15; // from line to line, in sizes
export const LINES = 3; // the most that stand under an area

/** The width of a line under an area. @param {string} line @param {number} size @param {boolean} tight whether its letters stand closer than usual */
export const labelWidth = (line, size, tight = false) => widthOf(line, size, { serif: true, spaced: tight ? 0.03 : 0.1 });

/** Whether a line has room only if its letters stand closer. @param {string} line @param {Spot} spot @param {number} size */
const isTight = (line, { most }, size) => Boolean(most && labelWidth(line, size) > most);

/**
 * The name of an area and the amount that lies there, in lines that are as wide as they may be.
 * @param {string} name
 * @param {string} amount
 * @param {{size: number, most?: number}} how
 * @param {number} rows the most lines
 */
export function labelLines(name, amount, { size, most = Infinity }, rows = LINES) {
  const width = (/** @type {string} */ line) => labelWidth(line, size, true);
  const broken = (/** @type {string} */ text) => lines(text.toUpperCase(), most, (line) => labelWidth(line, size)).map((line) => shortened(line, most, width));
  const whole = broken(amount ? `${name} ${amount}` : name);
  if (whole.length <= rows) return whole;
  const kept = broken(name).slice(0, amount ? rows - 1 : rows);
  const last = shortened(`${kept[kept.length - 1]}…`, most, width);
  return [...kept.slice(0, -1), last, ...(amount ? [amount] : [])];
}

/** @param {string} label @param {string} offered @param {Spot} spot @param {number} least the smallest size of words */
function inside(label, offered, spot, least) {
  const name = label.toUpperCase();
  if (spot.r) {
    const size = Math.max(least, Math.min(12, spot.r * 0.42));
    const tight = labelWidth(name, size) > spot.r * 2 - 4;
    return [words(offered || name, 0, 4.5, offered ? 14 : size, tight && !offered ? "print label tight inside" : "print label inside")];
  }
  const whole = offered ? `${name} ${offered}` : name;
  if (widthOf(whole, 14, { serif: true, spaced: 0.1 }) < (spot.w || 0) - 12) return [words(whole, 0, 5, 14, "print label inside")];
  const small = Math.max(least, Math.min(12, ((spot.w || 0) - 14) / widthOf(name, 1, { serif: true, spaced: 0.06 })));
  return [words(name, 0, offered ? -4 : 4, small, "print inside narrow"), words(offered, 0, 16, 14.5, "print inside bold")];
}

/** @param {Spot} spot */
function shape(spot) {
  if (spot.r) return s("circle", { r: spot.r, class: "shape" });
  const [w, h] = [spot.w || 0, spot.h || 0];
  return s("rect", { x: -w / 2, y: -h / 2, width: w, height: h, rx: 8, class: "shape" });
}

/** The slot for the progressive coin, with its lamp at the left end. @param {Spot} spot @param {number} amount */
function coinSlot(spot, amount) {
  const [w, h] = [spot.w || 0, spot.h || 0];
  const left = -w / 2 + h / 2;
  return [
    s("rect", { x: -w / 2, y: -h / 2, width: w, height: h, rx: h / 2, class: "shape slot-ground" }),
    s("circle", { cx: left, r: h * 0.34, class: amount ? "lamp-halo lit" : "lamp-halo" }),
    s("circle", { cx: left, r: h * 0.2, class: amount ? "lamp lit" : "lamp" }),
    s("rect", { x: left + h * 0.55, y: -3, width: w - h * 2.2, height: 6, rx: 3, class: "coin-slot" }),
    words("$1", w / 2 - h * 0.48, 4.4, 12.5, "slot-price"),
  ];
}

/** @param {Spot} spot */
function lock(spot) {
  const y = spot.inside ? (spot.r || (spot.h || 0) / 2) - 9 : 0;
  return s("path", { d: "M-5-1h10v7h-10zM-3-1v-2a3 3 0 0 1 6 0v2", transform: `translate(0 ${y})`, class: "lock" });
}

/**
 * The chips of one area, and what it won beside them.
 * @param {string} who
 * @param {Laid} one
 * @param {number} r
 * @param {number} beside how far winnings lie from the stake
 */
function chipsOn(who, { wager, hand, spot, amount, won }, r, beside) {
  const key = `${who}/${wager}/${hand}`;
  /** @type {Item[]} */
  const items = [];
  const left = won ? -beside * 0.37 : 0;
  const own = who === "own"; // those of others are too small for figures
  if (amount && spot.kind !== "slot") {
    items.push({ key: `chips/${key}`, look: `${amount}/${r}`, x: spot.x + left, y: spot.y + rise(amount, r) / 2, make: () => stack(amount, r, own) });
  }
  if (won) {
    const x = spot.x + (amount && spot.kind !== "slot" ? left + beside : 0);
    items.push({ key: `won/${key}`, look: `${won}/${r}`, x, y: spot.y + rise(won, r) / 2, make: () => stack(won, r, own) });
  }
  return items;
}

/** Whether a wager lies in the column of its hand, which has one sum. @param {Places} places @param {string} wager */
const inColumn = (places, wager) => Boolean(places.columns && wager in places.columns.spots);

/** Own chips, and tags that say what they won. @param {Drawing} drawing */
export function ownChips(drawing) {
  const { scene, places } = drawing;
  /** @type {Item[]} */
  const chips = [];
  /** @type {Item[]} */
  const marks = [];
  if (!scene.seat) return { chips, marks };
  /** @type {Map<number, number>} */
  const sums = new Map();
  /** @type {Map<number, Net>} what the hands in columns have won or lost */
  const nets = new Map();
  for (const one of ownAreas(drawing)) {
    const { spot } = one;
    const size = spot.r || Math.min(spot.w || 0, spot.h || 0) / 2;
    const r = Math.max(9, Math.min(29, size * (one.won ? 0.58 : 0.7)));
    if (!one.hidden) chips.push(...chipsOn("own", one, r, places.seats === "strip" ? r * 1.4 : Math.max(36, r * 1.9)));
    sums.set(one.hand, (sums.get(one.hand) || 0) + (spot.apart ? 0 : one.amount));
    if (one.coupon) {
      const text = `+ ${dollars(one.coupon)} coupon`;
      marks.push({ key: `coupon/${one.wager}/${one.hand}`, look: text, x: spot.x, y: spot.y + size - 4, make: () => pill(text, "coupon", readable(drawing, 11)) });
    }
    const tag = tagOf(one);
    if (!tag) continue;
    if (inColumn(places, one.wager)) {
      const before = nets.get(one.hand);
      nets.set(one.hand, { paid: (before?.paid || 0) + one.paid, back: (before?.back || 0) + one.back, void: (before?.void ?? true) && one.result === "void" });
      continue;
    }
    const [x, y] = tagPlace(drawing, one, r);
    const named = `${drawing.game.labels[one.wager] || one.wager} ${tag.text}`;
    const points = readable(drawing, 12);
    const usual = tagIsName(places, one) && !spot.most && pillSize(named).w < NAMED ? named : tag.text;
    const text = spot.most && pillSize(usual, points).w > spot.most ? tag.brief ?? usual : usual;
    marks.push({ key: `tag/${one.wager}/${one.hand}/${spot.line || ""}`, look: text + tag.look, x, y, make: () => pill(text, `tag ${tag.look}`, points) });
  }
  if (places.columns) {
    const count = Math.max(1, handsAt(drawing, `seat ${scene.seat}`).length);
    const xs = columnsX(drawing, count);
    for (const [hand, sum] of sums) {
      const net = nets.get(hand);
      if (!sum && net === undefined) continue;
      const small = isSmall(drawing, hand, count);
      if (places.oneLarge && !small && net === undefined) continue;
      const y = stacked(drawing, hand, count)?.sum ?? (small ? places.columns.row.y + 180 : places.columns.sum);
      const text = !net ? dollars(sum) : net.void ? `${dollars(net.back)} back` : net.paid ? signed(net.paid) : "push";
      const look = !net?.paid ? "sum" : net.paid > 0 ? "tag won" : "tag lost";
      marks.push({ key: `sum/own/${hand}`, look: text + look, x: xs[hand - 1], y, make: () => pill(text, look, 12) });
    }
  }
  return { chips, marks };
}

/**
 * Whether the tag of a settled area takes the place of its name: on a phone, and where the name stands aside.
 * @param {Places} places
 * @param {Laid} one
 */
const tagIsName = (places, { result, spot }) => Boolean(result && spot.label && !spot.below && (places.seats === "strip" || spot.tag === "name"));

/**
 * Where the tag of a settled area stands: in place of its name, in the area itself if no chips lie there, or beside it.
 * @param {Drawing} drawing
 * @param {Laid} one
 * @param {number} r of its chips
 */
function tagPlace({ places }, one, r) {
  const { spot, amount, won } = one;
  if (spot.below) return [spot.x, spot.below];
  if (tagIsName(places, one) && spot.label) return [spot.label[0], spot.label[1] - 4];
  if (!amount && !won && spot.kind !== "slot") return [spot.x, spot.y];
  if (spot.tag && spot.tag !== "name") return spot.tag;
  return [spot.x, spot.y - Math.max(spot.r || (spot.h || 0) / 2, r + rise(Math.max(amount, won), r) / 2) - 13];
}

/** What a settled area says, and in brief. @param {Laid} one @returns {{text: string, brief?: string, look: string} | null} */
function tagOf({ result, paid, back }) {
  if (!result) return null;
  if (paid > 0) return { text: signed(paid), look: "won" };
  if (result === "void") return { text: `${dollars(back)} back`, brief: "back", look: "back" };
  if (result !== "push" && paid < 0) return { text: signed(paid), look: "lost" };
  return { text: "comes back", brief: "back", look: "back" };
}

/** The bets of other seats. @param {Drawing} drawing @param {Map<number, import("./seats.js").Seated>} seats */
export function otherBets(drawing, seats) {
  const { scene, places, layout, game } = drawing;
  /** @type {{areas: Item[], chips: Item[], marks: Item[]}} */
  const made = { areas: [], chips: [], marks: [] };
  const bets = places.bets;
  if (!bets) return made;
  for (const [seat, at] of seats) {
    if (!scene.people.has(seat)) continue;
    const line = chosenLine(layout.hands.get(`seat ${seat}/1`));
    const [inwards, up] = at.above ? [places.seats === "sides" ? 0 : bets.sum[0], bets.sum[1] + 86] : [0, at.lift];
    const at100 = (/** @type {{x: number, y: number}} */ spot) => ({ x: at.x - at.side * (spot.x - inwards) * at.scale, y: at.y + (spot.y - up) * at.scale });
    const staked = layout.stakesOf(seat);
    let won = 0;
    for (const [wager, spots] of Object.entries(bets.spots)) {
      for (const spot of spots) {
        const where = at100(spot);
        if (places.seats === "sides" && spot.line === "vertical") continue;
        const numbers = new Set([1, ...staked.filter((one) => one.wager === wager).map((one) => one.hand)]);
        const sum = { amount: 0, won: 0, result: "" };
        for (const number of numbers) {
          const one = laid(drawing, seat, wager, number, spot);
          sum.amount += one.amount;
          sum.won += one.won;
          sum.result ||= one.result;
        }
        const mine = !spot.line || spot.line === line || (places.seats === "sides" && line);
        const r = (spot.r || Math.min(spot.w || 0, spot.h || 0) / 2) * at.scale;
        if (game.main.includes(wager) && !game.totals) {
          const { size = 9 } = spot;
          const empty = !(sum.amount && mine);
          const name = empty && spot.inside && legible(drawing, at, size) === size && words((game.labels[wager] || wager).toUpperCase(), 0, 3.2, size, "print label");
          made.areas.push(item(`bet/${seat}/${wager}/${spot.line || ""}`, `${!empty}`, { ...where, scale: at.scale }, () => s("g", { class: "other-area" }, shape(spot), name)));
        }
        if (mine) won += sum.won;
        if (!mine || !sum.amount) continue;
        sum.won = 0;
        made.chips.push(...chipsOn(`seat ${seat}`, { wager, hand: 1, spot: { ...spot, ...where }, paid: 0, back: 0, coupon: 0, ...sum }, Math.max(5.5, Math.min(13, r * 0.85)), 0));
      }
    }
    const insured = laid(drawing, seat, "insurance", 1, { x: 0, y: 0 });
    if (insured.amount && places.insurance) {
      const nth = [...seats].filter(([other, one]) => one.side === at.side && Math.abs(other - scene.seat) < Math.abs(seat - scene.seat)).length;
      const spot = onTheLine(places.insurance, at.side, nth);
      made.chips.push(...chipsOn(`seat ${seat}`, { ...insured, spot, won: 0 }, 9, 0));
      won += insured.won;
    }
    if (won) made.chips.push({ key: `won/seat ${seat}`, look: `${won}`, ...at100({ x: bets.won[0], y: bets.won[1] }), scale: at.scale, make: () => stack(won, 11.5, false) });
    const total = staked.reduce((sum, one) => sum + one.amount, 0);
    if (total && at.crowd <= (bets.crowd ?? 5)) {
      const text = sumOf(drawing, seat, total);
      const size = legible(drawing, at, 12);
      const [usual, large] = [pillSize(text), pillSize(text, size)];
      const middle = at100({ x: bets.sum[0] + (large.w - usual.w) / 2, y: bets.sum[1] + (large.h - usual.h) / 2 }); // a larger pill grows away from plate and bets
      made.marks.push({ key: `sum/${seat}`, look: `${text}/${size.toFixed(1)}`, ...middle, scale: at.scale, make: () => pill(text, "sum", size) });
    }
  }
  return made;
}

/**
 * Where the insurance of another seat lies: on the line, towards its end at that seat’s side. The print and the own chips stay free.
 * @param {NonNullable<Places["insurance"]>} line
 * @param {-1 | 1} side
 * @param {number} nth seat of that side, nearest to us first
 */
function onTheLine({ x, y, half, r, thick }, side, nth) {
  const first = half * (side > 0 ? 0.87 : 0.8);
  const apart = Math.max(18, half * 0.063);
  const inner = side > 0 ? first - half * 0.21 : first; // more than three lie inwards, at our right beyond the own area
  const from = nth < 3 ? first + nth * apart : inner - (nth - 2) * apart;
  return { x: x + side * from, y: y + Math.sqrt(r ** 2 - from ** 2) - Math.sqrt(r ** 2 - half ** 2) + thick / 2 };
}

/**
 * "3 × $10" where the hands of a box stake the same beside their bonuses, else "$45 in 3".
 * @param {Drawing} drawing
 * @param {number} seat
 * @param {number} total
 */
function sumOf({ layout, game }, seat, total) {
  const hands = new Map();
  for (const one of layout.stakesOf(seat)) if (game.main.includes(one.wager)) hands.set(one.hand, (hands.get(one.hand) || 0) + one.amount);
  if (hands.size < 2) return dollars(total);
  const each = new Set(hands.values());
  return each.size === 1 ? `${hands.size} × ${dollars([...each][0])}` : `${dollars(total)} in ${hands.size}`;
}
