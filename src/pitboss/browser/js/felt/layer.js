// A layer keeps what lies on it under keys: what has not changed stays the same element, so focus and motion survive a drawing.

import { s } from "../dom.js";

/**
 * @typedef {object} Item
 * @property {string} key
 * @property {string} look changes when it must be drawn anew
 * @property {number} x
 * @property {number} y
 * @property {number} [turn] degrees
 * @property {number} [scale]
 * @property {() => (SVGElement | (SVGElement | null | false)[])} make
 */

/**
 * Something that lies somewhere.
 * @param {string} key
 * @param {string} look
 * @param {{x: number, y: number, turn?: number, scale?: number}} at
 * @param {Item["make"]} make
 */
export const item = (key, look, { x, y, turn, scale }, make) => ({ key, look, x, y, turn, scale, make });

/** @typedef {{outer: SVGGElement, look: string, x: number, y: number, turn: number, scale: number}} Lying */

/** @param {{x: number, y: number, turn?: number, scale?: number}} at */
export function placed({ x, y, turn = 0, scale = 1 }) {
  return `translate(${x}px, ${y}px)${turn ? ` rotate(${turn}deg)` : ""}${scale === 1 ? "" : ` scale(${scale})`}`;
}

export class Layer {
  /** @param {string} name */
  constructor(name) {
    this.element = s("g", { class: `layer-${name}` });
    /** @type {Map<string, Lying>} */
    this.lying = new Map();
  }

  /** Draw everything anew the next time: the places are others now. */
  forget() {
    for (const one of this.lying.values()) one.look = "";
  }

  /** @param {Item[]} items in the order in which they lie on each other */
  set(items) {
    const wanted = new Set(items.map((one) => one.key));
    for (const [key, one] of this.lying) {
      if (wanted.has(key)) continue;
      one.outer.remove();
      this.lying.delete(key);
    }
    items.forEach((item, at) => {
      let one = this.lying.get(item.key);
      if (!one) {
        one = { outer: s("g", { "data-key": item.key }), look: "", x: NaN, y: NaN, turn: 0, scale: 1 };
        this.lying.set(item.key, one);
      }
      if (one.look !== item.look) {
        one.look = item.look;
        const made = [item.make()].flat();
        one.outer.replaceChildren(.../** @type {SVGElement[]} */ (made.filter(Boolean)));
      }
      const { x, y, turn = 0, scale = 1 } = item;
      if (one.x !== x || one.y !== y || one.turn !== turn || one.scale !== scale) {
        Object.assign(one, { x, y, turn, scale });
        one.outer.style.transform = placed(one);
      }
      if (this.element.children[at] !== one.outer) this.element.insertBefore(one.outer, this.element.children[at] || null);
    });
  }
}
