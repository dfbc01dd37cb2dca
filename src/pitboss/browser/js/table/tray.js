// The chip tray, with coupons: a click holds a chip, a drag carries it to an area.

import { h, s } from "../dom.js";
import { CHIPS, chip } from "../draw/chips.js";
import { clauseName, dollars } from "../words.js";
import { offerOf } from "./betting.js";

/** @import { Room } from "./room.js" */

/** The chips that a table takes. @param {number} smallest @param {number} most */
export const chipsOf = (smallest, most) => CHIPS.filter((cents) => cents >= smallest && cents <= most && cents % smallest === 0);

/** @param {number} cents */
const drawChip = (cents) => s("svg", { viewBox: "-25 -25 50 50", "aria-hidden": "true" }, chip(cents, 24));

/** @param {number[]} chips @param {{hold: (chip: number) => void, drop: (target: Element) => void}} room */
export function makeTray(chips, room) {
  const tray = h("div", { class: "tray", role: "radiogroup", "aria-label": "Your chip" });
  chips.forEach((cents, at) => {
    const button = h("button", {
      class: "chip", type: "button", role: "radio", "data-chip": cents, "aria-label": `${dollars(cents)} chip`, title: `${dollars(cents)} (${at + 1})`,
      onclick: () => room.hold(cents),
      onpointerdown: (/** @type {PointerEvent} */ event) => drag(event, button, cents, room),
    }, drawChip(cents));
    tray.append(button);
  });
  return tray;
}

/** @param {HTMLElement} tray @param {number} held @param {boolean} open whether bets are */
export function showHeld(tray, held, open) {
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (tray.querySelectorAll(".chip")))
    button.setAttribute("aria-checked", String(open && Number(button.dataset.chip) === held));
  tray.classList.toggle("closed", !open && !tray.querySelector(".coupon[aria-checked='true']"));
}

const FAR = 6; // pixels after which a press is a drag

/**
 * @param {PointerEvent} down
 * @param {HTMLElement} button
 * @param {number} cents
 * @param {{hold: (chip: number) => void, drop: (target: Element) => void}} room
 */
function drag(down, button, cents, room) {
  if (down.button) return;
  /** @type {HTMLElement | null} */
  let ghost = null;
  button.setPointerCapture(down.pointerId);
  const move = (/** @type {PointerEvent} */ event) => {
    if (!ghost && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < FAR) return;
    if (!ghost) {
      room.hold(cents);
      ghost = h("div", { class: "ghost" }, drawChip(cents));
      document.body.append(ghost);
    }
    ghost.style.left = `${event.clientX}px`;
    ghost.style.top = `${event.clientY}px`;
  };
  const end = (/** @type {PointerEvent} */ event) => {
    button.removeEventListener("pointermove", move);
    button.removeEventListener("pointerup", end);
    button.removeEventListener("pointercancel", end);
    ghost?.remove();
    const target = ghost && event.type === "pointerup" ? document.elementFromPoint(event.clientX, event.clientY) : null;
    if (target) room.drop(target);
  };
  button.addEventListener("pointermove", move);
  button.addEventListener("pointerup", end);
  button.addEventListener("pointercancel", end);
}

// --- match play coupons: one may lie beside a wager that takes one; the house says how large it may be

/** The face value of the coupons that the player still has here, in cents. @param {Room} room */
const couponsLeft = (room) => (room.info.rules.match_play ? room.turn?.coupons ?? 0 : 0);

/** Put a coupon beside a wager, or take it away. @param {Room} room @param {string} wager */
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

/** The button in the tray that holds a coupon in place of a chip. @param {() => void} hold */
export function couponButton(hold) {
  return h("button", { class: "coupon", type: "button", role: "radio", "aria-checked": "false", hidden: true, title: "Match play coupon", onclick: hold }, h("b", {}, "Match play"), h("span", {}));
}

/** @param {HTMLElement} button @param {Room} room */
export function showCoupons(button, room) {
  const left = couponsLeft(room);
  const placed = [...room.betting.beside.values()].reduce((sum, one) => sum + one, 0);
  button.hidden = !left && !placed;
  button.setAttribute("aria-checked", String(room.holdsCoupon));
  button.setAttribute("aria-label", `Match play coupon, ${dollars(left)} left`);
  /** @type {HTMLElement} */ (button.lastElementChild).textContent = dollars(left);
  if (button.hidden) room.holdsCoupon = false;
}
