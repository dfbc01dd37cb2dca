// A player calls the floor: somebody of the staff, for whatever the table itself can't settle.

import { h } from "../dom.js";

/** @typedef {import("./room.js").Room} Room */

const LONGEST = 120;

/**
 * The part of the seat's menu that calls the floor, or says that it was called.
 * @param {Room} room
 * @param {(act: () => Promise<unknown>) => () => Promise<void>} doing
 */
export function drawFloorCall(room, doing) {
  const mine = room.live.turn?.calls?.find((one) => one.player === room.me);
  if (mine) return h("p", { class: "quiet", "data-call": "open" }, `You called the floor: “${mine.why}”. Nobody of the staff has answered yet.`);
  const why = h("input", { type: "text", maxlength: LONGEST, placeholder: "Why, in a few words", "aria-label": "Why you call the floor" });
  return h("div", { class: "row" }, why, h("button", { type: "button", "data-do": "call floor", onclick: doing(async () => {
    if (!why.value.trim()) {
      why.focus();
      throw new Error("say in a few words why you call the floor");
    }
    await room.command("callfloor", { why: why.value.trim() });
    room.screen.refuse("the floor is called: staff sees your table, your seat and your words");
  }) }, "Call the floor"));
}
