// What a drawing is made from, and what a felt remembers of the round beside the layout.

import { Layout, netOf } from "../layout.js";

/** @import { Holding } from "../../protocol.d.ts" */
/** @import { Event, Hand } from "../layout.js" */

/** @typedef {{id: string, name: string, chips?: number, state: string, note?: string}} Person */
/** @typedef {{state: "open" | "closed" | "later" | "chosen", amount?: number, why?: string}} AreaState */

/**
 * @typedef {object} Scene
 * @property {Layout} layout
 * @property {number} seat own seat; 0 for somebody who watches
 * @property {number} positions
 * @property {Map<number, Person>} people by seat
 * @property {Map<string, AreaState>} areas by "wager/hand", for the own seat
 * @property {number | null} meter cents
 * @property {{ends: number, total: number, seat?: number} | null} clock milliseconds of the server's clock; `seat` if it is the time of somebody else
 * @property {boolean} [takes] whether one may take an open seat
 * @property {() => number} now
 * @property {number} hand the number of the own hand in play
 * @property {Event[]} [events] the events of this round: then cards stay in sight after they were collected, until the next round
 * @property {number} [deck] the pack in play, 1 or 2, for the colour of backs
 * @property {number} [decks] how many decks the shoe has, by the rules in force
 * @property {string} [call] what the dealer asks now; else the last words that were announced
 * @property {{title: string, lines: string[]}} [banner] why the round is void; what goes back is said below
 * @property {Record<string, string>} [pays] odds of the printed pay table, where the table's rules change them
 */

/** What the events of a round have said beside the layout. */
export class Memory {
  constructor() {
    /** @type {Map<string, Pick<Hand, "cards" | "faces" | "folded">>} cards that were collected after they were settled or folded, by "place/number" */
    this.kept = new Map();
    /** @type {string} the clause by which the round is void */
    this.voided = "";
    /** @type {{place: string, card: string | null, what: string} | null} the card or place that caused it, and the name of the irregularity */
    this.wrong = null;
    this.keeps = true;
  }

  /** @param {Layout} layout before or after this event @param {Event} e */
  apply(layout, e) {
    if (e.type === "irregular" && e.place) this.wrong = { place: e.place, card: e.card ?? null, what: e.what };
    if (e.type === "voided" && e.place === "round") this.voided = e.clause;
    if (e.type === "collected" && this.keeps && e.cards.length) {
      const hand = layout.hands.get(`${e.place}/${e.hand}`);
      if (hand) this.kept.set(`${e.place}/${e.hand}`, { cards: [...e.cards], faces: [...e.faces], folded: hand.folded });
    }
  }
}

/** A copy that later events of the table do not change. @param {Layout} layout */
export const copied = (layout) => Object.assign(new Layout(), structuredClone({ ...layout }));

/**
 * @typedef {object} Drawing
 * @property {Scene} scene
 * @property {Layout} layout
 * @property {Memory} memory
 * @property {Holding} holds what the own hand held when the table stood last
 * @property {import("./places.js").GamePlaces} game
 * @property {import("./places.js").Places} places
 * @property {string} id of the felt: elements that others point to have ids that begin with it
 * @property {number} scale pixels a unit
 * @property {number} deck
 * @property {string} lit the line of a cross that is lit
 */

/**
 * What a hand at a seat has won or lost by itself, without side wagers: null while it is not settled, or only in part.
 * @param {Pick<Drawing, "layout" | "game">} drawing
 * @param {number} seat
 * @param {number} hand 0 for all
 */
export function net({ layout, game }, seat, hand = 0) {
  const settled = layout.settled.filter((one) => one.seat === seat && (!hand || one.hand === hand) && game.main.includes(one.wager));
  return settled.length && !layout.stakesOf(seat, hand).length ? netOf(settled) : null;
}

/** The line of the cross that a hand has chosen. @param {Hand | undefined} hand */
export const chosenLine = (hand) => (hand && hand.actions.findLast((one) => one === "horizontal" || one === "vertical")) || "";
