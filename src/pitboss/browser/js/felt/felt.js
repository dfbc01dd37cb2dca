// The felt: draws a table from a scene, and moves what events moved.

import { h, s } from "../dom.js";
import { Layout } from "../layout.js";
import { dollars } from "../words.js";
import { areas, otherBets, ownChips } from "./areas.js";
import { cloth, furniture, printedFor } from "./ground.js";
import { hands, ownHolds } from "./hands.js";
import { Layer } from "./layer.js";
import { banner, call, clock, cross, meter, payBoard, playing, wrongMark } from "./marks.js";
import { Motion, ROLL, move, pause } from "./motion.js";
import { others, peek } from "./others.js";
import { readable } from "./print.js";
import { Memory, copied } from "./scene.js";
import { clockAtPlate, plates, seated, strip } from "./seats.js";

/** @import { Holding } from "../../protocol.d.ts" */
/** @import { Event } from "../layout.js" */
/** @import { Scene, Drawing } from "./scene.js" */

/** Events that change the picture. */
const SEEN = new Set(["began", "announced", "wagered", "withdrawn", "dealt", "chose", "moved", "exposed", "concealed", "ranked", "settled", "metered", "collected", "voided", "ended"]);
const CALL = 1600; // milliseconds that a call stays
const TICK = 200;
const LATE = 5000; // the last seconds of a clock

let made = 0;

export class Felt {
  /**
   * @param {string} game
   * @param {import("./places.js").GamePlaces} places of the game: its felt.js
   * @param {{onArea?: (wager: string, hand: number, line: string) => void, onAreaBack?: (wager: string, hand: number) => void, onSeat?: (seat: number) => void, onStep?: (e: Event) => void, onTick?: () => void}} handlers `onSeat` hears that an open seat is taken, `onStep` each event as it is played, `onTick` when the clock is drawn
   */
  constructor(game, places, handlers = {}) {
    this.id = `felt${++made}`;
    this.game = places;
    this.handlers = handlers;
    this.motion = new Motion();
    this.layers = {
      under: new Layer("under"),
      seats: new Layer("seats"),
      areas: new Layer("areas"),
      chips: new Layer("chips"),
      cards: new Layer("cards"),
      marks: new Layer("marks"),
      call: new Layer("call"),
      moving: s("g", { class: "layer-moving" }),
    };
    // What lies still is a picture of its own, so that what moves above it does not draw it again.
    this.ground = s("svg", { class: "felt-svg layer-ground", "aria-hidden": "true" });
    const { under, seats, areas, chips, cards, marks, call, moving } = this.layers;
    this.svg = s("svg", { class: "felt-svg", role: "group", "aria-label": `${this.game.title} table` },
      ...[under, seats, areas, chips, cards, marks].map((one) => one.element),
      moving,
      call.element);
    this.element = h("div", { class: "felt", "data-game": game }, this.ground, h("div", { class: "felt-glow" }), this.svg);
    /** @type {Scene | null} */
    this.scene = null;
    /** @type {Drawing | null} */
    this.drawing = null;
    /** @type {Map<number, import("./seats.js").Seated>} */
    this.seats = new Map();
    this.shown = new Layout(); // what the events played so far have laid on the table
    this.memory = new Memory();
    /** @type {Holding} what the own hand held when the table stood last: words don't run ahead of cards */
    this.holds = {};
    this.lit = "";
    this.said = "";
    this.peeked = 0; // the seat whose cards are shown on a phone
    this.figure = NaN; // what the meter shows
    this.still = "";
    /** @type {{events: Event[], scene: Scene, stays: boolean, done: () => void}[]} */
    this.waiting = [];
    this.ended = false;
    this.drawn = 0; // scenes that were drawn as they stand: what played before them is over
    this.busy = false;
    this.hurry = false;
    /** @type {() => void} */
    this.wake = () => {};
    this.silence = 0;
    this.sizes = new ResizeObserver(() => this.scene && this.paint(this.scene, this.shown));
    this.sizes.observe(this.element);
    this.ticking = window.setInterval(() => {
      this.tick();
      handlers.onTick?.();
    }, TICK);
    this.svg.addEventListener("click", (event) => this.clicked(event));
    this.svg.addEventListener("keydown", (event) => this.pressed(event));
  }

  /** Draw a scene as it stands, without motion. @param {Scene} scene */
  draw(scene) {
    this.drawn++;
    this.flush();
    this.stand(scene);
  }

  /** @param {Scene} scene */
  stand(scene) {
    this.scene = scene;
    this.shown = copied(scene.layout);
    this.holds = ownHolds(this.shown, scene.seat);
    this.memory = new Memory();
    this.memory.keeps = Boolean(scene.events);
    const layout = new Layout();
    for (const e of scene.events || []) {
      layout.apply(e);
      this.memory.apply(layout, e);
    }
    this.said = scene.call ?? (scene.layout.call && !scene.layout.over && !scene.layout.void ? scene.layout.call.words : "");
    this.paint(scene, this.shown);
    this.roll(scene.meter);
    this.tick();
  }

  /**
   * Move what the events moved, in their order, and then draw the scene.
   * @param {Event[]} events that came since the last drawing
   * @param {Scene} scene after them
   * @param {boolean} stays whether the scene is drawn in the end
   * @returns {Promise<void>}
   */
  play(events, scene, stays = true) {
    return new Promise((done) => {
      this.waiting.push({ events, scene, stays, done });
      if (!this.busy) this.run();
    });
  }

  /**
   * Move what the events moved, in their order. Who calls draws what stands after them.
   * @param {Event[]} events
   * @param {Scene} around what stands around the cards and chips meanwhile
   */
  unfold(events, around) {
    this.scene = around;
    this.holds = ownHolds(around.layout, around.seat);
    this.said = around.call ?? this.said;
    return this.play(events, around, false);
  }

  async run() {
    this.busy = true;
    for (let next = this.waiting.shift(); next; next = this.waiting.shift()) {
      const { events, scene, stays, done } = next;
      const drawn = this.drawn;
      const cards = events.filter((e) => e.type === "dealt").length;
      this.memory.keeps = Boolean(scene.events);
      if (this.motion.reduced) this.appear(events, scene);
      else
        for (const e of events) {
          if (this.ended || this.drawn !== drawn) break;
          this.step(e, scene);
          const wait = pause(e, cards);
          if (wait && !this.hurry) await this.sleep(wait);
        }
      if (!this.hurry) await this.motion.settled();
      if (stays && !this.waiting.length && !this.ended && this.drawn === drawn) this.stand(scene);
      done();
    }
    this.busy = false;
    this.hurry = false;
  }

  /** Show at once what the events brought: nothing travels, what is new fades in. @param {Event[]} events @param {Scene} next */
  appear(events, next) {
    const { cards, chips } = this.layers;
    const before = new Set([...cards.lying.keys(), ...chips.lying.keys()]);
    for (const e of events) {
      this.fold(e, next);
      if (e.type === "announced") this.say(e.words);
      if (e.type === "metered") this.roll(e.amount);
    }
    this.paint(this.around(next), this.shown);
    for (const e of new Map(events.map((one) => [one.type, one])).values()) if (SEEN.has(e.type)) this.handlers.onStep?.(e); // one sound a kind
    for (const [key, one] of [...cards.lying, ...chips.lying]) if (!before.has(key)) this.motion.appear(one.outer);
  }

  /** Fold one event, draw, and start what it moves. @param {Event} e @param {Scene} next */
  step(e, next) {
    const before = this.hurry ? new Map() : this.lying(e);
    this.fold(e, next);
    if (this.hurry || !SEEN.has(e.type)) return;
    if (e.type === "announced") this.say(e.words);
    this.paint(this.around(next), this.shown);
    if (e.type === "metered") this.roll(e.amount);
    move(this, e, before);
    this.handlers.onStep?.(e);
  }

  /** @param {Event} e @param {Scene} next */
  fold(e, next) {
    if (e.type === "began") {
      this.shown = new Layout();
      this.memory = new Memory();
      this.memory.keeps = Boolean(next.events);
      this.said = "";
      this.holds = {};
    }
    this.shown.apply(e);
    this.memory.apply(this.shown, e);
  }

  /**
   * The scene while events play. People, areas and the clock are as they were: the new ones would be ahead of the events.
   * @param {Scene} next
   */
  around(next) {
    const old = this.scene && this.scene.seat === next.seat ? this.scene : { ...next, areas: new Map(), clock: null };
    const people = new Map([...next.people].map(([seat, one]) => [seat, old.people.get(seat) || { ...one, state: "", note: "" }]));
    return { ...next, people, areas: old.areas, clock: old.clock, hand: old.hand };
  }

  /** Copies of what may leave. @param {Event} e */
  lying(e) {
    /** @type {Map<string, import("./layer.js").Lying>} */
    const found = new Map();
    const chips = e.type === "settled" || e.type === "withdrawn";
    if (!chips && !["collected", "exposed", "moved"].includes(e.type)) return found;
    const starts = chips ? `chips/${this.scene && e.seat === this.scene.seat ? "own" : `seat ${e.seat}`}/${e.wager}/` : `card/${e.place}/${e.hand}/`;
    const leaves = e.type !== "exposed" && e.type !== "moved";
    for (const [key, one] of (chips ? this.layers.chips : this.layers.cards).lying) {
      if (key.startsWith(starts)) found.set(key, { ...one, outer: leaves ? /** @type {SVGGElement} */ (one.outer.cloneNode(true)) : one.outer });
    }
    return found;
  }

  /** @param {string} words */
  say(words) {
    this.said = words;
    window.clearTimeout(this.silence);
    this.silence = window.setTimeout(() => {
      if (this.said !== words || !this.drawing) return;
      this.said = this.scene?.call ?? "";
      this.layers.call.set([...call(this.drawing, this.said), ...banner(this.drawing), ...peek(this.drawing, this.peeked)]);
    }, CALL);
  }

  /** @param {number} milliseconds */
  sleep(milliseconds) {
    return new Promise((done) => {
      const timer = window.setTimeout(done, milliseconds);
      this.wake = () => {
        window.clearTimeout(timer);
        done(undefined);
      };
    });
  }

  /** End what moves at once, and draw the last scene that was given. */
  finish() {
    if (!this.busy) return;
    this.hurry = true;
    this.motion.finish();
    this.wake();
  }

  /** Forget what waits to be played: a whole scene comes. */
  flush() {
    for (const one of this.waiting.splice(0)) one.done();
    this.motion.finish();
    this.finish();
  }

  end() {
    this.ended = true;
    this.flush();
    this.sizes.disconnect();
    window.clearInterval(this.ticking);
    window.clearTimeout(this.silence);
    this.element.remove();
  }

  /** Light a line of the cross and its areas: "horizontal", "vertical" or "". @param {string} line */
  light(line) {
    this.lit = line;
    if (this.scene) this.paint(this.busy && this.drawing ? this.drawing.scene : this.scene, this.shown);
  }

  /** Show the cards and bets of a seat on a phone; 0 hides them. @param {number} seat */
  look(seat) {
    this.peeked = seat;
    if (this.drawing) this.paint(this.drawing.scene, this.shown);
  }

  /** The places for the size that there is, the scale, and what can be seen. */
  measured() {
    const width = this.element.clientWidth || 1097;
    const height = this.element.clientHeight || 736;
    const { wide, tablet, phone, side } = this.game;
    const places = width <= 700 && height < width * 0.8 ? side : width <= 560 ? phone : width < 900 && height > width * 0.7 ? tablet : wide;
    const scale = Math.min(width / places.width, height / places.height) || 1;
    const view = { w: width / scale, h: height / scale, x: (places.width - width / scale) / 2, y: 0 };
    return { places, scale, view };
  }

  /** @param {Scene} scene @param {Layout} layout */
  paint(scene, layout) {
    const { places: usual, scale, view } = this.measured();
    const four = usual.fourHands && layout.handsAt(`seat ${scene.seat}`).length > 3;
    const places = four ? { ...usual, ...usual.fourHands } : usual;
    const { layers } = this;
    /** @type {Drawing} */
    const drawing = { scene, layout, memory: this.memory, holds: this.holds, game: this.game, places, id: this.id, scale, deck: scene.deck || this.game.wide.shoe?.deck || 1, lit: this.lit };
    this.drawing = drawing;
    this.seats = seated(drawing);
    const looks = `${places.width}/${view.w.toFixed(1)}/${view.h.toFixed(1)}/${scene.decks}/${scene.seat > 0}`;
    if (looks !== this.still) {
      this.still = looks;
      for (const one of Object.values(layers)) if (one instanceof Layer) one.forget();
      for (const one of [this.ground, this.svg]) one.setAttribute("viewBox", `${view.x} ${view.y} ${view.w} ${view.h}`);
      this.element.dataset.seats = places.seats;
      this.ground.replaceChildren(...cloth(places, view), ...furniture(places, scene.decks, readable(drawing, 0)));
    }
    const theirs = others(drawing, this.seats);
    const lies = hands(drawing);
    const own = ownChips(drawing);
    const bets = otherBets(drawing, this.seats);
    const lines = cross(drawing);
    // A hand is read before its cards, which lie in a layer above.
    const isHand = (/** @type {import("./layer.js").Item} */ one) => one.key.startsWith("hand/");
    const marks = [...bets.marks, ...own.marks, ...theirs.marks, ...lies.marks];
    layers.under.set([...marks.filter(isHand), ...printedFor(drawing), ...meter(drawing), ...payBoard(drawing), ...lines.under, ...playing(drawing)]);
    layers.seats.set([...plates(drawing, this.seats), ...strip(drawing), ...clock(drawing), ...clockAtPlate(drawing, this.seats)]);
    layers.areas.set([...bets.areas, ...areas(drawing)]);
    layers.chips.set([...bets.chips, ...own.chips]);
    layers.cards.set([...theirs.cards, ...lies.cards]);
    layers.marks.set([...marks.filter((one) => !isHand(one)), ...lines.over, ...wrongMark(drawing)]);
    layers.call.set([...call(drawing, this.said), ...banner(drawing), ...peek(drawing, this.peeked)]);
    this.element.classList.toggle("own-turn", scene.people.get(scene.seat)?.state === "turn");
    this.element.classList.toggle("void", layout.void);
  }

  /** The meter rolls to a reading. @param {number | null} cents */
  roll(cents) {
    const text = this.svg.querySelector(".meter-figure");
    if (cents === null || !text) return;
    const from = Number.isNaN(this.figure) || this.motion.reduced || this.hurry ? cents : this.figure;
    this.figure = cents;
    text.closest(".meter")?.setAttribute("aria-label", `Progressive meter, ${dollars(cents)}`);
    const began = performance.now();
    const turn = () => {
      const share = from === cents ? 1 : Math.min(1, (performance.now() - began) / ROLL);
      text.textContent = dollars(Math.round(from + (cents - from) * share));
      if (share < 1 && this.figure === cents) window.requestAnimationFrame(turn);
    };
    turn();
  }

  /** Keep the clock true. */
  tick() {
    const clock = this.scene?.clock;
    for (const ring of /** @type {NodeListOf<SVGElement>} */ (this.svg.querySelectorAll(".clock"))) {
      const runs = clock && Number(ring.dataset.of || 0) === (clock.seat ?? 0);
      ring.classList.toggle("none", !runs);
      if (runs) this.countDown(ring, clock);
    }
  }

  /** @param {SVGElement} ring @param {NonNullable<Scene["clock"]>} clock */
  countDown(ring, clock) {
    if (!this.scene) return;
    const left = Math.max(0, clock.ends - this.scene.now());
    const number = /** @type {Element} */ (ring.querySelector(".clock-number"));
    number.textContent = `${Math.ceil(left / 1000)}${ring.classList.contains("in-strip") ? " s" : ""}`;
    ring.querySelector(".clock-ring")?.setAttribute("stroke-dasharray", `${clock.total ? Math.min(100, (left / clock.total) * 100) : 0} 100`);
    ring.classList.toggle("late", left <= LATE);
    ring.setAttribute("aria-label", `${ring.dataset.name ? `Waiting for ${ring.dataset.name}: ` : ""}${Math.ceil(left / 1000)} seconds`);
  }

  /** @param {Event | MouseEvent} event */
  clicked(event) {
    const target = /** @type {Element} */ (event.target);
    const seat = Number(/** @type {HTMLElement | null} */ (target.closest("[data-seat]"))?.dataset.seat || 0);
    if (seat || this.peeked) this.look(seat === this.peeked ? 0 : seat);
    const open = takenBy(target);
    if (open) this.handlers.onSeat?.(open);
    const area = /** @type {HTMLElement | null} */ (target.closest("[data-area]"));
    if (area) this.handlers.onArea?.(area.dataset.area || "", Number(area.dataset.hand), area.dataset.line || "");
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const target = /** @type {Element} */ (event.target);
    const seat = Number(/** @type {HTMLElement | null} */ (target.closest("[data-seat]"))?.dataset.seat || 0);
    if (seat && event.key === " ") {
      this.look(seat === this.peeked ? 0 : seat);
      event.preventDefault();
    }
    const open = takenBy(target);
    if (open && (event.key === " " || event.key === "Enter")) {
      this.handlers.onSeat?.(open);
      event.preventDefault();
    }
    const area = /** @type {SVGElement | null} */ (target.closest("[data-area]"));
    if (!area) return;
    const { area: wager = "", hand = "1", line = "" } = area.dataset;
    // Enter is left to the screen: it presses the brass button, wherever the focus is.
    const next = event.key.startsWith("Arrow") ? beside(area, event.key) : undefined;
    if (event.key === " ") this.handlers.onArea?.(wager, Number(hand), line);
    else if (event.key === "Backspace" || event.key === "Delete") this.handlers.onAreaBack?.(wager, Number(hand));
    else if (next) next.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

/** The open seat that a press takes. 0 if it is no such seat. @param {Element} target */
const takenBy = (target) => Number(/** @type {HTMLElement | null} */ (target.closest("[data-take]"))?.dataset.take || 0);

/** @param {Element} one */
function middle(one) {
  const box = one.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** @type {Record<string, [number, number]>} */
const TOWARD = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** The open area of the same felt that is nearest in a direction. @param {SVGElement} from @param {string} key */
export function beside(from, key) {
  const [x, y] = middle(from);
  const [right, down] = TOWARD[key];
  /** @type {{one: SVGElement, far: number}[]} */
  const found = [];
  for (const one of /** @type {NodeListOf<SVGElement>} */ (from.ownerSVGElement?.querySelectorAll("[data-area][tabindex='0']") ?? [])) {
    const [ox, oy] = middle(one);
    const along = (ox - x) * right + (oy - y) * down;
    const across = Math.abs((ox - x) * down) + Math.abs((oy - y) * right);
    if (one !== from && along > 1) found.push({ one, far: along + 2 * across });
  }
  return found.sort((a, b) => a.far - b.far)[0]?.one;
}
