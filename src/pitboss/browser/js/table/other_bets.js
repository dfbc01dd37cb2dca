// Bets that are no chips on the own areas: at another seat where the document allows it, and by word with cash.

import { h } from "../dom.js";
import { clauseName, dollars, sentence } from "../words.js";
import { WAGERS } from "./betting.js";

/** @typedef {import("../live.js").Offer} Offer */
/** @typedef {import("./room.js").Room} Room */
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
export function drawOtherBets(room, doing) {
  const [open, back] = [bets(room), placed(room)];
  if (!open.length && !back.length) return "";
  return h("fieldset", { class: "other-bets" }, h("legend", {}, "Other bets"),
    open.length ? formOf(room, open, doing) : null,
    back.map(({ seat, offer, words }) =>
      h("button", { type: "button", "data-do": "withdraw", "data-seat": seat, onclick: doing(() => room.app.connection.play(room.live, seat, offer)) }, `Take back the ${words}`)));
}

/**
 * @param {Room} room
 * @param {OtherBet[]} open
 * @param {(act: () => Promise<unknown>) => () => Promise<void>} doing
 */
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
