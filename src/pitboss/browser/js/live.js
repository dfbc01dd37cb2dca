// The connection for live play, and what this page knows of each table that it watches.

import { Layout, eventsOf } from "./layout.js";

/** @import { Offer, Turn } from "../protocol.d.ts" */
/** @import { Event } from "./layout.js" */

/** Milliseconds after a question comes in which an old press or a second click answers nothing. */
export const DEAF = 400;

const VERSION = 1;
const DELAYS = [100, 300, 1000]; // milliseconds before attempts to connect again; the last one stays
const ASLEEP = 60_000; // milliseconds out of sight after which a connection may be dead without a word
const ENDED = new Set([4400, 4401, 4426]); // the house will not have this session again

/** The key of something that somebody wants done once. */
export const newKey = () => crypto.getRandomValues(new Uint32Array(3)).join("-");

/** A refusal of the house. */
export class Refused extends Error {
  /** @param {Pick<import("../protocol.d.ts").Refused, "code" | "why" | "clause">} said */
  constructor(said) {
    super(said.why);
    this.code = said.code;
    this.clause = said.clause || "";
  }
}

/**
 * @typedef {object} Change what is new at a table
 * @property {any} message of the house, from which another `LiveTable` can learn the same
 * @property {Event[]} events
 * @property {any} act beside the round
 * @property {boolean} turn whether a turn came
 * @property {string} stopped why the table has stopped
 * @property {boolean} whole whether a round began
 */

/** What this page knows of a table. Its screen hears of every change. */
export class LiveTable {
  /** @param {string} id @param {(change: Change) => void} changed */
  constructor(id, changed) {
    this.id = id;
    this.changed = changed;
    this.last = 0;
    this.at = 0; // when the last update was made, by the server's clock
    this.layout = new Layout();
    /** @type {Event[]} the events of this round */
    this.events = [];
    /** @type {Turn | null} */
    this.turn = null;
    /** @type {Map<number, string>} people by seat, also those who came during the round */
    this.seats = new Map();
    /** @type {Record<string, string>} */
    this.names = {};
    /** @type {Record<string, Record<string, number>>} what meters show, in cents, by table or link */
    this.meters = {};
    this.stopped = "";
    this.again = 0; // the timer that asks for a stopped table again
  }

  /** Take in a message of the house: an update, a turn, a reading of meters, or that the table has stopped. @param {any} message */
  take(message) {
    if (message.type === "update") return this.update(message);
    if (message.type === "turn") {
      this.turn = message;
      this.stopped = "";
    } else if (message.type === "stopped") this.stopped = message.why;
    else this.meters[message.id] = message.shows;
    this.changed({ message, events: [], act: null, turn: message.type === "turn", stopped: this.stopped, whole: false });
  }

  /** @param {any} update */
  update(update) {
    this.last = update.seq;
    this.at = update.at ?? 0;
    this.stopped = "";
    const events = /** @type {Event[]} */ (update.events || []);
    let whole = false;
    for (const event of events) {
      if (event.type === "began") {
        whole = true;
        this.layout = new Layout();
        this.events = [];
        this.seats = new Map(event.seats.filter((/** @type {[number, string]} */ one) => one[0]));
        Object.assign(this.names, event.names);
      }
      this.events.push(event);
      this.layout.apply(event);
    }
    const act = update.act || null;
    if (act && act.type === "sat" && act.seat) this.seats.set(act.seat, act.player);
    if (act && act.type === "sat") this.names[act.player] = act.name || act.player;
    if (act && act.type === "left") this.seats = new Map([...this.seats].filter(([, player]) => player !== act.player));
    if (act && act.type === "tableclosed") this.stopped = "the table is closed";
    this.changed({ message: update, events, act, turn: false, stopped: this.stopped, whole });
  }

  /** @param {string} player */
  called(player) {
    return this.names[player] || this.layout.names[player] || player;
  }
}

/** One WebSocket. It connects again by itself, and then asks for exactly what it missed. */
export class Connection {
  /**
   * @param {() => string} token
   * @param {(state: "on" | "off" | "ended", why: string) => void} told hears when the connection is lost or back
   */
  constructor(token, told) {
    this.token = token;
    this.told = told;
    /** @type {Map<string, LiveTable>} */
    this.tables = new Map();
    /** @type {Map<string, {message: any, answer: Promise<any>, done: (answer: any) => void, failed: (error: Error) => void}>} */
    this.pending = new Map();
    /** @type {WebSocket | null} */
    this.socket = null;
    this.greeted = false; // whether the house hears on this socket: what follows the greeting need not wait for the welcome
    this.welcome = false;
    this.ahead = 0; // how far the server's clock is ahead of ours, in milliseconds
    this.attempt = 0;
    this.wanted = false;
    this.hidden = 0; // when the page went out of sight
    /** @type {WebSocket | null} the socket before this one, which may be dead */
    this.before = null;
    document.addEventListener("visibilitychange", () => this.looked());
  }

  /** After a long sleep the socket may be dead and not know it. A new one takes its place, and tells what happened meanwhile. */
  looked() {
    if (document.hidden) this.hidden = Date.now();
    else if (this.socket && Date.now() - this.hidden >= ASLEEP) {
      this.before?.close();
      this.before = this.socket; // it stays until the new one is there: to the house nobody has left
      this.before.onclose = this.before.onmessage = null;
      this.lost(0, "");
    }
  }

  /** The server's clock. */
  now() {
    return Date.now() + this.ahead;
  }

  /** Connect. Somebody who is about to sign in may begin before: `open` again when they have. */
  open() {
    this.wanted = true;
    if (this.socket) return this.greet(this.socket);
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
    this.socket = socket;
    socket.onopen = () => this.greet(socket);
    socket.onmessage = (event) => {
      for (const line of String(event.data).split("\n")) this.hear(JSON.parse(line));
    };
    socket.onclose = (event) => this.lost(event.code, event.reason);
  }

  /** Say who this is as soon as that is known, and at once all that is wanted. @param {WebSocket} socket */
  greet(socket) {
    if (this.greeted || !this.token() || socket.readyState !== WebSocket.OPEN) return;
    this.hello(socket);
    this.greeted = true;
    for (const one of this.tables.values()) this.write({ type: "watch", table: one.id, after: one.last });
    for (const one of this.pending.values()) this.write(one.message);
  }

  /** @param {WebSocket} socket */
  hello(socket) {
    socket.send(JSON.stringify({ type: "hello", version: VERSION, token: this.token() }));
  }

  /** Go on in a new session of the same person: the old one ends. */
  renew() {
    if (this.welcome && this.socket) this.hello(this.socket);
  }

  close() {
    this.wanted = false;
    this.socket?.close();
  }

  /** @param {number} code @param {string} why */
  lost(code, why) {
    this.socket = null;
    this.greeted = this.welcome = false;
    if (!this.wanted) return;
    if (ENDED.has(code)) {
      this.wanted = false;
      this.told("ended", why);
      return;
    }
    this.told("off", why);
    const delay = DELAYS[Math.min(this.attempt++, DELAYS.length - 1)] * (0.5 + Math.random() / 2);
    window.setTimeout(() => this.wanted && this.open(), delay);
  }

  /** @param {any} message */
  write(message) {
    if (this.greeted) this.socket?.send(JSON.stringify(message));
  }

  /** @param {any} message */
  hear(message) {
    const table = this.tables.get(message.table);
    switch (message.type) {
      case "welcome":
        this.welcome = true;
        this.attempt = 0;
        this.before?.close();
        this.before = null;
        this.ahead = message.now - Date.now();
        this.told("on", "");
        break;
      case "update":
        if (table?.last && message.seq !== table.last + 1) throw new Error(`table ${table.id}: a gap after ${table.last}`);
        table?.take({ ...message, events: eventsOf(message) });
        break;
      case "turn":
        if (table?.stopped) this.sendAgain(table.id);
        table?.take(message);
        break;
      case "stopped":
        table?.take(message);
        if (table) {
          window.clearTimeout(table.again); // a second watch from the same act would tell everything twice
          table.again = window.setTimeout(() => this.write({ type: "watch", table: table.id, after: table.last }), 500);
        }
        break;
      case "meters":
        for (const one of this.tables.values()) one.take(message);
        break;
      case "done":
      case "refused": {
        const waiting = this.pending.get(message.key);
        if (!waiting) {
          if (table && !message.key) this.notShown(table, message);
          break;
        }
        if (message.type === "refused" && message.code === "stopped") break; // it is sent again when the table is back
        this.pending.delete(message.key);
        if (message.type === "done") waiting.done(message);
        else waiting.failed(new Refused(message));
      }
    }
  }

  /** @param {string} table */
  sendAgain(table) {
    for (const one of this.pending.values()) if (one.message.table === table) this.write(one.message);
  }

  /**
   * The house does not show a table from where this page saw it last, or not at all.
   * @param {LiveTable} table
   * @param {{code: string, why: string}} said
   */
  notShown(table, said) {
    if (said.code === "limit" && table.last) {
      table.last = 0; // too much has happened: begin with this round
      this.write({ type: "watch", table: table.id, after: 0 });
      return;
    }
    table.take({ type: "stopped", why: said.why, closed: said.code === "unknown" });
  }

  /** Watch a table from the beginning of its round. @param {LiveTable} table */
  watch(table) {
    this.tables.set(table.id, table);
    this.open();
    this.write({ type: "watch", table: table.id, after: table.last });
  }

  /** @param {string} id */
  unwatch(id) {
    this.tables.delete(id);
    this.write({ type: "unwatch", table: id });
  }

  /**
   * Give a command. It is done once, however often it is sent or given with the same key. A refusal rejects with `Refused`.
   * @param {string} type sit, stand, leave, sitout, buyin, cashout, ready, play, deal or callfloor
   * @param {string} table
   * @param {Record<string, unknown>} more
   * @param {string} key
   * @returns {Promise<{seq?: number}>}
   */
  command(type, table, more = {}, key = newKey()) {
    const before = this.pending.get(key);
    if (before) return before.answer;
    const message = { type, table, key, ...more };
    /** @type {(answer: any) => void} */
    let done = () => {};
    /** @type {(error: Error) => void} */
    let failed = () => {};
    const answer = new Promise((one, other) => {
      done = one;
      failed = other;
    });
    this.pending.set(key, { message, answer, done, failed });
    this.write(message);
    return answer;
  }

  /**
   * Take an offer of the present turn.
   * @param {LiveTable} table
   * @param {number} seat
   * @param {Offer} offer
   * @param {{amount?: number, what?: string, place?: string, coupon?: number, by?: string}} more
   */
  play(table, seat, offer, more = {}) {
    const turn = table.turn;
    if (!turn) return Promise.reject(new Refused({ code: "late", why: "the table is not ready yet" }));
    const said = { round: turn.round, turn: turn.turn, do: offer.do, seat, hand: offer.hand || 1 };
    const amount = more.amount || (offer.least === offer.most ? offer.most : 0);
    return this.command("play", table.id, {
      ...said,
      ...(offer.wager ? { wager: offer.wager } : {}),
      ...(amount ? { amount } : {}),
      ...(more.what || offer.what?.length ? { what: more.what || offer.what?.[0] } : {}),
      ...(more.place || offer.places?.length ? { place: more.place || offer.places?.[0] } : {}),
      ...(more.coupon ? { coupon: more.coupon } : {}),
      ...(more.by ? { by: more.by } : {}),
    });
  }
}
