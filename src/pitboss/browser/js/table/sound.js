// Sounds of the table, made in the page: a card, a chip, your turn, the last seconds. Off until somebody switches them on.

import { h, s, say } from "../dom.js";

const LOUD = 0.5;

export class Sound {
  constructor() {
    this.on = localStorage.getItem("sound") === "on";
    /** @type {AudioContext | null} made at the first sound: a browser allows none before the page was touched */
    this.context = null;
    /** @type {AudioBuffer | null} a second of noise */
    this.noise = null;
    this.button = h("button", { class: "icon sound", type: "button", "aria-keyshortcuts": "M", onclick: () => this.toggle() });
    this.show();
  }

  toggle() {
    this.on = !this.on;
    localStorage.setItem("sound", this.on ? "on" : "off");
    say(this.on ? "Sound is on." : "Sound is off.");
    this.show();
    if (this.on) this.chip();
    return true;
  }

  show() {
    this.button.setAttribute("aria-pressed", String(this.on));
    this.button.setAttribute("aria-label", "Sound");
    this.button.title = this.on ? "Sound is on (M)" : "Sound is off (M)";
    const speaker = s("path", { d: "M3 8h3l4-3v10l-4-3H3z" });
    const beside = this.on ? s("path", { d: "M13 7q2.5 3 0 6M15 5q4.5 5 0 10" }) : s("path", { d: "M13 8l4 4M17 8l-4 4" });
    this.button.replaceChildren(s("svg", { viewBox: "0 0 20 20", width: 20, height: 20, "aria-hidden": "true" }, speaker, beside));
  }

  /** The device that plays; null if there is to be no sound now. @returns {AudioContext | null} */
  device() {
    if (!this.on || document.hidden) return null;
    this.context ??= new AudioContext();
    if (this.context.state === "suspended") this.context.resume();
    return this.context;
  }

  end() {
    this.context?.close();
    this.context = null;
    this.noise = null;
  }

  /**
   * Something that fades away, from now on.
   * @param {AudioContext} context
   * @param {AudioNode} from
   * @param {{at?: number, lasts: number, loud: number, rises?: number}} how seconds
   */
  fade(context, from, { at = 0, lasts, loud, rises = 0.002 }) {
    const gain = context.createGain();
    const begins = context.currentTime + at;
    gain.gain.setValueAtTime(0.0001, begins);
    gain.gain.exponentialRampToValueAtTime(loud * LOUD, begins + rises);
    gain.gain.exponentialRampToValueAtTime(0.0001, begins + lasts);
    from.connect(gain).connect(context.destination);
  }

  /** A card slides: 40 ms of filtered noise. */
  card() {
    const context = this.device();
    if (!context) return;
    if (!this.noise) {
      this.noise = context.createBuffer(1, context.sampleRate, context.sampleRate);
      const samples = this.noise.getChannelData(0);
      for (let at = 0; at < samples.length; at++) samples[at] = Math.random() * 2 - 1;
    }
    const source = context.createBufferSource();
    source.buffer = this.noise;
    const filter = context.createBiquadFilter();
    filter.type = "bandpass";
    filter.frequency.value = 2400;
    filter.Q.value = 0.8;
    source.connect(filter);
    this.fade(context, filter, { lasts: 0.04, loud: 0.35, rises: 0.006 });
    source.start(context.currentTime, Math.random() * 0.9, 0.06);
  }

  /** A chip is laid down: two short clicks. */
  chip() {
    this.tone("triangle", 2900, { lasts: 0.025, loud: 0.3 });
    this.tone("triangle", 3400, { at: 0.045, lasts: 0.02, loud: 0.2 });
  }

  /** Your turn: one soft bell. */
  turn() {
    this.tone("sine", 660, { lasts: 0.9, loud: 0.3, rises: 0.01 });
    this.tone("sine", 1320, { lasts: 0.5, loud: 0.08, rises: 0.01 });
  }

  /** One of the last seconds: a tick. */
  tick() {
    this.tone("square", 1000, { lasts: 0.015, loud: 0.12 });
  }

  /**
   * @param {OscillatorType} shape
   * @param {number} pitch
   * @param {{at?: number, lasts: number, loud: number, rises?: number}} how
   */
  tone(shape, pitch, how) {
    const context = this.device();
    if (!context) return;
    const source = context.createOscillator();
    source.type = shape;
    source.frequency.value = pitch;
    this.fade(context, source, how);
    const begins = context.currentTime + (how.at ?? 0);
    source.start(begins);
    source.stop(begins + how.lasts + 0.01);
  }

  /** The sound of an event of the round, if it has one. @param {{type: string}} e */
  of(e) {
    if (e.type === "dealt" || e.type === "exposed" || e.type === "moved") this.card();
    else if (e.type === "wagered" || e.type === "withdrawn" || e.type === "settled") this.chip();
  }
}
