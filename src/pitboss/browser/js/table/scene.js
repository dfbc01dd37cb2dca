// What the felt shall show: the layout as far as it has been played, and what each seat and area stands at.

import { Layout, netOf } from "../layout.js";
import { clauseName, dollars, sentence, signed } from "../words.js";
import { WAGERS, closedTo } from "./betting.js";
import { costOf, wagersOf } from "./choices.js";

/** @import { AreaState as Area, Scene } from "../felt/scene.js" */
/** @import { Room } from "./room.js" */

const RACK = "discard rack";

/** @param {Room} room */
export function sceneOf(room) {
  const layout = room.betting.busy ? wantedLayout(room) : room.live.layout;
  return {
    layout,
    seat: room.seat,
    positions: room.info.positions,
    people: peopleOf(room),
    areas: areasOf(room),
    meter: room.meter,
    clock: clockOf(room),
    takes: !room.seat && !room.closed && room.connected && !room.sitting,
    now: () => room.now(),
    hand: room.handInPlay,
    events: [...room.live.events],
    call: callOf(room),
    banner: bannerOf(room),
    pays: room.pays?.["original and double"],
    decks: room.info.rules.decks,
  };
}

/** The clock that runs, with the seat of somebody else whose time it is. @param {Room} room */
function clockOf({ clock, live, me, comesNext }) {
  const seat = clock.player === me ? 0 : [...live.seats].find(([, player]) => player === clock.player)?.[0] ?? 0;
  return clock.ends && (seat || !comesNext) ? { ends: clock.ends, total: clock.total, seat } : null;
}

/** A scene whose question is answered: nobody is asked, and no clock runs. @param {Scene} scene @returns {Scene} */
export function answered(scene) {
  const asked = new Set(["turn", "next", "waits"]);
  return {
    ...scene,
    people: new Map([...scene.people].map(([seat, one]) => [seat, asked.has(one.state) ? { ...one, state: "", note: "" } : one])),
    areas: new Map([...scene.areas].map(([key, one]) => [key, one.state === "open" || one.state === "closed" ? { state: "later" } : one])),
    clock: null,
    call: "",
  };
}

/** What the dealer asks now. Undefined if the last call stands. @param {Room} room */
function callOf({ turn, live, me, seatAsked, speech }) {
  if (live.layout.over || !turn?.turn) return "";
  if (live.layout.call?.place === RACK) return undefined; // the answer to somebody who asked for the burn card
  if (turn.about === WAGERS) return "Place your bets";
  const asked = (turn.waiting ?? []).find((one) => one !== "dealer" && one !== "supervisor");
  const seat = (asked === me && seatAsked) || [...live.seats].find(([, player]) => player === asked)?.[0];
  if (!seat) return undefined;
  const name = live.layout.hand(`seat ${seat}`, turn.offers?.[0]?.[1].find((one) => one.hand)?.hand ?? 1).name;
  if (turn.about === "decision") return `Seat ${seat}${name ? `: ${name}` : ""}`;
  return `Seat ${seat}: ${speech.question(turn.about)}?`;
}

/** @param {Room} room */
function bannerOf({ live, words }) {
  const voided = live.events.find((e) => e.type === "voided" && e.place === "round");
  if (!voided) return undefined;
  const irregular = live.events.findLast((e) => e.type === "irregular");
  const why = irregular ? `${sentence(irregular.what)}.` : words?.clauses[voided.clause] ?? "";
  return { title: `Round void: ${clauseName(voided.clause)}`, lines: [why].filter(Boolean) };
}

/** The layout with the own bets as they will lie, while they are being placed. @param {Room} room */
function wantedLayout(room) {
  const shown = room.live.layout;
  const copy = Object.assign(new Layout(), shown);
  copy.stakes = new Map([...shown.stakes].filter(([, one]) => one.player !== room.me || one.seat !== room.seat));
  for (const wager of room.betting.wanted.keys()) {
    const stake = { seat: room.seat, player: room.me, hand: 1, wager, amount: room.betting.amount(wager), coupon: room.betting.beside.get(wager) ?? 0 };
    if (stake.amount) copy.stakes.set(`${room.seat}/${room.me}/1/${wager}`, stake);
  }
  return copy;
}

/** The areas of the own seat. @param {Room} room */
function areasOf(room) {
  /** @type {Map<string, Area>} */
  const areas = new Map();
  for (const wager of room.has) areas.set(`${wager}/1`, { state: "later" });
  const layout = room.live.layout;
  for (const stake of layout.stakesOf(room.seat))
    if (stake.player === room.me) areas.set(`${stake.wager}/${stake.hand}`, { state: "chosen", amount: stake.amount });
  const offers = room.connected ? room.offers : [];
  if (room.turn?.about === WAGERS)
    for (const offer of offers) {
      if (offer.do !== "wager" || !offer.wager || (offer.hand ?? 1) > 1) continue;
      const amount = room.betting.amount(offer.wager);
      const fixed = offer.most && offer.least === offer.most ? offer.most : undefined;
      if (amount) areas.set(`${offer.wager}/1`, { state: "chosen", amount });
      else if (closedTo(offers, offer)) areas.set(`${offer.wager}/1`, { state: "closed", why: `${offer.why_not} (${clauseName(offer.clause)})` });
      else areas.set(`${offer.wager}/1`, { state: "open", amount: fixed });
    }
  else
    for (const offer of offers) {
      if (offer.why_not || room.sent) continue;
      const wagers = wagersOf(offer);
      const amount = costOf(offer, room.amountOf(offer)) / wagers.length;
      for (const wager of wagers) {
        const key = `${wager}/${offer.hand || 1}`;
        const before = areas.get(key);
        if (before?.state !== "open" || amount < (before.amount ?? 0)) areas.set(key, { state: "open", amount }); // the least that puts chips there
      }
    }
  return areas;
}

/** @param {Room} room */
function peopleOf(room) {
  const people = new Map();
  for (const [seat, id] of room.live.seats) {
    const [state, note] = stateOf(room, seat, id);
    people.set(seat, { id, name: room.live.called(id), chips: id === room.me ? room.chips : undefined, state, note });
  }
  const { layout } = room.live;
  for (const { seat, player: id } of [...layout.stakes.values(), ...layout.settled]) {
    if (people.has(seat)) continue; // an area where nobody sits, which somebody plays beside their own
    const [state, note] = stateOf(room, seat, id);
    people.set(seat, { id, name: room.calledYou(id), state, note });
  }
  return people;
}

/** How somebody stands in the round: a state and a word for it. @param {Room} room @param {number} seat @param {string} id */
function stateOf(room, seat, id) {
  const layout = room.live.layout;
  const beside = room.live.seats.get(seat) !== id; // another area than that of their seat
  const settled = layout.settled.filter((e) => e.player === id && (!beside || e.seat === seat));
  const hands = layout.handsAt(`seat ${seat}`);
  const on = layout.stakesOf(seat).reduce((sum, one) => sum + (one.player === id ? one.amount : 0), 0);
  const net = netOf(settled);
  const returned = settled.filter((e) => e.result === "void");
  if (returned.length && (layout.void || layout.hand(`seat ${seat}`).void)) return ["void", `void, ${dollars(returned.reduce((sum, e) => sum + e.returned, 0))} back`];
  if (layout.over && settled.length) return net > 0 ? ["won", signed(net)] : net < 0 ? ["lost", signed(net)] : ["push", "push"];
  if (room.out.has(id)) return ["away", "sits out"];
  if (id === room.me && room.comesNext) return ["", "next round"];
  if (layout.hand(`seat ${seat}`).folded) return ["folded", "folded"];
  const waiting = (room.turn?.waiting ?? []).filter((one) => one !== "dealer" && one !== "supervisor");
  if (room.turn?.about === WAGERS) return ["", on ? `${dollars(on)} on the felt` : id === room.me ? "your bets" : "betting"];
  const asked = id !== room.me || room.seatAsked === seat;
  if (waiting.includes(id) && asked) return waiting[0] === id || id === room.me ? ["turn", id === room.me ? "your turn" : "to act"] : ["waits", "waits"];
  const last = layout.hand(`seat ${seat}`).actions.at(-1);
  if (last) return ["", last];
  const now = [...room.live.seats].filter(([, player]) => waiting.includes(player)).map(([at]) => at);
  const after = now.length ? [...room.live.seats.keys()].filter((at) => at > Math.max(...now) && layout.handsAt(`seat ${at}`).length && !layout.hand(`seat ${at}`).actions.length) : [];
  if (after.length && seat === Math.min(...after)) return ["next", "next"]; // the deal and the questions go by seat
  return hands.length && on ? ["waits", "waits"] : ["", ""];
}
