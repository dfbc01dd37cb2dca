// Motion: each event moves what it moved, from where it was. Nothing is shown before its event.

import { s } from "../dom.js";
import { ONCE, setting } from "../settings.js";
import { dealtFrom, discarded, house } from "./ground.js";
import { placed } from "./layer.js";
import { plateOf } from "./seats.js";

/** @import { Event } from "../layout.js" */
/** @import { Layer, Lying } from "./layer.js" */

/** @typedef {{x: number, y: number, turn?: number, scale?: number}} At */

const EASE = "cubic-bezier(.2,.7,.2,1)";
const DEAL = 180;
const TURN = 220;
const PLACE = 160;
const COLLECT = 300;
const PAY = 420;
const BETWEEN = 80;
const FADE = 80; // all that moves when motion is reduced
export const ROLL = 600;
const LONGEST = 2820; // a full deal takes three seconds at most

export class Motion {
  constructor() {
    /** @type {Set<Animation>} */
    this.running = new Set();
    this.asked = window.matchMedia("(prefers-reduced-motion: reduce)");
  }

  /** Whether nothing travels: this device asks for it, or the player wants everything at once. */
  get reduced() {
    return this.asked.matches || setting("pace") === ONCE;
  }

  /** @param {Element} element @param {Keyframe[]} frames @param {KeyframeAnimationOptions} options */
  start(element, frames, options) {
    const animation = element.animate(frames, { easing: EASE, fill: "backwards", ...options });
    this.running.add(animation);
    const over = () => this.running.delete(animation);
    animation.onfinish = over;
    animation.oncancel = over;
    return animation;
  }

  /**
   * Something comes to where it lies.
   * @param {Layer} layer
   * @param {string} key
   * @param {At} from
   * @param {number} duration
   */
  come(layer, key, from, duration) {
    const one = layer.lying.get(key);
    if (!one) return;
    this.start(one.outer, [{ transform: placed({ ...from, scale: from.scale || 1 }), opacity: 0.4 }, { opacity: 1, offset: 0.3 }, { transform: placed(one) }], { duration });
  }

  /**
   * A copy of something leaves, and is gone when it has arrived.
   * @param {SVGGElement} copy of an element that a drawing has taken away
   * @param {At} from
   * @param {At} to
   * @param {SVGGElement} above where the copy moves
   * @param {number} duration
   */
  leave(copy, from, to, above, duration) {
    copy.setAttribute("aria-hidden", "true");
    above.append(copy);
    const animation = this.start(copy, [{ transform: placed(from) }, { transform: placed(to), opacity: 0.2 }], { duration, fill: "both" });
    const gone = () => copy.remove();
    animation.finished.then(gone, gone);
  }

  /** A dotted line along which something goes back. It fades. @param {At} from @param {At} to @param {SVGGElement} above */
  path(from, to, above) {
    const line = s("path", { d: `M${from.x} ${from.y}L${to.x} ${to.y}`, class: "way-back", "aria-hidden": "true" });
    above.append(line);
    const animation = this.start(line, [{ opacity: 0.9 }, { opacity: 0.9, offset: 0.6 }, { opacity: 0 }], { duration: 2 * PAY, easing: "linear" });
    const gone = () => line.remove();
    animation.finished.then(gone, gone);
  }

  /** @param {Element} element */
  appear(element, duration = FADE) {
    this.start(element, [{ opacity: 0 }, { opacity: 1 }], { duration, easing: "linear" });
  }

  /** A card turns over. @param {Layer} layer @param {string} key */
  turn(layer, key) {
    const one = layer.lying.get(key);
    if (!one) return;
    const inner = one.outer.firstElementChild;
    if (!inner) return;
    this.start(inner, [{ transform: "scaleX(0.04)" }, { transform: "scaleX(1)" }], { duration: TURN, easing: "ease-out" });
  }

  finish() {
    for (const one of [...this.running]) one.finish();
    this.running.clear();
  }

  /** Wait until everything that moves has arrived. */
  async settled() {
    await Promise.allSettled([...this.running].map((one) => one.finished));
  }
}

/** Milliseconds after an event in which the next one waits. @type {Record<string, number>} */
const PAUSES = { dealt: 70, moved: 70, exposed: TURN, wagered: 60, withdrawn: 60, collected: 60, settled: BETWEEN, announced: 140 };

/** How long after an event the next one may begin. @param {Event} e @param {number} cards how many cards these events deal */
export function pause(e, cards) {
  if (e.result === "void") return 0; // void stakes go back together
  const most = e.type === "dealt" || e.type === "moved" ? LONGEST / Math.max(1, cards) : Infinity;
  return Math.min(PAUSES[e.type] ?? 0, most);
}

/**
 * Move what an event moved. The felt has just drawn the table after it.
 * @param {import("./felt.js").Felt} felt
 * @param {Event} e
 * @param {Map<string, Lying>} before what lay there before; a copy of what may leave
 */
export function move(felt, e, before) {
  const { motion, layers, drawing, seats } = felt;
  if (!drawing) return;
  const { places, scene } = drawing;
  const who = e.seat === scene.seat ? "own" : `seat ${e.seat}`;
  const number = who === "own" ? e.hand : 1;
  switch (e.type) {
    case "dealt": {
      const at = drawing.layout.hand(e.to, e.hand).cards.length - 1;
      motion.come(layers.cards, `card/${e.to}/${e.hand}/${at}`, dealtFrom(places), DEAL);
      break;
    }
    case "moved": {
      const at = drawing.layout.hand(e.place, e.to_hand || 1).cards.length - 1;
      const from = before.get(`card/${e.place}/${e.hand}/1`);
      if (from) motion.come(layers.cards, `card/${e.place}/${e.to_hand}/${at}`, { x: from.x, y: from.y }, DEAL);
      break;
    }
    case "exposed": {
      const count = drawing.layout.hand(e.place, e.hand).cards.length;
      for (let at = 0; at < count; at++) {
        const key = `card/${e.place}/${e.hand}/${at}`;
        if ((!e.only || !e.only.length || e.only.includes(at)) && before.get(key)?.look !== layers.cards.lying.get(key)?.look) motion.turn(layers.cards, key);
      }
      break;
    }
    case "wagered":
      motion.come(layers.chips, `chips/${who}/${e.wager}/${number}`, plateOf(drawing, seats, e.seat), PLACE);
      break;
    case "withdrawn":
    case "settled": {
      const key = `chips/${who}/${e.wager}/${number}`;
      if (e.type === "settled" && e.returned > e.stake) motion.come(layers.chips, who === "own" ? `won/own/${drawing.game.earned?.[e.wager] ?? e.wager}/${number}` : `won/${who}`, house(places), PAY);
      const gone = before.get(key);
      if (gone && !layers.chips.lying.has(key)) {
        const to = e.type === "settled" && !e.returned ? house(places) : plateOf(drawing, seats, e.seat);
        motion.leave(gone.outer, gone, to, layers.moving, e.result === "void" ? PAY : COLLECT);
        if (e.result === "void") motion.path(gone, to, layers.moving);
      }
      break;
    }
    case "collected":
      for (const [key, one] of before) {
        if (key.startsWith(`card/${e.place}/${e.hand}/`) && !layers.cards.lying.has(key)) motion.leave(one.outer, one, discarded(places), layers.moving, COLLECT);
      }
      break;
    case "announced": {
      const call = layers.call.lying.get("call");
      if (call && call.outer.firstElementChild) motion.appear(call.outer.firstElementChild, 140);
    }
  }
}
