// Checks of a round that the page makes by itself, with nothing taken on trust: seals, money, signature (docs/protocol.md).

import { blake2s } from "./vendor/blake2s.js";

/** @typedef {import("./layout.js").Event} Event */

/**
 * @typedef {object} Seal a card of the stack that the table sealed before bets closed
 * @property {string} pack
 * @property {number} position from 0, before any cut
 * @property {string} sealed the commitment
 * @property {string} card empty while the card is sealed
 * @property {string} salt
 * @property {string} opened what the page computes from salt and card
 * @property {"locked" | "match" | "mismatch"} state
 */

/**
 * Every sealed card of a round, each opened one checked.
 * @param {Event[]} events
 * @param {{pack: number, cards: [number, string, string][]} | null} [own] what is opened to this seat alone
 * @returns {Seal[]}
 */
export function seals(events, own) {
  /** @type {Map<string, Seal[]>} */
  const packs = new Map();
  /** @type {Seal[]} cards that were opened, but never sealed */
  const stray = [];
  /** @param {any} opened */
  const open = ({ pack, cards }) => {
    const sealed = packs.get(String(pack));
    for (const [position, card, salt] of sealed ? cards : []) {
      const opened = digest(salt, card);
      const seal = sealed?.[position];
      if (!seal) stray.push({ pack: String(pack), position, sealed: "", card, salt, opened, state: "mismatch" });
      else Object.assign(seal, { card, salt, opened, state: opened === seal.sealed ? "match" : "mismatch" });
    }
  };
  for (const event of events) {
    const pack = String(event.pack);
    if (event.type === "committed")
      packs.set(pack, event.commitments.map((/** @type {string} */ sealed, /** @type {number} */ position) => (
        { pack, position, sealed, card: "", salt: "", opened: "", state: "locked" }
      )));
    if (event.type === "opened") open(event);
  }
  if (own) open(own);
  return [...[...packs.values()].flat(), ...stray];
}

/**
 * @param {string} salt hexadecimal
 * @param {string} card two letters
 */
export function digest(salt, card) {
  const bytes = [...(salt.match(/../g) || [])].map((two) => Number.parseInt(two, 16));
  return blake2s(Uint8Array.from([...bytes, ...new TextEncoder().encode(card)]));
}

/**
 * Whether the wagers and payouts of all seats sum to what the round says of itself. Null while it goes on.
 * @param {Event[]} events
 * @returns {{staked: number, returned: number, right: boolean} | null}
 */
export function money(events) {
  const ended = events.find((event) => event.type === "ended");
  if (!ended) return null;
  let staked = 0;
  let settled = 0;
  let returned = 0;
  for (const event of events) {
    if (event.type === "settled") returned += event.returned;
    if (event.redeemed) continue; // a coupon is no money
    if (event.type === "wagered") staked += event.amount;
    if (event.type === "withdrawn") staked -= event.amount;
    if (event.type === "settled") settled += event.stake;
  }
  const right = staked === settled && staked === ended.staked && returned === ended.returned;
  return { staked, returned, right };
}

/**
 * @typedef {object} Signed
 * @property {number} number
 * @property {string} before
 * @property {string} chain
 * @property {number} seq
 * @property {string} head
 * @property {number} at
 * @property {string} key
 * @property {string} signature
 */

/**
 * Whether the house signed this head of the table's chain.
 * @param {Signed} signed
 * @returns {Promise<boolean | null>} null if this browser can't check Ed25519
 */
export async function isSigned(signed) {
  if (!globalThis.crypto?.subtle) return null; // the page did not come over https or from this machine
  const lines = ["pitboss head 1", signed.number, signed.before, signed.chain, signed.seq, signed.head, signed.at];
  const text = new TextEncoder().encode(lines.map((line) => `${line}\n`).join(""));
  let key;
  try {
    key = await crypto.subtle.importKey("spki", bytesOf(signed.key), "Ed25519", false, ["verify"]);
  } catch (error) {
    if (error instanceof DOMException && error.name === "NotSupportedError") return null;
    return false;
  }
  return crypto.subtle.verify("Ed25519", key, bytesOf(signed.signature), text);
}

/** @param {string} base64 */
const bytesOf = (base64) => Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));

const KNOWN = "pitboss-house-key";

/**
 * Whether this is the key that the house had when this browser first saw one.
 * @param {string} key
 */
export function isKnownKey(key) {
  const known = localStorage.getItem(KNOWN);
  if (!known) localStorage.setItem(KNOWN, key);
  return !known || known === key;
}
