// Modals: forms in a dialog. Input is kept until the application has answered.

import { byId, fill, freshId, h } from "./dom.js";
import { markdown } from "./markdown.js";
import { SELECTS, selectMenu } from "./selects.js";

const PARAGRAPH = 2;

function labelled(id, label, note, required, control) {
  return h("div", { class: "field" },
    h("label", { for: id, class: "field-label" }, label, required && h("span", { class: "required", "aria-hidden": "true" }, " *")),
    note && h("p", { class: "field-note", id: `${id}-note` }, note), control);
}

function textInput(part, id, reads) {
  const paragraph = part.style === PARAGRAPH;
  const input = h(paragraph ? "textarea" : "input", {
    id, class: "text-input", name: part.custom_id, value: part.value ?? "",
    type: paragraph ? null : "text", rows: paragraph ? 4 : null, autocomplete: "off",
    placeholder: part.placeholder, required: part.required ?? true,
    minlength: part.min_length, maxlength: part.max_length ?? 4000,
  });
  reads.push([part.custom_id, () => input.value]);
  return input;
}

function choices(part, id, reads, type) {
  const boxes = part.options.map((option) => {
    const box = h("input", { type, name: id, value: option.value, checked: Boolean(option.default),
      required: type === "radio" && (part.required ?? true) });
    return [box, h("label", { class: "choice" }, box, h("span", {}, option.label),
      option.description && h("small", {}, option.description))];
  });
  const values = () => boxes.filter(([box]) => box.checked).map(([box]) => box.value);
  reads.push([part.custom_id, type === "radio" ? () => values()[0] ?? null : values]);
  return h("div", { class: "choices", id, role: type === "radio" ? "radiogroup" : "group" }, boxes.map(([, label]) => label));
}

function control(part, id, reads, label) {
  if (part.type === 4) return textInput(part, id, reads);
  if (part.type === 21) return choices(part, id, reads, "radio");
  if (part.type === 22) return choices(part, id, reads, "checkbox");
  if (part.type === 23) {
    const box = h("input", { id, type: "checkbox", checked: Boolean(part.default) });
    reads.push([part.custom_id, () => box.checked]);
    return box;
  }
  if (SELECTS.includes(part.type)) {
    const menu = selectMenu(part, { onDone: () => {}, label });
    menu.id = id;
    menu.least = (part.required ?? true) ? part.min_values ?? 1 : 0;
    reads.push([part.custom_id, menu.values]);
    return menu;
  }
  return h("p", { class: "unknown" }, `A field of type ${part.type}, which this page does not know.`);
}

function draw(part, reads) {
  const id = freshId("field");
  if (part.type === 10) return h("div", { class: "text-display" }, markdown(part.content));
  if (part.type === 1) return part.components.map((each) => draw(each, reads));
  const inner = part.type === 18 ? part.component : part;
  const label = part.label ?? inner.label ?? "";
  const required = inner.required ?? (inner.type === 23 ? false : true);
  return labelled(id, label, part.description, required, control(inner, id, reads, label));
}

function incomplete(form) {
  for (const menu of form.querySelectorAll("button.select")) {
    if (menu.values().length < menu.least) {
      menu.focus();
      return "Make a choice in each list that is marked with *.";
    }
  }
  return form.reportValidity() ? null : "Fill in the fields that are marked with *.";
}

/** submit(modal, fields, onRefused) resolves to whether the application answered. */
export function openModal(modal, submit) {
  const reads = [];
  const title = h("h2", { id: freshId("modal") }, modal.title);
  const problem = h("p", { class: "problem", role: "alert" });
  const send = h("button", { class: "button primary", type: "submit" }, "Submit");
  const dialog = h("dialog", { class: "modal", "aria-labelledby": title.id });
  const form = h("form", { novalidate: true, onsubmit: onSubmit },
    h("p", { class: "modal-app" }, `This form is from ${modal.application ?? "the app"}.`),
    modal.components.map((part) => draw(part, reads)), problem,
    h("div", { class: "modal-bar" },
      h("button", { class: "quiet-button", type: "button", onclick: () => dialog.close() }, "Cancel"), send));

  async function onSubmit(event) {
    event.preventDefault();
    const missing = incomplete(form);
    fill(problem, missing);
    if (missing) return;
    send.disabled = true;
    send.setAttribute("aria-busy", "true");
    const fields = Object.fromEntries(reads.map(([name, read]) => [name, read()]));
    const done = await submit(modal, fields, (sentence) => fill(problem, sentence));
    send.disabled = false;
    send.removeAttribute("aria-busy");
    if (done) dialog.close();
  }

  fill(dialog, h("header", { class: "modal-head" }, title,
    h("button", { class: "icon-button", type: "button", "aria-label": "Close", onclick: () => dialog.close() }, "×")), form);
  dialog.addEventListener("close", () => dialog.remove());
  byId("frame").append(dialog);
  dialog.showModal();
  form.querySelector("input, textarea, button.select")?.focus();
}
