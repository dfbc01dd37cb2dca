// The table from the dealer's side: seat 1 at the left, the dealer's cards, the tray, shoe and rack at the bottom.

import { DEALERS_CROSS as CROSS } from "../cross.js";
import { h, s } from "../dom.js";
import { inlineCard } from "../draw/cards.js";
import { rise, stack } from "../draw/chips.js";
import { colourOf } from "../felt/seats.js";
import { netOf } from "../layout.js";
import { dollars, many, sentence } from "../words.js";

/** @import { LiveTable } from "../live.js" */

/** The chips of the tray from the left, dearest first. */
const TRAY = ["#de6a17", "#6b3fa3", "#6b3fa3", "#454b52", "#454b52", "#454b52", "#1e7b4d", "#1e7b4d", "#1e7b4d", "#1e7b4d", "#be2a38", "#be2a38", "#be2a38", "#be2a38", "#d8d3c6", "#d8d3c6"];
const CHIP = 14;
/** What stands on the plate of the place that gets the next card. */
export const NEXT_CARD = "next card";

/** What a place is called at the desk. @param {string} place */
const placeCalled = (place) => (place === "dealer" ? "your hand" : place);

/** @param {LiveTable} table @param {string} place @param {number} width */
export function hands(table, place, width) {
  return table.layout.handsAt(place).map((number) => {
    const hand = table.layout.hand(place, number);
    const cards = hand.cards.map((code, at) => inlineCard(hand.faces[at] === "up" ? code : null, width));
    const row = h("span", { class: `hand ${hand.void ? "void" : ""} ${cards.length > 3 ? "many" : ""}`, role: "group", "aria-label": `${sentence(placeCalled(place))}, ${many(cards.length, "card")}` }, cards);
    return h("span", { class: "held" }, row, hand.name && place !== "dealer" ? h("span", { class: "called" }, hand.name) : "");
  });
}

/** What stands on a seat's plate. @param {LiveTable} table @param {number} seat @param {string} player */
export function seatState(table, seat, player) {
  const layout = table.layout;
  const place = `seat ${seat}`;
  const ends = layout.settled.filter((e) => e.seat === seat && e.player === player);
  if (table.turn?.waiting?.includes(player) && table.turn.about !== "wagers" && !layout.over) return ["turn", "decides"];
  if (ends.length) {
    if (ends.every((e) => e.result === "void")) return ["void", `void ${ends[0].clause}`];
    const net = netOf(ends);
    return net > 0 ? ["won", `+${dollars(net)}`] : net < 0 ? ["lost", dollars(net)] : ["push", "push"];
  }
  const hand = layout.hand(place);
  if (hand.void) return ["void", "void"];
  if (hand.folded) return ["folded", "folded"];
  if (!layout.seats.has(seat)) return ["waits", "next round"];
  if (table.turn?.about === "wagers") return layout.stakesOf(seat).length ? ["", "wagered"] : ["waits", "no wager"];
  const cards = layout.handsAt(place).reduce((sum, number) => sum + layout.hand(place, number).cards.length, 0);
  return ["", cards ? many(cards, "card") : ""];
}

/**
 * @param {HTMLElement} felt
 * @param {LiveTable} table
 * @param {any} about the table as the house describes it
 * @param {string} says what the dealer said last
 * @param {{place: string, words: string} | null} next the place that is lit, and what stands on its plate
 */
export function drawFelt(felt, table, about, says, next = null) {
  const layout = table.layout;
  const many = about.positions;
  const all = Array.from({ length: many }, (_, at) => at + 1);
  const crowded = all.filter((seat) => table.seats.has(seat)).length > 5;
  const seats = all.map((seat) => {
    const player = table.seats.get(seat);
    const across = many === 1 ? 0 : (seat - 1) / (many - 1) * 2 - 1;
    const made = player === undefined ? h("div", { class: "seat open" }, h("div", { class: "plate" }, `Seat ${seat}: open`)) : taken(table, seat, player, next);
    made.style.setProperty("--drop", `${Math.round(across * across * 64)}px`);
    return made;
  });
  const places = layout.housePlaces;
  const cross = places.filter((place) => CROSS[place]);
  const shared = places.filter((place) => place !== "dealer" && !CROSS[place]);
  const mine = places.includes("dealer") ? layout.hand("dealer").name : ""; // the pill above the dealer's cards names them
  felt.classList.toggle("lit-dealer", next !== null && !next.place.startsWith("seat "));
  felt.replaceChildren(
    h("div", { class: `arc ${crowded ? "crowded" : ""}` }, seats),
    h("div", { class: "own" },
      mine || says ? h("span", { class: "pill" }, mine ? sentence(mine) : says) : "",
      h("div", { class: "places" },
        cross.length ? crossOf(table, cross) : "",
        shared.map((place) => lying(table, place, 58)),
        places.includes("dealer") ? lying(table, "dealer", cross.length ? 54 : 64) : "")),
    furniture());
}

/** @param {LiveTable} table @param {string} place @param {number} width */
const lying = (table, place, width) => h("div", { class: "place", "data-place": place }, place === "dealer" ? "" : h("small", {}, placeCalled(place)), hands(table, place, width));

/** @param {LiveTable} table @param {string[]} places */
function crossOf(table, places) {
  return h("div", { class: "cross" }, places.map((place) =>
    h("div", { class: "arm", "data-place": place, style: { "grid-area": CROSS[place].join(" / ") } }, hands(table, place, 32))));
}

function furniture() {
  return h("div", { class: "furniture", "aria-hidden": "true" },
    h("span", { class: "device shoe" }, h("span", { class: "pack" }), h("span", {}, h("b", {}, "Shoe"), h("small", {}, "your left"))),
    h("span", { class: "bank" }, TRAY.map((colour, at) => h("i", { style: { "--chip": colour, height: `${[34, 28, 20][at % 3]}px` } }))),
    h("span", { class: "device rack" }, h("span", { class: "pack" }), h("span", {}, h("b", {}, "Discard"), h("small", {}, "your right"))));
}

/**
 * @param {LiveTable} table
 * @param {number} seat
 * @param {string} player
 * @param {{place: string, words: string} | null} next
 */
function taken(table, seat, player, next) {
  const name = table.called(player);
  const lit = next?.place === `seat ${seat}`;
  const [kind, words] = lit ? ["turn", next?.words ?? ""] : seatState(table, seat, player);
  const letter = h("span", { class: "avatar", "aria-hidden": "true", style: { background: colourOf(seat) } }, name.slice(0, 1).toUpperCase());
  return h("div", { class: `seat ${kind}`, "data-seat": seat },
    h("div", { class: "plate" }, letter, h("span", { class: "who" }, h("b", {}, name), h("small", {}, `seat ${seat}`)), words && h("span", { class: "state" }, words)),
    h("div", { class: "cards" }, hands(table, `seat ${seat}`, 38), lit && next?.words === NEXT_CARD ? h("span", { class: "slot", "aria-hidden": "true" }) : ""),
    h("div", { class: "stakes" }, table.layout.stakesOf(seat).map((one) => stakeOf(one))));
}

/** @param {import("../layout.js").Stake} one */
function stakeOf(one) {
  const words = h("span", { class: "amount" }, h("span", { class: "unseen" }, `${one.wager} `), one.wager === "progressive" ? "lit" : dollars(one.amount));
  if (one.wager === "progressive") return h("span", { class: "stake", title: one.wager }, h("span", { class: "light", "aria-hidden": "true" }), words);
  const high = CHIP * 2 + 6 + rise(one.amount, CHIP);
  return h("span", { class: "stake", title: one.wager },
    s("svg", { width: CHIP * 2 + 4, height: high, viewBox: `${-CHIP - 2} ${-high + CHIP + 4} ${CHIP * 2 + 4} ${high}`, "aria-hidden": "true" }, stack(one.amount, CHIP)), words);
}
