// Players who call the floor, at the dealer's desk.

import { h } from "../dom.js";
import { sentence } from "../words.js";

/** @typedef {import("../live.js").FloorCall} FloorCall */
/** @typedef {import("./live_desk.js").LiveDesk} LiveDesk */

/**
 * @param {LiveDesk} desk
 * @param {FloorCall} call
 */
export function drawCall(desk, call) {
  const refused = h("span", { class: "refused", role: "alert" });
  return h("section", { class: "remedy floor-call" },
    h("h2", { class: "caption warn" }, `${call.seat ? `Seat ${call.seat}, ${call.name},` : call.name} calls the floor`),
    h("p", {}, `“${call.why}”`),
    h("div", { class: "row" }, h("button", { "data-deed": `seen ${call.player}`, onclick: async () => {
      try {
        await desk.app.api.post(`/api/tables/${desk.id}/calls/${call.player}`);
      } catch (error) {
        refused.textContent = `${sentence(error instanceof Error ? error.message : String(error))}.`;
      }
    } }, "Seen"), refused),
    h("p", { class: "faint" }, `Since ${new Date(call.at).toLocaleTimeString("en-GB")}. The player hears that you have seen it, and the journal has your name.`));
}
