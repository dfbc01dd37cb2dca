// The table: sit down and play. The bar, the felt, the actions and the rail; what happens is in js/table/.

import { h, say, the } from "../dom.js";
import { Felt } from "../felt/felt.js";
import { placesOf } from "../felt/usual.js";
import { cardOf, partOf } from "../games.js";
import { DEAF } from "../live.js";
import { styled } from "../screen.js";
import { SLOW, setting } from "../settings.js";
import { buttonsOf, drawButton, drawStepper, stepButton } from "../table/actions.js";
import { dealtInAtOnce } from "../table/at_once.js";
import { SOON } from "../table/clock.js";
import { keysOf } from "../table/keys.js";
import { showMissed } from "../table/missed.js";
import { Hint, Notes } from "../table/notes.js";
import { Rail } from "../table/rail.js";
import { Room } from "../table/room.js";
import { answered, sceneOf } from "../table/scene.js";
import { openHelp, openMenu } from "../table/seating.js";
import { Sound } from "../table/sound.js";
import { Steps } from "../table/steps.js";
import { couponButton, makeTray, showCoupons, showHeld } from "../table/tray.js";
import { sentence, typeset } from "../words.js";

/** @import { Event } from "../layout.js" */
/** @import { App, Show } from "../main.js" */
/** @import { Button } from "../table/actions.js" */

/** Phases whose choices are gone as soon as the house goes on. */
const ANSWERED = new Set(["bets", "decide", "wait", "between"]);
const LONG = 30000; // milliseconds after which a lost connection says more

/** @type {Show} */
export async function show(root, parts, app) {
  const [id, then] = parts;
  if (!id) return app.go("#/play");
  const styles = styled("felt", "table");
  await app.signIn();
  const info = await app.api.get(`/api/tables/${id}`);
  const [places, outlook] = await Promise.all([placesOf(app.game(info.game)), partOf(info.game, "outlook"), styles]);
  if (!root.isConnected) return;
  const screen = new TableScreen(root, app, info, places, outlook);
  screen.start(then);
  return () => screen.end();
}

/**
 * A table that has the name of its game is called by the rest of it, or by its id.
 * @param {{id: string, name: string, title: string}} info
 */
const shortName = ({ id, name, title }) => (name.startsWith(title) ? `Table ${name.slice(title.length).trim() || id.slice(0, 4)}` : name);

export class TableScreen {
  /**
   * @param {HTMLElement} root
   * @param {App} app
   * @param {any} info
   * @param {import("../felt/places.js").GamePlaces} places of its felt
   * @param {import("../table/outlook.js").Outlook | null} outlook what the game itself shows at a decision
   */
  constructor(root, app, info, places, outlook) {
    this.app = app;
    /** @type {Room} */
    const room = new Room(app, info, this);
    this.room = room;
    this.sound = new Sound();
    this.notes = new Notes();
    this.felt = new Felt(info.game, places, {
      onArea: (wager, hand, line) => this.betting(() => room.area(wager, hand, line)),
      onAreaBack: (wager) => this.betting(() => room.areaBack(wager)),
      onSeat: (seat) => room.sitting || room.sit(seat),
      onStep: (e) => this.sound.of(e),
      onTick: () => this.tick(), // with the ring, so that both tell the same second
    });
    this.ticked = 0; // the seconds that were left when the clock was looked at last
    this.drawn = "";
    this.asked = "";
    this.focused = ""; // the area that has the focus, as a selector
    this.clicked = ""; // what the first click of a double click chose
    /** @type {Button[]} */
    this.buttons = [];
    this.where = { round: h("span", { class: "round" }), dealer: h("span", { class: "dealer" }) };
    const name = h("b", {}, h("span", { class: "whole" }, info.title), h("span", { class: "short" }, cardOf(info.game)?.short ?? info.title));
    this.tray = makeTray(room.chipsHere, this);
    this.coupon = couponButton(() => this.holdCoupon());
    this.tray.append(this.coupon);
    this.stepper = h("div", { class: "stepper-place" });
    this.choices = h("div", { class: "choices", role: "group", "aria-label": "Your choices", tabindex: "-1" });
    this.menu = h("button", { class: "icon menu-button", type: "button", "aria-label": "Your seat: chips, sit out, leave", title: "Your seat", onclick: () => this.openMenu() }, "⋯");
    this.words = h("p", { class: "moment" });
    this.hint = new Hint();
    this.rail = new Rail(room, outlook);
    this.steps = new Steps(room);
    this.bar = h("div", { class: "actions" }, this.menu, this.tray, this.words, this.steps.element, this.stepper, this.choices);
    this.element = h("div", { class: "table-screen" }, h("h1", { class: "unseen" }, `${info.title}, ${shortName(info)}`),
      h("div", { class: "play" }, h("div", { class: "felt-place" }, this.felt.element, this.hint.element, this.notes.note), this.bar), this.rail.element, this.notes.refusal);
    root.replaceChildren(this.element);
    app.drawBar("table", [name, h("span", { class: "table-name" }, ` · ${shortName(info)}`), this.where.round, h("span", { class: "limits" }, ` · ${room.limits}`), this.where.dealer]);
    const help = h("button", { class: "icon", type: "button", "aria-label": "Keys", title: "Keys (?)", "aria-keyshortcuts": "?", onclick: () => openHelp() }, "?");
    document.querySelector("#bar .end .icon")?.before(this.sound.button);
    document.querySelector("#bar .end .face")?.before(help);
    document.title = `${info.title} · Pitboss`;
    this.onKey = keysOf(this);
    this.onDown = (/** @type {PointerEvent} */ event) => this.down(event);
    // A click on chips adds one more, as a click on their area does. The other button takes one back.
    this.felt.element.addEventListener("click", (event) => this.onChips(event), true);
    this.felt.element.addEventListener("contextmenu", (event) => this.onChips(event), true);
    this.onFocus = (/** @type {FocusEvent} */ event) => {
      const { area, hand, line } = /** @type {HTMLElement} */ (event.target).dataset;
      this.focused = area ? `[data-area="${area}"][data-hand="${hand}"]${line ? `[data-line="${line}"]` : ""}` : "";
    };
    this.choices.addEventListener("click", (event) => this.once(event), true);
    this.choices.addEventListener("pointerover", (event) => this.lightLine(event.target));
    this.choices.addEventListener("focusin", (event) => this.lightLine(event.target));
    this.choices.addEventListener("pointerleave", () => this.lightLine(null));
    this.onHide = () => document.hidden && room.queue.finish();
    this.onConnection = (/** @type {string} */ state) => this.connection(state);
  }

  /** @param {string} then "sit" to sit down at once, "deal" to place the usual bets, too */
  async start(then) {
    const { app, room } = this;
    document.addEventListener("keydown", this.onKey, true);
    document.addEventListener("focusin", this.onFocus);
    this.element.addEventListener("pointerdown", this.onDown);
    app.listeners.add(this.onConnection);
    app.atHand = () => room.money;
    const sit = then === "sit" || then === "deal";
    room.sitting = sit;
    document.addEventListener("visibilitychange", this.onHide);
    app.connection.watch(room.heard);
    const dealt = then === "deal" ? dealtInAtOnce(room) : null;
    this.draw();
    if (sit) history.replaceState(null, "", `#/table/${room.info.id}`);
    await Promise.all([this.read(), sit ? this.sit(then, dealt) : null]);
  }

  /** Ask what the document says, and what the table pays. */
  async read() {
    const { app, room } = this;
    const [words] = await Promise.all([app.api.get(`/api/games/${room.info.game}/clauses`), room.readPays()]);
    room.words = words;
    room.consider();
    this.draw();
  }

  /** @param {string} then @param {Promise<boolean> | null} dealt whether all was done at once */
  async sit(then, dealt) {
    const { room } = this;
    await room.until(() => room.caughtUp);
    const isDealt = await dealt;
    room.sitting = !isDealt;
    this.draw();
    if (isDealt) return;
    if (this.element.isConnected) await room.sit();
    if (this.element.isConnected && then === "deal" && room.seat) await room.dealIn();
  }

  end() {
    document.removeEventListener("keydown", this.onKey, true);
    document.removeEventListener("focusin", this.onFocus);
    document.removeEventListener("visibilitychange", this.onHide);
    this.room.queue.end();
    this.room.coachPlays.on = false;
    this.app.atHand = () => null;
    window.clearTimeout(this.trying);
    this.app.listeners.delete(this.onConnection);
    this.app.connection.unwatch(this.room.info.id);
    this.felt.end();
    this.rail.end();
    this.sound.end();
    this.told?.remove();
    this.notes.end();
    this.room.coaching.end();
    document.querySelector("dialog.table-dialog")?.remove();
  }

  // --- what the room tells

  /** @param {string} why */
  refuse(why) {
    this.notes.refuse(why, this.choices);
  }

  /** @param {string} words */
  note(words) {
    this.notes.tell(words);
  }

  /** @param {import("../table/missed.js").Line} line */
  missed(line) {
    this.told = showMissed(line, this.room);
  }

  // --- drawing

  /** Play what happened, on the table as it is shown. @param {Event[]} events @returns {Promise<void>} */
  play(events) {
    const scene = sceneOf(this.room);
    const aside = this.room.areAside(events);
    const show = (/** @type {Event[]} */ some) => this.felt.unfold(some, aside ? scene : answered(scene));
    return setting("pace") === SLOW && !aside ? this.steps.play(events, show) : show(events);
  }

  draw() {
    const { room } = this;
    this.element.dataset.phase = room.phase;
    this.element.classList.toggle("moving", room.queue.playing);
    this.element.classList.toggle("lost-connection", !room.connected || Boolean(room.stopped));
    if (!room.queue.playing) {
      this.felt.draw(sceneOf(room));
      this.refocus();
    }
    const { round } = room.live.layout;
    this.where.round.textContent = round ? ` · Round ${round}${room.live.layout.void ? ", void" : room.live.layout.over ? ", settled" : ""}` : "";
    this.where.dealer.textContent = room.info.dealer ? ` · ${room.info.dealer_name || "a person"} deals` : "";
    showCoupons(this.coupon, room);
    showHeld(this.tray, room.held, room.phase === "bets" && room.connected && !room.holdsCoupon);
    this.hint.draw(room);
    this.drawActions();
    this.rail.draw();
  }

  /** An area that is drawn anew keeps the focus. */
  refocus() {
    if (!this.focused || document.activeElement !== document.body) return;
    const again = /** @type {SVGElement | null} */ (this.felt.element.querySelector(this.focused));
    again?.focus({ preventScroll: true });
  }

  drawActions() {
    const { room } = this;
    const held = room.isBehind && ANSWERED.has(room.phase);
    const { steps } = this;
    this.buttons = steps.told.length ? [stepButton(steps)] : room.coachPlays.on ? [room.coachPlays.button] : held ? [] : buttonsOf(room).map((one) => ({ ...one, off: one.off || !room.connected }));
    const state = JSON.stringify([this.buttons.map((one) => [one.verb, one.below, one.off, one.no, one.primary]), room.phase, room.question, [...room.amounts], held]);
    if (state === this.drawn) return;
    this.drawn = state;
    const focused = this.choices.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement).dataset.do ?? "group" : "";
    this.choices.replaceChildren(...this.buttons.map(drawButton));
    this.stepper.replaceChildren(...[room.phase === "decide" && !held && !room.coachPlays.on ? drawStepper(room) : null].filter((one) => one !== null));
    this.drawWords();
    const asks = room.phase === "decide" && !held ? room.question : this.buttons.some((one) => one.name === "same" && !one.off) ? "same" : this.asked;
    const isNew = asks !== this.asked;
    if (isNew) {
      this.asked = asks;
      this.listen();
    }
    if (this.isDeaf) for (const one of this.choices.querySelectorAll(".act:not(.small)")) one.setAttribute("aria-disabled", "true");
    if (isNew && room.phase === "decide") {
      this.sound.turn();
      this.choices.focus({ preventScroll: true });
    } else if (focused) {
      const again = /** @type {HTMLElement | null} */ (this.choices.querySelector(`[data-do="${focused}"]:not(:disabled)`));
      (again ?? this.choices).focus({ preventScroll: true });
    }
  }

  /** The words of the bar, in which time runs. */
  drawWords() {
    const { room } = this;
    const words = room.isBehind && ANSWERED.has(room.phase) ? "" : typeset(this.moment());
    if (this.words.textContent !== words) this.words.textContent = words;
  }

  /** Whether a press is taken for one that was meant for the question before. The button that stops the coach always works. */
  get isDeaf() {
    return this.choices.hasAttribute("aria-disabled") && !this.room.coachPlays.on && !this.steps.told.length;
  }

  /** A question begins, or the same bets are offered again: for a moment a press that was meant for what stood there before answers nothing. */
  listen() {
    this.room.since = Infinity;
    this.choices.setAttribute("aria-disabled", "true");
    window.clearTimeout(this.deaf);
    this.deaf = window.setTimeout(() => {
      this.room.since = 0;
      this.choices.removeAttribute("aria-disabled");
      this.drawn = "";
      this.drawActions();
      this.room.coachPlays.step();
    }, DEAF);
  }

  /**
   * A click presses no button that has just come to the place of another one, nor does the second click of a double click. That doubles no
   * bets again, either.
   * @param {MouseEvent} event
   */
  once(event) {
    const pressed = /** @type {HTMLElement} */ (event.target).closest("button");
    if (this.isDeaf && pressed?.ariaDisabled === "true" && event.detail > 0) return event.stopPropagation();
    const button = pressed?.dataset.do ?? "";
    if (event.detail < 2) this.clicked = button;
    else if (button !== this.clicked || button === "double-bets") event.stopPropagation();
  }

  /** What is going on, in words, where there is nothing to choose. */
  moment() {
    const { room } = this;
    if (!room.connected) return "";
    if (room.closed) return "The table is closed.";
    if (room.stopped) return sentence(room.stopped);
    if (room.sitting) return "Taking your seat …";
    if (room.comesNext && !room.joins) return room.barred ? sentence(room.barred) : "You are in from the next round.";
    if (room.phase === "watch") return sentence(room.waitingNow);
    if (room.phase === "wait") return sentence(room.waitingNow || "the dealer is at work");
    if (room.phase === "broke") return "You have too few chips for a bet here.";
    return "";
  }

  /** Clocks run. */
  tick() {
    const { room } = this;
    const mine = ["bets", "decide"].includes(room.phase) && !room.isReady && room.connected && !room.isBehind;
    if (mine && room.clock.isShort) say(`${room.clock.seconds} seconds.`, true);
    const left = room.clock.seconds ?? 0;
    if (mine && left !== this.ticked && left > 0 && left <= SOON) this.sound.tick();
    this.ticked = left;
    this.hint.draw(room);
    if (room.phase === "between") this.drawActions();
    this.drawWords();
  }

  // --- the connection

  /** @param {string} state */
  connection(state) {
    const { room } = this;
    room.setConnected(state === "on");
    if (!room.connected) {
      room.queue.finish();
      room.rejoining = true;
    }
    window.clearTimeout(this.trying);
    if (state === "off") this.trying = window.setTimeout(() => this.stillTrying(), LONG);
    if (state === "ended") this.app.go("#/play");
    this.draw();
  }

  stillTrying() {
    const words = "Still trying. Your seat is held. If time runs out, the house acts for you: no wager, fold or stand.";
    the("#notice").textContent = words;
    say(words, true);
  }

  // --- touching

  /** @param {PointerEvent} event */
  down(event) {
    this.notes.touched = /** @type {Element} */ (event.target).closest("button, [role=button]");
    this.notes.hush();
    const onStep = this.steps.told.length > 0 && this.bar.contains(/** @type {Element} */ (event.target));
    if (!onStep) this.finish();
    // The button that stops the coach tells the round: it may be drawn anew before the mouse lets go, and then nothing would be clicked.
    if (this.notes.touched?.matches("[data-do=stop]") && event.pointerType === "mouse" && event.button === 0) this.room.coachPlays.stop("You stopped it");
  }

  /** @param {number} chip */
  hold(chip) {
    this.room.held = chip;
    this.room.holdsCoupon = false;
    this.draw();
  }

  openMenu() {
    this.room.coachPlays.stop("You stopped it");
    openMenu(this.room, this.sound);
  }

  holdCoupon() {
    this.room.coachPlays.stop("You stopped it");
    this.room.holdsCoupon = !this.room.holdsCoupon;
    this.draw();
  }

  /** A chip was let go over something. @param {Element} target */
  drop(target) {
    const at = this.areaAt(target);
    if (!at) return;
    this.notes.touched = target;
    this.betting(() => this.room.area(at.wager, at.hand, at.line));
  }

  /** Do something with bets; chips that move are heard. @param {() => void} act */
  betting(act) {
    if (this.room.coachPlays.on) return this.room.coachPlays.stop("You stopped it");
    const before = this.room.betting.total;
    act();
    if (this.room.betting.total !== before) this.sound.chip();
  }

  /** The area below a point of the felt, also where chips lie on it. @param {EventTarget | null} target */
  areaAt(target) {
    if (!(target instanceof Element) || !this.felt.element.contains(target)) return null;
    const area = /** @type {HTMLElement | null} */ (target.closest("[data-area]"));
    if (area) return { wager: area.dataset.area ?? "", hand: Number(area.dataset.hand) || 1, line: area.dataset.line ?? "", chips: false };
    const [kind, whose, wager, hand] = (target.closest("[data-key]")?.getAttribute("data-key") ?? "").split("/");
    return kind === "chips" && whose === "own" ? { wager, hand: Number(hand) || 1, line: "", chips: true } : null;
  }

  /** @param {MouseEvent} event */
  onChips(event) {
    const at = this.areaAt(event.target);
    if (!at || (event.type === "click" && !at.chips)) return;
    event.preventDefault();
    event.stopPropagation();
    this.notes.touched = /** @type {Element} */ (event.target);
    this.betting(() => (event.type === "click" ? this.room.area(at.wager, at.hand) : this.room.areaBack(at.wager)));
  }

  /** Show on the felt which line of the cross a choice means. @param {EventTarget | null} target */
  lightLine(target) {
    const name = target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest("[data-do]"))?.dataset.do ?? "" : "";
    const line = name === "horizontal" || name === "vertical" ? name : "";
    if (line !== this.felt.lit) this.felt.light(line);
  }

  // --- keys

  /** Show all at once, or go on to the next step if each is told. Returns whether choices were held back until now. */
  finish() {
    const held = this.room.isBehind;
    if (setting("pace") !== SLOW) this.room.queue.finish();
    else if (!this.steps.next()) this.felt.finish();
    return held;
  }

  /** Press the brass button. */
  primary() {
    const button = this.buttons.find((one) => one.primary && !one.off);
    if (!button || this.isDeaf) return false;
    button.act();
    return true;
  }

  /** @param {string} letter */
  pressLetter(letter) {
    const button = this.buttons.find((one) => one.key === letter);
    if (!button) return false;
    this.notes.touched = this.choices.querySelector(`[data-do="${button.name}"]`);
    if (!button.off) button.act();
    return true;
  }

  /** @param {number} number */
  holdNumber(number) {
    const chip = this.room.chipsHere[number - 1];
    if (!chip) return false;
    this.hold(chip);
    return true;
  }

  /** @param {number} by */
  moveArea(by) {
    const areas = /** @type {(HTMLElement | SVGElement)[]} */ ([...this.felt.element.querySelectorAll("[data-area][tabindex='0']")]);
    if (!areas.length) return false;
    const at = areas.findIndex((one) => one === document.activeElement);
    areas[(at + by + areas.length) % areas.length].focus();
    this.notes.touched = document.activeElement;
    return true;
  }

  /** @param {string} name of a tab */
  openTab(name) {
    this.rail.show(name);
    return true;
  }

  escape() {
    this.notes.hush();
    this.rail.slide(false);
    return true;
  }
}
