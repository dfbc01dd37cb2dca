// What lies on the table, built from the events that the server has sent. The same folds as pitboss/engine/round/layout.py.

/** @import { Held, Holding, Result } from "../protocol.d.ts" */

/**
 * @typedef {object} Hand
 * @property {(string | null)[]} cards in the order in which they came; null for a card that this viewer has not seen
 * @property {string[]} faces "up" or "down"
 * @property {string[]} actions what its player has chosen
 * @property {boolean} folded
 * @property {boolean} void
 * @property {string} name the name of the poker hand or the total, once it was said
 * @property {Holding} holds what it holds now, as the house says it (pitboss/engine/round/hand_labels.py)
 */

/**
 * @typedef {object} Stake
 * @property {number} seat
 * @property {string} player
 * @property {number} hand
 * @property {string} wager
 * @property {number} amount cents
 * @property {number} coupon face value of the match play coupon beside it
 * @property {boolean} [redeemed] whether it is a coupon in place of chips
 */

/** @typedef {Record<string, any> & {type: string, clause: string, round: number}} Event */

/** @returns {Hand} */
const noHand = () => ({ cards: [], faces: [], actions: [], folded: false, void: false, name: "", holds: {} });

/**
 * The events of an update, each with what hands hold by it. The end of a round has what came of each hand.
 * @param {{events?: Event[], hands?: Held[], results?: Result[]}} update as the house sends it
 */
export function eventsOf({ events = [], hands = [], results = [] }) {
  /** @type {Map<number, Held[]>} */
  const by = new Map();
  for (const one of hands) by.set(one.at ?? 0, [...(by.get(one.at ?? 0) ?? []), one]);
  return events.map((event, at) => (by.has(at) ? { ...event, hands: by.get(at) } : event.type === "ended" ? { ...event, results } : event));
}

/** What wagers that ended have won or lost, in cents. A coupon that is redeemed costs nothing. @param {Event[]} settled */
export const netOf = (settled) => settled.reduce((sum, one) => sum + (one.returned || 0) - (one.redeemed ? 0 : one.stake || 0), 0);

export class Layout {
  constructor() {
    this.round = 0;
    this.void = false;
    this.over = false;
    /** @type {Map<number, string>} players' ids by seat */
    this.seats = new Map();
    /** @type {Record<string, string>} players' names by id */
    this.names = {};
    /** @type {Map<string, Hand>} by "place/number" */
    this.hands = new Map();
    /** @type {Map<string, Stake>} */
    this.stakes = new Map();
    /** @type {Event[]} how wagers ended */
    this.settled = [];
    /** @type {Map<string, Event>} the last commitments by pack */
    this.committed = new Map();
    /** @type {Event | null} what the dealer said last */
    this.call = null;
  }

  /** @param {string} place "seat 1", "dealer", or a place of the game @param {number} number */
  hand(place, number = 1) {
    const key = `${place}/${number}`;
    let found = this.hands.get(key);
    if (!found) this.hands.set(key, (found = noHand()));
    return found;
  }

  /** The numbers of the hands at a place that have cards. @param {string} place */
  handsAt(place) {
    return [...this.hands]
      .filter(([key, hand]) => key.startsWith(`${place}/`) && hand.cards.length)
      .map(([key]) => Number(key.slice(place.length + 1)))
      .sort((a, b) => a - b);
  }

  /** The places of the house where cards lie: the dealer's, the board's, those of a cross. */
  get housePlaces() {
    const places = [...this.hands].filter(([, hand]) => hand.cards.length).map(([key]) => key.slice(0, key.lastIndexOf("/")));
    return [...new Set(places)].filter((place) => !place.startsWith("seat "));
  }

  /** @param {number} seat @param {number} hand 0 for all */
  stakesOf(seat, hand = 0) {
    return [...this.stakes.values()].filter((one) => one.seat === seat && (!hand || one.hand === hand));
  }

  /** @param {string} player */
  called(player) {
    return this.names[player] || player;
  }

  /** @param {Event} e */
  apply(e) {
    const fold = FOLDS[e.type];
    if (fold) fold(this, e);
    for (const one of e.hands ?? []) this.hand(one.place, one.hand).holds = one.holds;
  }
}

/** What lies on the table after events. @param {Event[]} events */
export function layoutOf(events) {
  const layout = new Layout();
  for (const event of events) layout.apply(event);
  return layout;
}

/** @param {Event} e */
const stakeKey = (e) => `${e.seat}/${e.player}/${e.hand}/${e.wager}`;

/** @type {Record<string, (layout: Layout, e: Event) => void>} */
const FOLDS = {
  began(layout, e) {
    layout.round = e.round;
    layout.seats = new Map(e.seats.filter((/** @type {[number, string]} */ one) => one[0]));
    layout.names = { ...layout.names, ...e.names };
  },
  seated(layout, e) {
    layout.seats.set(e.seat, e.player);
    if (e.name) layout.names[e.player] = e.name;
  },
  committed(layout, e) {
    layout.committed.set(String(e.pack), e);
  },
  announced(layout, e) {
    layout.call = e;
    if (e.place && e.hand) layout.hand(e.place, e.hand).name = e.words;
  },
  wagered(layout, e) {
    const key = stakeKey(e);
    const before = layout.stakes.get(key);
    layout.stakes.set(key, {
      seat: e.seat,
      player: e.player,
      hand: e.hand,
      wager: e.wager,
      amount: (before ? before.amount : 0) + e.amount,
      coupon: e.coupon || (before ? before.coupon : 0),
      redeemed: Boolean(e.redeemed),
    });
  },
  withdrawn(layout, e) {
    layout.stakes.delete(stakeKey(e));
  },
  dealt(layout, e) {
    const hand = layout.hand(e.to, e.hand);
    hand.cards.push(e.card ?? null);
    hand.faces.push(e.face);
  },
  chose(layout, e) {
    const hand = layout.hand(`seat ${e.seat}`, e.hand);
    hand.actions.push(e.action);
    if (e.action === "fold") hand.folded = true;
  },
  moved(layout, e) {
    if (e.place === "discard rack") return;
    const giving = layout.hand(e.place, e.hand);
    const at = giving.cards.lastIndexOf(e.card);
    const [card] = giving.cards.splice(at, 1);
    const [face] = giving.faces.splice(at, 1);
    if (!e.to_hand) return;
    const taking = layout.hand(e.place, e.to_hand);
    taking.cards.push(card);
    taking.faces.push(face);
  },
  exposed(layout, e) {
    const hand = layout.hand(e.place, e.hand);
    const places = e.only && e.only.length ? e.only : e.cards.map((/** @type {string} */ _, /** @type {number} */ at) => at);
    places.forEach((/** @type {number} */ at, /** @type {number} */ which) => {
      hand.cards[at] = e.cards[which];
      hand.faces[at] = "up";
    });
  },
  concealed(layout, e) {
    const hand = layout.hand(e.place, e.hand);
    hand.faces = hand.faces.map(() => "down");
  },
  ranked(layout, e) {
    layout.hand(e.place, e.hand).name = e.name;
  },
  settled(layout, e) {
    const key = stakeKey(e);
    const stake = layout.stakes.get(key);
    if (stake && stake.amount > e.stake && !e.redeemed) stake.amount -= e.stake;
    else layout.stakes.delete(key);
    layout.settled.push(e);
  },
  collected(layout, e) {
    const hand = layout.hand(e.place, e.hand);
    hand.cards = [];
    hand.faces = [];
  },
  voided(layout, e) {
    if (e.place === "round") layout.void = true;
    else if (!e.player) layout.hand(e.place, e.hand).void = true;
  },
  ended(layout) {
    layout.over = true;
  },
};
