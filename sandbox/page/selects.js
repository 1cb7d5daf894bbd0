// Select menus, in messages and in modals: strings, people, roles, channels.

import { fill, h } from "./dom.js";
import { ListBox } from "./listbox.js";
import { channels, known } from "./store.js";

const STRING = 3;
const USER = 5;
const ROLE = 6;
const MENTIONABLE = 7;
const CHANNEL = 8;
export const SELECTS = [STRING, USER, ROLE, MENTIONABLE, CHANNEL];

const NAMES = { [USER]: "a person", [ROLE]: "a role", [MENTIONABLE]: "a person or role", [CHANNEL]: "a channel" };

export const emojiText = (emoji) => (emoji ? (emoji.id ? `:${emoji.name}:` : emoji.name) : "");

function people() {
  return known.people.map((each) => ({ value: each.id, label: each.name, note: each.bot ? "app" : "", mark: "@" }));
}

function roles() {
  return known.guilds.flatMap((guild) => guild.roles ?? [])
    .map((role) => ({ value: role.id, label: role.name, mark: "@" }));
}

function optionsOf(component) {
  switch (component.type) {
    case STRING:
      return component.options.map((option) => ({
        value: option.value, label: option.label, note: option.description, mark: emojiText(option.emoji),
      }));
    case USER: return people();
    case ROLE: return roles();
    case MENTIONABLE: return [...people(), ...roles()];
    default: return channels().map((each) => ({ value: each.id, label: each.name, mark: "#" }));
  }
}

function defaultsOf(component) {
  if (component.type === STRING) {
    return component.options.filter((option) => option.default).map((option) => option.value);
  }
  return (component.default_values ?? []).map((each) => each.id);
}

/** Renders a select menu; calls onDone(values) after each complete choice. */
export function selectMenu(component, { onDone, label, disabled = false }) {
  const options = optionsOf(component);
  let chosen = defaultsOf(component);
  const before = () => chosen.join();
  const most = component.max_values ?? 1;
  const least = component.min_values ?? 1;
  const multiple = most > 1;
  const placeholder = component.placeholder || (NAMES[component.type] ? `Choose ${NAMES[component.type]}` : "Make a choice");
  const text = h("span", { class: "select-text" });
  const button = h("button", {
    class: "select", type: "button", disabled: disabled || component.disabled,
    "aria-label": label ?? placeholder, "data-key": component.custom_id,
    onclick: () => (list.open ? list.close() : openList()),
    onkeydown: (event) => key(event),
  }, text, h("span", { class: "chevron", "aria-hidden": "true" }, "▾"));
  let atOpening = "";
  let typed = "";
  let typedAt = 0;
  const list = new ListBox(button, { label: label ?? placeholder, multiple, onPick: pick, onClose: finish });

  function items() {
    return options.map((option) => ({ ...option, chosen: chosen.includes(option.value) }));
  }
  function openList() {
    atOpening = before();
    list.show(items(), Math.max(0, options.findIndex((option) => chosen.includes(option.value))));
  }
  function pick(item, index) {
    if (multiple) {
      if (chosen.includes(item.value)) chosen = chosen.filter((value) => value !== item.value);
      else if (chosen.length < most) chosen = [...chosen, item.value];
      draw();
      list.show(items(), index);
      return;
    }
    chosen = least === 0 && chosen.includes(item.value) ? [] : [item.value];
    draw();
    list.close();
  }
  function finish() {
    if (before() === atOpening || chosen.length < least) return;
    atOpening = before();
    onDone([...chosen]);
  }
  function draw() {
    const labels = options.filter((option) => chosen.includes(option.value)).map((option) => option.label);
    fill(text, labels.length ? labels.join(", ") : placeholder);
    text.classList.toggle("placeholder", labels.length === 0);
    button.setAttribute("aria-label", `${label ?? placeholder}${labels.length ? `: ${labels.join(", ")}` : ""}`);
  }
  function key(event) {
    if (list.open && ["Enter", " "].includes(event.key)) {
      event.preventDefault();
      list.pick(list.active);
    } else if (list.open && event.key === "Tab") list.close();
    else if (list.key(event)) return;
    else if (["ArrowDown", "ArrowUp"].includes(event.key)) {
      event.preventDefault();
      openList();
    } else if (event.key.length === 1 && event.key !== " ") seek(event.key);
  }
  function seek(letter) {
    typed = stillTyping() ? typed + letter : letter;
    typedAt = Date.now();
    const index = options.findIndex((option) => option.label.toLowerCase().startsWith(typed.toLowerCase()));
    if (!list.open) openList();
    if (index >= 0) list.point(index);
  }
  const stillTyping = () => Date.now() - typedAt < 800;

  draw();
  button.values = () => [...chosen];
  return button;
}
