// The chip tray: a click holds a chip, a drag carries it to an area.

import { h, s } from "../dom.js";
import { CHIPS, chip } from "../draw/chips.js";
import { dollars } from "../words.js";

/**
 * The chips that a table takes.
 * @param {number} smallest
 * @param {number} most
 */
export const chipsOf = (smallest, most) => CHIPS.filter((cents) => cents >= smallest && cents <= most && cents % smallest === 0);

/** @param {number} cents */
const drawChip = (cents) => s("svg", { viewBox: "-25 -25 50 50", "aria-hidden": "true" }, chip(cents, 24));

/**
 * @param {number[]} chips
 * @param {{hold: (chip: number) => void, drop: (target: Element) => void}} room
 */
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

/**
 * @param {HTMLElement} tray
 * @param {number} held
 * @param {boolean} open whether bets are
 */
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
