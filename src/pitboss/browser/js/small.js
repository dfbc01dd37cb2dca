// Small cards, and a table drawn small: for lists, lessons and wherever the large felt is not.

import { CROSS } from "./cross.js";
import { h } from "./dom.js";
import { netOf } from "./layout.js";
import { speechOf } from "./speech.js";
import { placeName } from "./table/telling.js";
import { SIGNS, cardName, cardNames, dollars, printed, sentence } from "./words.js";

/** @import { Layout } from "./layout.js" */

/**
 * @param {string | null} card null for one that this viewer has not seen
 * @param {{hidden?: boolean}} how hidden: its name is told by the group around it
 */
export function smallCard(card, how = {}) {
  const named = how.hidden ? { "aria-hidden": "true" } : { role: "img", "aria-label": cardName(card) };
  if (!card) return h("span", { class: "small-card back", ...named });
  return h("span", { class: `small-card ${card[1]}`, ...named },
    h("b", {}, printed(card[0])), h("i", {}, SIGNS[card[1]]));
}

/** @param {(string | null)[]} cards @param {string} whose for screen readers: "Your cards" */
export function smallHand(cards, whose) {
  return h("span", { class: "small-hand", role: "img", "aria-label": `${whose}: ${cardNames(cards)}` },
    cards.map((card) => smallCard(card, { hidden: true })));
}

/**
 * What lies on the table, as groups of cards and wagers.
 * @param {string} game
 * @param {Layout} layout
 * @param {number} seat own seat; 0 for none
 */
export function smallTable(game, layout, seat) {
  const house = layout.housePlaces;
  const seats = [...new Set([...layout.seats.keys(), ...[...layout.stakes.values()].map((one) => one.seat)])].sort((a, b) => a - b);
  return h("div", { class: `small-table felt-${game}` },
    h("div", { class: "small-row" }, house.filter((place) => !CROSS[place]).map((place) => group(placeName(place, String), layout, place)),
      house.some((place) => CROSS[place]) ? cross(layout, house.filter((place) => CROSS[place])) : null),
    h("div", { class: "small-row seats" }, seats.map((one) => {
      const player = layout.seats.get(one) || "";
      const who = one === seat ? "You" : layout.called(player);
      return group(who, layout, `seat ${one}`, one, one === seat, (wager) => sentence(speechOf(game).wager(wager)));
    })),
  );
}

/** @param {Layout} layout @param {string[]} places */
function cross(layout, places) {
  return h("div", { class: "small-cross", role: "group", "aria-label": "The cross" }, places.map((place) => {
    const hand = smallHand(layout.hand(place).cards, sentence(place));
    [hand.style.gridRow, hand.style.gridColumn] = CROSS[place].map(String);
    return hand;
  }));
}

/**
 * @param {string} name
 * @param {Layout} layout
 * @param {string} place
 * @param {number} [seat]
 * @param {boolean} [own]
 * @param {(wager: string) => string} called
 */
function group(name, layout, place, seat = 0, own = false, called = sentence) {
  const hands = layout.handsAt(place);
  const over = layout.settled.filter((one) => seat && one.seat === seat);
  const folded = [...layout.hands].some(([key, hand]) => key.startsWith(`${place}/`) && hand.folded);
  return h("div", { class: `small-place${own ? " own" : ""}`, role: "group", "aria-label": name },
    h("div", { class: "small-hands" }, hands.map((number) => {
      const hand = layout.hand(place, number);
      return h("div", {}, smallHand(hand.cards, name), hand.name ? h("span", { class: "small-pill" }, hand.name) : null);
    })),
    h("div", { class: "small-name" }, name, folded ? h("span", { class: "small-note" }, "folded") : null),
    seat
      ? h("div", { class: "small-stakes" },
          layout.stakesOf(seat).map((one) => h("span", { class: "small-stake" }, `${called(one.wager)} ${dollars(one.amount)}`)),
          over.map((one) => h("span", { class: `small-stake ${one.returned > one.stake ? "won" : one.returned < one.stake ? "lost" : ""}` },
            `${called(one.wager)} ${ended(one)}`)))
      : null,
  );
}

/** @param {any} event how a wager ended */
function ended(event) {
  const net = netOf([event]);
  if (net > 0) return `+${dollars(net)}`;
  return net < 0 ? dollars(net) : "comes back";
}
