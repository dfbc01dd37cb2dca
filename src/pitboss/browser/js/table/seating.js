// Sitting down, chips and leaving: everything about the seat that is no act of a round.

import { h } from "../dom.js";
import { newKey } from "../live.js";
import { PACES, keep, setting } from "../settings.js";
import { clauseName, dollars, sentence, typeset } from "../words.js";
import { WAGERS } from "./betting.js";
import { HELP } from "./keys.js";

/** @import { Offer } from "../../protocol.d.ts" */
/** @import { Room } from "./room.js" */

const MINIMUMS = 40; // how many of the least bets one buys in for
const EXPOSE = "expose";

/** Whether the player wants to be asked before cards are shown for a side wager. */
export const asksToExpose = () => localStorage.getItem(EXPOSE) === "ask";
const turnExpose = () => localStorage.setItem(EXPOSE, asksToExpose() ? "" : "ask");

/** A sensible amount to buy in for. @param {number} minimum the table minimum @param {number} wallet */
export const buyInFor = (minimum, wallet) => Math.min(MINIMUMS * minimum, wallet - (wallet % 100));

/** A dialog that removes itself. @param {string} title @param {...(Node | string)} content */
function openDialog(title, ...content) {
  document.querySelector("dialog.table-dialog")?.remove();
  const dialog = h("dialog", { class: "table-dialog", "aria-label": title },
    h("div", { class: "row spread" }, h("h2", {}, title), h("button", { class: "icon", type: "button", "aria-label": "Close", onclick: () => dialog.close() }, "×")),
    ...content);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** @param {Room} room @param {import("./sound.js").Sound} sound */
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
      said.textContent = typeset(error instanceof Error ? sentence(error.message) : String(error));
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
    drawLink(room),
    drawPace(),
    h("div", { class: "row aside" },
      h("button", { type: "button", "data-do": "sound", onclick: doing(async () => sound.toggle()) }, sound.on ? "Sound off" : "Sound on"),
      h("button", { type: "button", "data-do": "theme", onclick: doing(async () => app.turnTheme()) }, "Light or dark"),
      h("button", { type: "button", "data-do": "suits", onclick: doing(async () => turnSuits()) }, setting("suits") ? "Two colours" : "Four colours"),
      room.words?.decisions.expose ? h("button", { type: "button", "data-do": "expose", onclick: doing(async () => turnExpose()) }, asksToExpose() ? "Show cards for side wagers without asking" : "Ask before cards are shown for side wagers") : "",
      h("button", { type: "button", "data-do": "keys", onclick: () => openHelp() }, "Keys")),
    said);
}

/** Two colours of suits, or four. The account page has the same setting. */
function turnSuits() {
  keep("suits", setting("suits") ? "" : "four");
}

const OWN_ADDRESS = /^(localhost|127\..*|\[::1\])$/; // which other computers can't open

/**
 * The link by which friends come to this table. Where an address may not use the clipboard, it is there to be copied by hand.
 * @param {Room} room
 */
function drawLink(room) {
  const link = `${location.origin}${location.pathname}#/table/${room.info.id}`;
  const said = h("p", { class: "quiet", role: "status" }, OWN_ADDRESS.test(location.hostname)
    ? "It opens on this computer only. For friends elsewhere, open the house at an address of your network: pitboss serve --host."
    : "Whoever has the link can watch and sit down.");
  const button = h("button", { type: "button", "data-do": "share", onclick: async () => {
    try {
      await navigator.clipboard.writeText(link);
      button.textContent = "Copied";
    } catch {
      said.replaceChildren("Copy this address: ", h("a", { href: link }, link));
    }
  } }, "Copy the link of this table");
  return h("div", { class: "menu", "data-link": link }, button, said);
}

/** How fast the table goes on. The account page has the same setting. */
const drawPace = () =>
  h("label", { class: "row" }, "Pace ", h("select", { "data-do": "pace", onchange: (/** @type {any} */ event) => keep("pace", event.target.value) },
    PACES.map(([value, words]) => h("option", { value, selected: setting("pace") === value }, words))));

export function openHelp() {
  openDialog("Keys", h("dl", { class: "pays" }, HELP.map(([key, words]) => h("div", {}, h("dt", {}, h("kbd", {}, key)), h("dd", {}, words)))));
}

const LONGEST = 120;

/**
 * The part of the seat's menu that calls the floor, or says that it was called.
 * @param {Room} room
 * @param {(act: () => Promise<unknown>) => () => Promise<void>} doing
 */
function drawFloorCall(room, doing) {
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

// --- bets that are no chips on the own areas: at another seat where the document allows it, and by word with cash

/** @typedef {{seat: number, offer: Offer, words: string}} OtherBet */

/**
 * What may be done now at each seat, with words for it.
 * @param {Room} room
 * @param {(offer: Offer, seat: number) => boolean} wanted
 * @returns {OtherBet[]}
 */
function open(room, wanted) {
  return (room.turn?.offers ?? []).flatMap(([seat, offers]) =>
    offers.filter((offer) => seat && !offer.why_not && wanted(offer, seat)).map((offer) => {
      const at = seat === room.seat ? "" : ` at seat ${seat}`;
      return { seat, offer, words: `${room.speech.wager(offer.wager ?? "")}${at}${offer.do === "cash" ? ", with cash" : ""}` };
    }));
}

/** @param {Room} room */
const bets = (room) => open(room, (offer, seat) => offer.do === "cash" || (offer.do === "wager" && seat !== room.seat));

/** Bets at other seats that can be taken back. @param {Room} room */
const placed = (room) => (room.turn?.about === WAGERS ? open(room, (offer, seat) => offer.do === "withdraw" && seat !== room.seat) : []);

/**
 * A form for these bets; empty if there are none.
 * @param {Room} room
 * @param {(act: () => Promise<unknown>) => () => Promise<void>} doing
 */
function drawOtherBets(room, doing) {
  const [open, back] = [bets(room), placed(room)];
  if (!open.length && !back.length) return "";
  return h("fieldset", { class: "other-bets" }, h("legend", {}, "Other bets"),
    open.length ? formOf(room, open, doing) : null,
    back.map(({ seat, offer, words }) =>
      h("button", { type: "button", "data-do": "withdraw", "data-seat": seat, onclick: doing(() => room.app.connection.play(room.live, seat, offer)) }, `Take back the ${words}`)));
}

/** @param {Room} room @param {OtherBet[]} open @param {(act: () => Promise<unknown>) => () => Promise<void>} doing */
function formOf(room, open, doing) {
  const which = h("select", { "aria-label": "Which bet", onchange: () => fit() },
    open.map(({ seat, offer, words }, at) => h("option", { value: at, "data-bet": `${offer.do} ${offer.wager} ${seat}` }, sentence(words))));
  const amount = h("input", { type: "number", "aria-label": "Dollars", "aria-describedby": "other-bet-limits" });
  const limits = h("p", { class: "quiet", id: "other-bet-limits" });
  const chosen = () => open[Number(which.value)];
  const fit = () => {
    const { offer } = chosen();
    const { least = 0, step = 1 } = offer;
    const most = room.mostOf(offer);
    Object.assign(amount, { min: least / 100, max: most / 100, step: step / 100, value: least / 100, readOnly: least === most });
    const word = offer.do === "cash" ? ` By word: it stands when dealer and supervisor confirm it (${clauseName(offer.clause)}).` : "";
    limits.textContent = `${least === most ? dollars(least) : `${dollars(least)} to ${dollars(most)}`}.${word}`;
  };
  fit();
  const place = () => {
    const { seat, offer } = chosen();
    return room.app.connection.play(room.live, seat, offer, { amount: Math.round(Number(amount.value) * 100) });
  };
  return h("div", { class: "menu" }, which,
    h("div", { class: "row" }, amount, h("button", { type: "button", "data-do": "place", onclick: doing(place) }, "Place")), limits);
}
