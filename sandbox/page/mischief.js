// The mischief panel: what can go wrong with Discord, on purpose. The sandbox says what there is.

import { byId, fill, h } from "./dom.js";
import { Refused } from "./link.js";
import { ask, known } from "./store.js";
import { toast } from "./toast.js";

async function run(trick, choice) {
  try {
    const said = await ask("mischief", { trick: trick.key, choice, channel: known.channel });
    if (said) fill(byId("mischief-said"), said);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    toast(error.message);
  }
}

function row(trick) {
  const choice = trick.choices?.length
    ? h("select", { class: "small-select", "data-trick": trick.key, "aria-label": `${trick.label}: which` },
      trick.choices.map((each) => h("option", { value: each.value }, each.label)))
    : null;
  const switchable = typeof trick.active === "boolean";
  return h("li", { class: "trick" },
    h("div", { class: "trick-row" },
      h("button", { class: "button secondary", type: "button", "aria-pressed": switchable ? String(trick.active) : null,
        "data-key": trick.key, onclick: () => run(trick, choice?.value) }, trick.label), choice),
    trick.note && h("p", { class: "trick-note" }, trick.note));
}

export function drawMischief() {
  const panel = byId("mischief");
  if (panel.hidden) return;
  const focused = panel.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  const chosen = [...panel.querySelectorAll("select")].map((each) => [each.dataset.trick, each.value]);
  const said = byId("mischief-said")?.textContent ?? "";
  const groups = [...new Set(known.mischief.map((trick) => trick.group))];
  fill(panel,
    h("header", {}, h("h2", {}, "Mischief"),
      h("button", { class: "icon-button", type: "button", "aria-label": "Close the mischief panel", onclick: toggle }, "×")),
    h("p", { class: "trick-note" }, "Rehearse what Discord does to a program on a bad day. Tricks about a channel mean the one that is open."),
    h("p", { id: "mischief-said", class: "said", role: "status" }, said),
    groups.map((group) => h("section", {}, h("h3", {}, group),
      h("ul", {}, known.mischief.filter((trick) => trick.group === group).map(row)))));
  for (const [trick, value] of chosen) {
    const select = panel.querySelector(`select[data-trick="${CSS.escape(trick)}"]`);
    if (select) select.value = value;
  }
  if (focused) panel.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
}

function toggle() {
  const panel = byId("mischief");
  const button = byId("mischief-button");
  panel.hidden = !panel.hidden;
  button.setAttribute("aria-expanded", String(!panel.hidden));
  drawMischief();
  (panel.hidden ? button : panel.querySelector("button")).focus();
}

export function connectMischief() {
  byId("mischief-button").addEventListener("click", toggle);
  byId("mischief").addEventListener("keydown", (event) => event.key === "Escape" && toggle());
}
