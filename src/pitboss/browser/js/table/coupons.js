// Match play coupons: one may lie beside a wager that takes one. The house says how large it may be.

import { h } from "../dom.js";
import { clauseName, dollars } from "../words.js";
import { offerOf } from "./betting.js";

/** @typedef {import("./room.js").Room} Room */

/** The face value of the coupons that the player still has here, in cents. @param {Room} room */
export const couponsLeft = (room) => (room.info.rules.match_play ? room.turn?.coupons ?? 0 : 0);

/**
 * Put a coupon beside a wager, or take it away.
 * @param {Room} room
 * @param {string} wager
 */
export async function touchWithCoupon(room, wager) {
  await room.betting.settled; // the house speaks of the chips that lie
  const offer = offerOf(room.offers, "wager", wager);
  const about = room.words?.wagers[wager];
  if (!offer || !about) return;
  if (!about.coupon) return room.screen.refuse(`a match play coupon may not lie beside the ${room.speech.wager(wager)} (${clauseName(about.clause)})`);
  if (!room.betting.amount(wager)) return room.screen.refuse("put chips there first: a match play coupon lies beside a wager");
  const there = room.betting.beside.has(wager);
  if (!there && !offer.coupon) return room.screen.refuse("you have no match play coupon left that may lie there");
  room.readyFor = 0;
  room.betting.wantCoupon(wager, there ? 0 : offer.coupon ?? 0);
}

/**
 * The button in the tray that holds a coupon in place of a chip.
 * @param {() => void} hold
 */
export function couponButton(hold) {
  return h("button", { class: "coupon", type: "button", role: "radio", "aria-checked": "false", hidden: true, title: "Match play coupon", onclick: hold }, h("b", {}, "Match play"), h("span", {}));
}

/**
 * @param {HTMLElement} button
 * @param {Room} room
 */
export function showCoupons(button, room) {
  const left = couponsLeft(room);
  const placed = [...room.betting.beside.values()].reduce((sum, one) => sum + one, 0);
  button.hidden = !left && !placed;
  button.setAttribute("aria-checked", String(room.holdsCoupon));
  button.setAttribute("aria-label", `Match play coupon, ${dollars(left)} left`);
  /** @type {HTMLElement} */ (button.lastElementChild).textContent = dollars(left);
  if (button.hidden) room.holdsCoupon = false;
}
