// The rail of the live desk: calls, irregularities, what a supervisor does, and the log.

import { h, trying } from "../dom.js";
import { cardNames, clauseName, dollars, sentence } from "../words.js";
import { hands } from "./drawing.js";
import { deedWords, doer } from "./steps.js";

/** @import { Offer, FloorCall } from "../../protocol.d.ts" */
/** @import { Event } from "../layout.js" */
/** @import { LiveTable } from "../live.js" */
/** @import { LiveDesk } from "./live_desk.js" */

const TABS = ["Calls", "Irregularity", "Supervisor", "Log"];

export class Rail {
  /** @param {LiveDesk} desk */
  constructor(desk) {
    this.desk = desk;
    this.element = h("aside", { class: "rail", "aria-label": "Desk" });
    this.tab = "Calls";
    this.key = "";
    /** @type {Map<string, string>} what a validation would let out, by question */
    this.sums = new Map();
    this.waited = h("p", { class: "sum" });
    this.timer = window.setInterval(() => this.drawWaited(), 1000);
  }

  end() {
    window.clearInterval(this.timer);
  }

  /** @param {boolean} anew draw it although nothing has changed that it shows */
  draw(anew) {
    const { desk } = this;
    const { deeds, reports } = desk.offers();
    const table = desk.table;
    const calls = table.events.filter((e) => e.type === "announced");
    const key = JSON.stringify([this.tab, table.turn?.turn, table.turn?.round, this.tab === "Log" ? table.events.length : calls.length, desk.about.dealer,
      desk.card?.left, table.turn?.calls, desk.deaf, desk.busy, this.tab === "Irregularity" ? reports.map((one) => [one.what, one.why_not, one.places]) : deeds, desk.steps.map((one) => one.state)]);
    if (!anew && key === this.key) return;
    this.key = key;
    const active = this.element.contains(document.activeElement) ? document.activeElement : null;
    const mark = active && ["data-what", "data-tab", "name", "data-deed"].map((name) => [name, active.getAttribute(name)]).find(([, value]) => value);
    const waits = table.turn?.waiting?.includes("supervisor");
    const content = { Calls: () => this.calls(calls, deeds), Irregularity: () => desk.report.draw(reports), Supervisor: () => this.supervisor(deeds), Log: () => this.log() }[this.tab] ?? (() => []);
    this.element.replaceChildren(
      h("div", { class: "tabs-row", role: "tablist", "aria-label": "Desk" }, TABS.map((tab) =>
        h("button", { role: "tab", "aria-selected": String(tab === this.tab), "data-tab": tab, onclick: () => this.open(tab) }, tab, tab === "Supervisor" && waits ? h("span", { class: "warn" }, " •") : ""))),
      h("div", { class: "tab-body", role: "tabpanel", "aria-label": this.tab }, (table.turn?.calls ?? []).map((one) => drawCall(desk, one)), content()));
    if (mark) /** @type {HTMLElement | null} */ (this.element.querySelector(`[${mark[0]}="${CSS.escape(String(mark[1]))}"]`))?.focus();
    this.drawWaited();
  }

  /** @param {string} tab */
  open(tab) {
    this.tab = tab;
    this.draw(true);
  }

  // --- calls

  /** @param {Event[]} calls @param {Offer[]} deeds */
  calls(calls, deeds) {
    const { desk } = this;
    const next = deeds.find((one) => !one.optional && one.do === "no more bets");
    const later = desk.steps.filter((one) => one.state === "later" && one.call && !(next && one.call === deedWords(next).verb)).map((one) => this.call("locked", one.call, `later ${one.clause}`));
    return [
      h("section", {}, h("h2", { class: "caption" }, "Said to all"),
        calls.map((e) => this.call("said", e.words, `said ${desk.at(e)} `, clauseName(e.clause))),
        next ? this.call(next.why_not ? "locked" : "now", deedWords(next).verb, next.why_not || "next") : "",
        later,
        !calls.length && !next && !later.length && h("p", { class: "faint" }, "Nothing in this round yet.")),
      h("section", {}, h("h2", { class: "caption" }, "The seats wait for you"), this.waited, h("p", { class: "faint" }, "since the last thing that happened")),
      h("section", {}, h("h2", { class: "caption warn" }, "Something wrong?"),
        h("p", { class: "quiet" }, desk.card
          ? "Remedies apply to cards that are out: deal the rest, then report. The remedy is shown with its clause before you report."
          : "Stop before you go on. The remedy is shown with its clause before you report."),
        h("button", { class: "report", "data-tab": "stop", onclick: () => this.open("Irregularity") }, desk.card ? "Report after the deal" : "Stop and report", h("kbd", {}, "I"))),
      h("section", {}, h("h2", { class: "caption" }, "Your table"),
        desk.deals() ? h("button", { name: "leave", onclick: () => this.leave() }, "Stop dealing") : !desk.about.dealer && desk.app.is("dealer") && (!desk.about.private || desk.about.asks_dealer) ? this.come() : h("p", { class: "quiet" }, desk.about.dealer_name ? `${desk.about.dealer_name} deals. You supervise.` : "The automatic dealer deals. You supervise.")),
    ];
  }

  /** @param {string} kind @param {string} words @param {string} note @param {string} [clause] */
  call(kind, words, note, clause = "") {
    const mark = { said: "✓", now: "▸" }[kind] ?? "○";
    return h("div", { class: `call ${kind}` }, h("span", { "aria-hidden": "true" }, mark), h("span", {}, h("b", { class: "serif" }, words), h("small", {}, note, clause && h("span", { class: "clause" }, clause))));
  }

  /** How long the table has waited for the dealer. */
  drawWaited() {
    const { desk } = this;
    const section = this.waited.parentElement;
    const last = desk.table.events.at(-1);
    const asked = desk.table.turn?.waiting ?? [];
    const waits = asked.length > 0 && asked.every((one) => one === "dealer") && !desk.table.layout.over && desk.deals();
    if (section) section.hidden = !waits || !last;
    if (!waits || !last) return;
    const seconds = Math.max(0, Math.floor((desk.app.connection.now() - (desk.came.get(last) ?? 0)) / 1000));
    this.waited.textContent = seconds > 3600 ? "over an hour" : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }

  /** A supervisor who is also a dealer takes the table as any dealer does. */
  come() {
    const { desk } = this;
    return h("button", { name: "come", onclick: async () => {
      try {
        await desk.app.api.post(`/api/tables/${desk.id}/dealer`);
        await desk.app.show();
      } catch (error) {
        desk.refuse(error);
      }
    } }, "Deal here yourself");
  }

  async leave() {
    await this.desk.app.api.ask("DELETE", `/api/tables/${this.desk.id}/dealer`);
    if (!this.desk.ended) this.desk.app.go("#/desk"); // who has gone elsewhere meanwhile stays there
  }

  // --- the supervisor

  /** @param {Offer[]} deeds */
  supervisor(deeds) {
    const { desk } = this;
    const turn = desk.table.turn;
    const theirs = turn ? deeds.filter((one) => doer(one, turn) === "supervisor") : [];
    const may = desk.may("supervisor");
    const validation = turn?.waiting?.includes("supervisor") && theirs.find((one) => one.do === "validate");
    return [
      ...(validation ? this.validation(validation, may) : []),
      h("section", {}, h("h2", { class: "caption" }, "What only a supervisor may do"),
        theirs.filter((one) => one !== validation).flatMap((one) => this.deed(one, may)),
        !theirs.length && h("p", { class: "faint" }, "Nothing now."),
        !may && h("p", { class: "faint" }, desk.deals() && desk.app.is("supervisor") ? "You deal here, so another supervisor does this, under their own name." : "A supervisor does this from their own desk, under their own name."),
        desk.refused && h("p", { class: "refused", role: "alert" }, desk.refused)),
    ];
  }

  /** A payout waits: the checks that were made, and the one that is left. @param {Offer} offer @param {boolean} may */
  validation(offer, may) {
    const { desk } = this;
    const table = desk.table;
    const sum = this.sums.get(desk.asked) ?? "";
    if (may && !this.sums.has(desk.asked)) this.askSum(desk.asked);
    const checks = checksOf(table.events);
    const seat = checks[0]?.seat ?? 0;
    const shown = [...table.events].reverse().find((e) => e.type === "ranked" && (seat ? e.place === `seat ${seat}` : e.place.startsWith("seat ")));
    const me = desk.app.me?.person.name ?? "";
    const meter = desk.meter();
    return [
      h("section", { class: "remedy" }, h("h2", { class: "caption warn" }, `${sentence(table.turn?.about ?? "")}${seat ? `, seat ${seat}` : ""}`), h("p", { class: "sum" }, sum),
        shown && h("p", {}, `${sentence(shown.name)}.`), shown && h("div", {}, hands(table, shown.place, 44))),
      h("section", {}, h("h2", { class: "caption" }, `${["", "One check", "Two checks", "Three checks"][checks.length + 1] ?? "Checks"} before paying`),
        h("ol", { class: "checks" },
          checks.map((e) => h("li", { class: "done" }, h("span", { class: "won", "aria-hidden": "true" }, "✓"),
            h("span", {}, h("b", {}, sentence(e.step)), h("small", {}, `${desk.about.dealer_name || "Automatic dealer"}, ${desk.at(e)}`)), h("span", { class: "clause" }, e.clause))),
          h("li", {}, h("span", { class: "brass", "aria-hidden": "true" }, "◌"),
            h("span", {}, h("b", {}, "A supervisor validates"), h("small", {}, may ? `you, ${me}, now` : "from their own desk, under their own name")), h("span", { class: "clause" }, offer.clause)))),
      h("section", {}, h("h2", { class: "caption" }, "What it does"),
        meter ? h("p", { class: "row spread" }, "Meter now", h("b", {}, dollars(meter))) : "",
        h("p", { class: "row spread" }, "Paid", h("b", {}, sum || "after the validation")),
        h("div", { class: "row" }, h("button", { class: "primary deed", disabled: !may || desk.busy || desk.deaf, "data-deed": "validate", onclick: () => desk.take(offer, "supervisor") }, h("b", {}, `Validate${sum ? ` ${sum}` : ""}`), h("small", {}, may ? `${me}, in the log` : "a supervisor only"))),
        h("p", { class: "faint" }, "It can't be taken back. The dealer can't validate alone. The cards stay on the table.")),
      h("section", { class: "cannot" }, h("h2", { class: "caption" }, "If you can't validate it"),
        h("p", { class: "quiet" }, "There is no button to refuse. ", h("span", { class: "clause" }, offer.clause), " asks for your validation, and no clause says what follows without it."),
        h("p", { class: "quiet" }, "So wait. Nothing is paid and no card moves before you validate, for as long as your own procedures take. This table deals no other round meanwhile; the other tables go on.")),
    ];
  }

  /** @param {string} asked */
  async askSum(asked) {
    this.sums.set(asked, "");
    try {
      const floor = await this.desk.app.api.get("/api/floor");
      const alarm = floor.alarms.find((/** @type {any} */ one) => one.kind === "jackpot" && one.table === this.desk.id);
      this.sums.set(asked, alarm?.cents ? dollars(alarm.cents) : "");
      this.draw(true);
    } catch {
      this.sums.delete(asked); // the sum is asked for again when the rail is drawn next
    }
  }

  /** @param {Offer} offer @param {boolean} may */
  deed(offer, may) {
    const { desk } = this;
    const whats = offer.what?.filter(Boolean) ?? [""];
    return whats.map((what) => {
      const { verb, follows } = deedWords(offer, what && desk.table.called(what));
      return h("button", { class: "kind", disabled: !may || Boolean(offer.why_not) || desk.busy, "data-deed": `${offer.do} ${what}`, onclick: () => desk.take(offer, "supervisor", 0, what) },
        h("span", {}, verb, h("small", {}, offer.why_not || follows)), h("span", { class: "clause" }, offer.clause));
    });
  }

  // --- the log

  log() {
    const { desk } = this;
    const lines = desk.table.events.map((e) => [e, told(e, desk.table)]).filter(([, words]) => words).reverse();
    return [h("section", {}, h("h2", { class: "caption" }, "This round"),
      h("ol", { class: "log" }, lines.map(([e, words]) => h("li", { class: /** @type {Event} */ (e).type }, h("span", { class: "clause" }, (/** @type {Event} */ (e).clause ?? "").split(":")[0]), h("span", {}, String(words))))),
      !lines.length && h("p", { class: "faint" }, "Nothing yet."))];
  }
}

/** The checks of the payout that waits: what the dealer verified last, at one seat. @param {Event[]} events */
export function checksOf(events) {
  const last = events.findLastIndex((e) => e.type === "validated" || e.type === "settled");
  return events.slice(last + 1).filter((e) => e.type === "procedure" && e.step.startsWith("verify"));
}

/** @param {LiveDesk} desk @param {FloorCall} call */
function drawCall(desk, call) {
  const refused = h("span", { class: "refused", role: "alert" });
  return h("section", { class: "remedy floor-call" },
    h("h2", { class: "caption warn" }, `${call.seat ? `Seat ${call.seat}, ${call.name},` : call.name} calls the floor`),
    h("p", {}, `“${call.why}”`),
    h("div", { class: "row" }, h("button", { "data-deed": `seen ${call.player}`, onclick: () => trying(refused, () => desk.app.api.post(`/api/tables/${desk.id}/calls/${call.player}`)) }, "Seen"), refused),
    h("p", { class: "faint" }, `Since ${new Date(call.at).toLocaleTimeString("en-GB")}. The player hears that you have seen it, and the journal has your name.`));
}

/** @type {Record<string, (e: Event, name: string) => string>} */
const SENTENCES = {
  began: (e) => `Round ${e.round} begins.`,
  committed: (e) => `${e.cards?.length ?? e.commitments?.length ?? "All"} cards are sealed.`,
  cut: (e) => `The cards are cut at ${e.depth}.`,
  announced: (e) => `“${e.words}”`,
  procedure: (e) => `${sentence(e.step)}.`,
  seated: (e, name) => `${name} sits down at seat ${e.seat}.`,
  wagered: (e, name) => `${name}: ${e.wager} ${dollars(e.amount)}.`,
  withdrawn: (e, name) => `${name} takes back ${e.wager} ${dollars(e.amount)}.`,
  dealt: (e) => `${e.card ? sentence(cardNames([e.card])) : "A card"} ${e.face} to ${e.to}.`,
  chose: (e, name) => `${name}: ${e.action}.`,
  exposed: (e) => `${sentence(e.place)} shows ${cardNames(e.cards)}.`,
  ranked: (e) => `${sentence(e.place)} has ${e.name}.`,
  settled: (e, name) => `${name}'s ${e.wager}: ${e.result}, ${dollars(e.returned)} back${e.line ? ` (${e.line})` : ""}.`,
  irregular: (e) => `${sentence(e.what)}${e.place ? ` at ${e.place}` : ""}: ${e.remedy}.`,
  voided: (e) => (e.place === "round" ? "The round is void." : `${sentence(e.place)}'s hand is void.`),
  validated: (e, name) => `${sentence(e.what)} of ${name} is validated.`,
  paid: (e) => `${dollars(e.amount)} is paid from the meter.`,
  ended: () => "The round is over.",
};

/** What happened, in a sentence. Empty for what a dealer need not read. @param {Event} event @param {LiveTable} table */
export function told(event, table) {
  const words = SENTENCES[event.type];
  return words ? words(event, event.player ? table.called(event.player) : "") : "";
}
