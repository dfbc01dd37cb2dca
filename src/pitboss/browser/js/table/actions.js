// The buttons of the action bar. Brass is what to do now.

import { h } from "../dom.js";
import { dollars } from "../words.js";
import { costOf, primaryOf } from "./choices.js";

/** @import { Choice } from "./choices.js" */
/** @import { Room } from "./room.js" */

/**
 * @typedef {object} Button
 * @property {string} name for tests and keys
 * @property {number} [seat] where it is done, if it is a choice
 * @property {string} [what] what it names
 * @property {string} verb
 * @property {string} below
 * @property {string} [now] what it would make now: on a phone it stands in place of what is below
 * @property {string} key
 * @property {boolean} [primary]
 * @property {boolean} [off]
 * @property {boolean} [no] whether a press only says why not
 * @property {boolean} [small]
 * @property {() => void} act
 */

/** @param {Button} button */
export function drawButton(button) {
  const off = button.off || null;
  return h("button", {
    class: `act${button.primary ? " primary" : ""}${button.small ? " small" : ""}`, type: "button", "data-do": button.name, "data-seat": button.seat, "data-what": button.what || null, disabled: off, "aria-disabled": button.no ? "true" : null,
    "aria-keyshortcuts": button.key || null, onclick: button.act,
  },
    h("b", {}, button.verb),
    button.below ? h("span", { class: button.now ? "below" : "" }, button.below) : null,
    button.now ? h("span", { class: "now" }, `${button.now} now`) : null,
    button.key ? h("kbd", { "aria-hidden": "true" }, button.key) : null);
}

/** At the slow pace: what happened is told, and the next step waits. @param {import("./steps.js").Steps} steps @returns {Button} */
export const stepButton = (steps) => ({ name: "step", verb: "Go on", below: "to the next step", key: "Enter", primary: true, act: () => steps.next() });

/** The buttons of this moment. @param {Room} room @returns {Button[]} */
export function buttonsOf(room) {
  if (room.sitting) return [];
  if (room.closed) return [{ name: "lobby", verb: "To the lobby", below: "pick another table", key: "Enter", primary: true, act: () => room.app.go("#/play") }];
  switch (room.phase) {
    case "watch":
      return [{ name: "sit", verb: "Sit down", below: room.buyWords, key: "Enter", primary: true, act: () => room.sit() }];
    case "broke":
      if (!room.canBuy && room.mayTake) return [{ name: "take", verb: `Take ${dollars(room.mayTake)}`, below: "you are out of play money", key: "Enter", primary: true, act: () => room.takeMoney() }];
      if (!room.canBuy) return [{ name: "leave", verb: "Leave the table", below: "you are out of play money", key: "Enter", primary: true, act: () => room.leave() }];
      return [{ name: "buy", verb: "Buy chips", below: room.buyWords, key: "Enter", primary: true, act: () => room.buy() }];
    case "out":
      return [{ name: "back", verb: "Play again", below: "you sit out", key: "Enter", primary: true, act: () => room.sitOut(false) }];
    case "between":
      return betweenButtons(room);
    case "bets":
      return betButtons(room);
    default:
      return choiceButtons(room);
  }
}

/** What "Same again" says if chips are lacking for it. @param {Room} room */
const buysFirst = (room) => (room.lacksForLast ? `buys ${dollars(room.lacksForLast)} of chips first` : "");

/** @param {Room} room */
function betweenButtons(room) {
  const left = room.clock.seconds;
  const when = left ? `next round in ${left} s` : "the same bets, and deal";
  if (room.intent) return [{ name: "same", verb: "Same again", below: "your bets are placed when bets open", key: "", primary: true, off: true, act: () => {} }];
  if (room.last.size)
    return [
      { name: "replay", verb: "Replay", below: `round ${room.result?.round ?? room.live.layout.round}`, key: "R", act: () => room.replay() },
      { name: "change", verb: "Change bets", below: room.limits, key: "C", act: () => room.changeBets() },
      { name: "same", verb: `Same again, ${dollars(room.lastTotal)}`, below: buysFirst(room) || when, key: "Enter", primary: true, act: () => room.sameAgain() },
    ];
  return [{ name: "ready", verb: "Next round", below: left ? `in ${left} s` : "place your bets", key: "Enter", primary: true, act: () => room.ready() }];
}

/** @param {Room} room */
function betButtons(room) {
  const total = room.betting.total;
  const { busy } = room.betting;
  /** @type {Button[]} */
  const extras = room.choices.filter((one) => !one.aside).map((one) => choiceButton(room, one, false));
  const { short } = room;
  if (short) extras.push({ name: "more", verb: `Buy ${dollars(short.cents)} of chips`, below: `for the ${room.speech.wager(short.wager)}`, key: "", off: busy, act: () => room.buyForBet() });
  if (room.isReady) return [...extras, { name: "ready", verb: "Ready", below: room.waitingWords || "waiting for the deal", key: "", primary: true, off: true, act: () => {} }];
  const due = room.due;
  if (!total && room.last.size) {
    return [...extras,
      { name: "same", verb: `Same again, ${dollars(room.lastTotal)}`, below: buysFirst(room) || "last round’s bets, and deal", key: "Enter", primary: true, off: busy, act: () => room.sameAgain() }];
  }
  const base = room.base;
  if (!total && !base) return extras;
  if (!total && base)
    return [...extras, { name: "least", verb: `Place ${base.name}, ${dollars(base.amount)}`, below: "or put chips on the felt", key: "Enter", primary: true, off: busy, act: () => room.placeLeast() }];
  const clear = { name: "clear", verb: "Clear", below: `${dollars(total)} back`, key: "Z", off: busy, act: () => room.clear() };
  if (due)
    return [...extras, clear,
      { name: "due", verb: `Place ${due.name}, ${dollars(due.amount)}`, below: due.why, key: "Enter", primary: true, off: busy, act: () => room.placeDue() }];
  return [...extras, clear, doubleButton(room),
    { name: "ready", verb: `Ready, ${dollars(total)}`, below: room.clock.ends ? "don’t wait for the clock" : "deal the cards", key: "Enter", primary: true, off: busy, act: () => room.ready() }];
}

/** Every bet twice. If it can't be, it says why. @param {Room} room @returns {Button} */
function doubleButton(room) {
  const { total, lacks, why } = room.betting.doubled;
  const below = why || (lacks ? `buys ${dollars(lacks)} of chips first` : "every bet twice");
  return { name: "double-bets", verb: `Double, ${dollars(total)}`, below, key: "D", no: Boolean(why), off: room.betting.busy, act: () => (why ? room.screen.refuse(why) : room.screen.betting(() => room.double())) };
}

/** @param {Room} room */
function choiceButtons(room) {
  const primary = primaryOf(room.choices, room.coaching.best?.do ?? "");
  return room.choices.filter((one) => !one.aside).map((one) => choiceButton(room, one, one === primary)); // each keeps its place
}

/** @param {Room} room @param {Choice} choice @param {boolean} primary */
function choiceButton(room, choice, primary) {
  const { offer } = choice;
  const amount = room.amountOf(offer);
  const cost = costOf(offer, amount);
  const unit = offer.unit ?? "cents";
  const sent = room.sent === choice;
  const words = unit === "cents" ? (cost ? dollars(cost) : "") : choice.ranged ? `${amount} ${unit}` : "";
  const lacks = room.lacksFor(choice);
  const poor = cost > room.chips && !lacks;
  return {
    name: offer.do,
    seat: choice.seat,
    what: choice.what,
    verb: words ? `${choice.verb}, ${words}` : choice.verb,
    now: sent || poor ? "" : room.makes(offer.do),
    below: sent ? "sent" : poor ? `you have ${dollars(room.chips)}` : lacks ? `buys ${dollars(lacks)} of chips first` : choice.consequence,
    key: choice.key,
    primary,
    small: choice.extra,
    off: Boolean(room.sent) || poor || !room.connected,
    act: () => (lacks ? room.buyAndChoose(choice) : room.choose(choice)),
  };
}

/** Less and more, for a choice whose amount the player sets. @param {Room} room */
export function drawStepper(room) {
  const ranged = room.ranged;
  if (!ranged || room.sent) return null;
  const { offer } = ranged;
  const amount = room.amountOf(offer);
  const say = (/** @type {number} */ n) => ((offer.unit ?? "cents") === "cents" ? dollars(n) : `${n} ${offer.unit}`);
  return h("div", { class: "stepper", role: "group", "aria-label": `${ranged.verb}: ${say(amount)}` },
    h("button", { type: "button", class: "icon", "aria-label": "Less", "aria-keyshortcuts": "-", disabled: amount <= (offer.least ?? 0), onclick: () => room.step(-1) }, "−"),
    h("span", {}, h("b", {}, say(amount)), h("small", {}, `${say(offer.least ?? 0)} to ${say(room.mostOf(offer))}`)),
    h("button", { type: "button", class: "icon", "aria-label": "More", "aria-keyshortcuts": "+", disabled: amount >= room.mostOf(offer), onclick: () => room.step(1) }, "+"));
}
