// The motion queue. It alone decides what the viewer has seen: messages of the house wait here until what came before them
// has been played on the felt. All that is drawn, said and offered comes from the table that it has shown.

import { SLOW, setting } from "../settings.js";

/** @import { Event } from "../layout.js" */

const LONGEST = 8000; // milliseconds by which the picture may be behind the house

export class Queue {
  /** @param {import("./room.js").Room} room */
  constructor(room) {
    this.room = room;
    this.shown = room.live;
    /** @type {any[]} messages that are not shown yet; the events of the first are playing */
    this.waiting = [];
    this.playing = false;
    this.number = 0; // of the motion that is playing
    this.until = Infinity;
  }

  /** The events that the house has told and the viewer has not seen. @returns {Event[]} */
  get unseen() {
    return this.waiting.flatMap((one) => one.events ?? []);
  }

  /** @param {any} message of the house */
  put(message) {
    this.waiting.push(message);
    if (this.playing) this.room.screen.draw();
    else this.go();
  }

  /** Show what needs no motion, and play what comes then. */
  go() {
    while (this.waiting.length && !this.playing) {
      const events = this.waiting[0].events ?? [];
      if (this.room.moves(events)) this.begin(events);
      else this.shown.take(this.waiting.shift());
    }
    if (!this.playing) this.rest();
    this.room.screen.draw();
  }

  /** @param {Event[]} events */
  begin(events) {
    this.playing = true;
    const number = ++this.number;
    if (setting("pace") !== SLOW) this.limit(LONGEST);
    this.room.screen.play(events).then(() => {
      if (number !== this.number) return; // it was cut short
      this.playing = false;
      this.shown.take(this.waiting.shift());
      this.go();
    });
  }

  /** Catch up after this time at the latest. @param {number} milliseconds */
  limit(milliseconds) {
    const until = performance.now() + milliseconds;
    if (!this.playing || until >= this.until) return;
    this.until = until;
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.finish(), milliseconds);
  }

  rest() {
    this.until = Infinity;
    window.clearTimeout(this.timer);
  }

  /** Forget what waits: nobody looks any more. */
  end() {
    this.playing = false;
    this.room.screen.steps.end();
    this.number++;
    this.waiting = [];
    this.rest();
  }

  /** Show at once all that the house has told. */
  finish() {
    if (!this.playing) return;
    this.playing = false;
    this.number++;
    this.room.screen.steps.end();
    for (const one of this.waiting.splice(0)) this.shown.take(one);
    this.rest();
    this.room.screen.draw();
  }
}
