// Sitting down, chips and leaving: everything about the seat that is no act of a round.

import { h } from "../dom.js";
import { newKey } from "../live.js";
import { dollars, sentence } from "../words.js";
import { drawFloorCall } from "./floor_call.js";
import { HELP } from "./keys.js";
import { drawOtherBets } from "./other_bets.js";

/** @typedef {import("./room.js").Room} Room */

const MINIMUMS = 40; // how many of the least bets one buys in for
const EXPOSE = "expose";

/** Whether the player wants to be asked before cards are shown for a side wager. */
export const asksToExpose = () => localStorage.getItem(EXPOSE) === "ask";
export const turnExpose = () => localStorage.setItem(EXPOSE, asksToExpose() ? "" : "ask");

/**
 * A sensible amount to buy in for.
 * @param {number} minimum the table minimum
 * @param {number} wallet
 */
export function buyInFor(minimum, wallet) {
  return Math.min(MINIMUMS * minimum, wallet - (wallet % 100));
}

/**
 * A dialog that removes itself.
 * @param {string} title
 * @param {...(Node | string)} content
 */
export function openDialog(title, ...content) {
  document.querySelector("dialog.table-dialog")?.remove();
  const dialog = h("dialog", { class: "table-dialog", "aria-label": title },
    h("div", { class: "row spread" }, h("h2", {}, title), h("button", { class: "icon", type: "button", "aria-label": "Close", onclick: () => dialog.close() }, "×")),
    ...content);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * @param {Room} room
 * @param {import("./sound.js").Sound} sound
 */
export function openMenu(room, sound) {
  const { app } = room;
  const key = newKey(); // one purchase, however often its button is pressed
  const amount = h("input", { type: "number", min: "1", step: "1", value: String(buyInFor(room.info.minimum, app.me?.wallet ?? 0) / 100), "aria-label": "Dollars" });
  const said = h("p", { class: "lost", role: "alert" });
  /** @param {() => Promise<unknown>} act */
  const doing = (act) => async () => {
    try {
      await act();
      dialog.close();
    } catch (error) {
      said.textContent = error instanceof Error ? sentence(error.message) : String(error);
    }
  };
  const seated = room.seat > 0;
  const dialog = openDialog("Your seat",
    h("p", { class: "quiet" }, seated ? `You have ${dollars(room.chips)} in chips here and ${dollars(app.me?.wallet ?? 0)} in your wallet.` : "You watch this table."),
    seated
      ? h("div", { class: "menu" },
        h("div", { class: "row" }, amount, h("button", { type: "button", "data-do": "buy", onclick: doing(() => room.buyIn(Math.round(Number(amount.value) * 100), 0, key)) }, "Buy chips")),
        app.me?.coupons && room.info.rules.match_play
          ? h("button", { type: "button", "data-do": "coupons", onclick: doing(() => room.buyIn(0, app.me.coupons, `${key}-coupons`)) }, `Bring ${dollars(app.me.coupons)} of match play coupons`)
          : "",
        h("button", { type: "button", "data-do": "sitout", onclick: doing(() => room.command("sitout", { out: !room.sitsOut })) }, room.sitsOut ? "Play again" : "Sit out"),
        h("button", { type: "button", "data-do": "leave", onclick: doing(() => room.leave()) }, "Leave the table"))
      : "",
    ...room.choices.filter((one) => one.aside).map((one) =>
      h("button", { type: "button", "data-do": one.offer.do, "data-seat": one.seat, onclick: doing(() => room.app.connection.play(room.live, one.seat, one.offer)) }, one.seat === room.seat ? one.verb : `${one.verb}, seat ${one.seat}`)),
    drawOtherBets(room, doing),
    seated ? drawFloorCall(room, doing) : "",
    h("div", { class: "row aside" },
      h("button", { type: "button", "data-do": "sound", onclick: doing(async () => sound.toggle()) }, sound.on ? "Sound off" : "Sound on"),
      h("button", { type: "button", "data-do": "theme", onclick: doing(async () => app.turnTheme()) }, "Light or dark"),
      h("button", { type: "button", "data-do": "suits", onclick: doing(async () => turnSuits()) }, document.documentElement.dataset.suits ? "Two colours" : "Four colours"),
      room.words?.decisions.expose ? h("button", { type: "button", "data-do": "expose", onclick: doing(async () => turnExpose()) }, asksToExpose() ? "Show cards for side wagers without asking" : "Ask before cards are shown for side wagers") : "",
      h("button", { type: "button", "data-do": "keys", onclick: () => openHelp() }, "Keys")),
    said);
}

/** Two colours of suits, or four. The account page has the same setting. */
function turnSuits() {
  const four = document.documentElement.dataset.suits !== "four";
  document.documentElement.dataset.suits = four ? "four" : "";
  localStorage.setItem("suits", four ? "four" : "");
}

export function openHelp() {
  openDialog("Keys", h("dl", { class: "pays" }, HELP.map(([key, words]) => h("div", {}, h("dt", {}, h("kbd", {}, key)), h("dd", {}, words)))));
}
