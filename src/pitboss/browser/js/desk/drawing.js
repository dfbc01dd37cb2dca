// The table from the dealer's side: seat 1 at the left, the dealer's cards at the bottom.

import { h } from "../dom.js";
import { inlineCard } from "../draw/cards.js";
import { dollars } from "../words.js";

/** @typedef {import("../live.js").LiveTable} LiveTable */

const COLOURS = ["#b5533c", "#3c6db5", "#7a4fa3", "#2f8f5f", "#b58a2f", "#4f7a8a", "#8a4f6d"];

/**
 * @param {LiveTable} table
 * @param {string} place
 * @param {number} width
 */
export function hands(table, place, width) {
  return table.layout.handsAt(place).map((number) => {
    const hand = table.layout.hand(place, number);
    const row = h("span", { class: `hand ${hand.void ? "void" : ""}` }, hand.cards.map((code) => inlineCard(code, width)));
    return h("span", { class: "held" }, row, hand.name && h("span", { class: "called" }, hand.name));
  });
}

/**
 * What stands on a seat's plate.
 * @param {LiveTable} table
 * @param {number} seat
 * @param {string} player
 */
export function seatState(table, seat, player) {
  const layout = table.layout;
  const place = `seat ${seat}`;
  const ends = layout.settled.filter((e) => e.seat === seat && e.player === player);
  if (table.turn?.waiting?.includes(player) && table.turn.about !== "wagers" && !layout.over) return ["turn", "decides"];
  if (ends.length) {
    if (ends.every((e) => e.result === "void")) return ["void", `void ${ends[0].clause}`];
    const net = ends.reduce((sum, e) => sum + e.returned - (e.redeemed ? 0 : e.stake), 0);
    return net > 0 ? ["won", `+${dollars(net)}`] : net < 0 ? ["lost", dollars(net)] : ["push", "push"];
  }
  const hand = layout.hand(place);
  if (hand.void) return ["void", "void"];
  if (hand.folded) return ["folded", "folded"];
  if (!layout.seats.has(seat)) return ["waits", "next"];
  if (table.turn?.about === "wagers") return layout.stakesOf(seat).length ? ["", "wagered"] : ["waits", "no wager"];
  const cards = layout.handsAt(place).reduce((sum, number) => sum + layout.hand(place, number).cards.length, 0);
  return ["", cards ? `${cards} cards` : ""];
}

/**
 * @param {HTMLElement} felt
 * @param {LiveTable} table
 * @param {any} about the table as the house describes it
 * @param {string} says the pill above the dealer's cards
 */
export function drawFelt(felt, table, about, says) {
  const layout = table.layout;
  const many = about.positions;
  const seats = Array.from({ length: many }, (_, at) => at + 1).map((seat) => {
    const player = table.seats.get(seat);
    const across = many === 1 ? 0 : (seat - 1) / (many - 1) * 2 - 1;
    const plate = player === undefined
      ? h("div", { class: "seat open" }, h("div", { class: "plate" }, `Seat ${seat}: open`))
      : taken(table, seat, player);
    plate.style.marginTop = `${Math.round(across * across * 110)}px`;
    return plate;
  });
  const shared = [...new Set([...layout.hands].filter(([, hand]) => hand.cards.length).map(([key]) => key.split("/")[0]))].filter((place) => !place.startsWith("seat ") && place !== "dealer");
  felt.replaceChildren(
    h("div", { class: "arc" }, seats),
    h("div", { class: "own" },
      says && h("span", { class: "pill" }, says),
      h("div", { class: "places" },
        shared.map((place) => h("div", { class: "place", "data-place": place }, h("small", {}, place), hands(table, place, 58))),
        layout.handsAt("dealer").length > 0 && h("div", { class: "place", "data-place": "dealer" }, h("small", {}, "your hand"), hands(table, "dealer", 64)))));
}

/**
 * @param {LiveTable} table
 * @param {number} seat
 * @param {string} player
 */
function taken(table, seat, player) {
  const name = table.called(player);
  const [kind, words] = seatState(table, seat, player);
  const letter = h("span", { class: "avatar", "aria-hidden": "true" }, name.slice(0, 1).toUpperCase());
  letter.style.background = COLOURS[(seat - 1) % COLOURS.length];
  return h("div", { class: `seat ${kind}`, "data-seat": seat },
    h("div", { class: "plate" }, letter, h("span", { class: "who" }, h("b", {}, name), h("small", {}, `seat ${seat}`, words && [" · ", h("span", { class: "state" }, words)]))),
    h("div", { class: "cards" }, hands(table, `seat ${seat}`, 36)),
    h("div", { class: "stakes" }, table.layout.stakesOf(seat).map((one) => h("span", { class: "stake" }, `${one.wager} ${dollars(one.amount)}`))));
}
