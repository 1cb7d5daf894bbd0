// The fault panel: injects failures of Discord. The server sends the list of controls.

import { byId, fill, h } from "./dom.js";
import { Refused } from "./link.js";
import { ask, known } from "./store.js";
import { toast } from "./toast.js";

async function run(fault, choice) {
  try {
    const said = await ask("faults", { fault: fault.key, choice, channel: known.channel });
    if (said) fill(byId("faults-said"), said);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    toast(error.message);
  }
}

function row(fault) {
  const choice = fault.choices?.length
    ? h("select", { class: "small-select", "data-fault": fault.key, "aria-label": `${fault.label}: which` },
      fault.choices.map((each) => h("option", { value: each.value }, each.label)))
    : null;
  const switchable = typeof fault.active === "boolean";
  return h("li", { class: "fault" },
    h("div", { class: "fault-row" },
      h("button", { class: "button secondary", type: "button", "aria-pressed": switchable ? String(fault.active) : null,
        "data-key": fault.key, onclick: () => run(fault, choice?.value) }, fault.label), choice),
    fault.note && h("p", { class: "fault-note" }, fault.note));
}

export function drawFaults() {
  const panel = byId("faults");
  if (panel.hidden) return;
  const focused = panel.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  const chosen = [...panel.querySelectorAll("select")].map((each) => [each.dataset.fault, each.value]);
  const said = byId("faults-said")?.textContent ?? "";
  const groups = [...new Set(known.faults.map((fault) => fault.group))];
  fill(panel,
    h("header", {}, h("h2", {}, "Faults"),
      h("button", { class: "icon-button", type: "button", "aria-label": "Close the faults panel", onclick: toggle }, "×")),
    h("p", { class: "fault-note" }, "Inject failures of Discord. Faults of a channel apply to the open one."),
    h("p", { id: "faults-said", class: "said", role: "status" }, said),
    groups.map((group) => h("section", {}, h("h3", {}, group),
      h("ul", {}, known.faults.filter((fault) => fault.group === group).map(row)))));
  for (const [fault, value] of chosen) {
    const select = panel.querySelector(`select[data-fault="${CSS.escape(fault)}"]`);
    if (select) select.value = value;
  }
  if (focused) panel.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
}

function toggle() {
  const panel = byId("faults");
  const button = byId("faults-button");
  panel.hidden = !panel.hidden;
  button.setAttribute("aria-expanded", String(!panel.hidden));
  drawFaults();
  (panel.hidden ? button : panel.querySelector("button")).focus();
}

export function connectFaults() {
  byId("faults-button").addEventListener("click", toggle);
  byId("faults").addEventListener("keydown", (event) => event.key === "Escape" && toggle());
}
