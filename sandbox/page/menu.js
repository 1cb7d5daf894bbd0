// Context menus of people and messages, including application commands.

import { fill, h } from "./dom.js";

let current = null;

function close(refocus = true) {
  if (!current) return;
  const { element, opener } = current;
  current = null;
  element.remove();
  document.removeEventListener("pointerdown", outside);
  if (refocus && opener?.isConnected) opener.focus();
}

function outside(event) {
  if (current && !current.element.contains(event.target)) close(false);
}

function keys(event) {
  const items = [...current.element.querySelectorAll("[role=menuitem]")];
  const at = items.indexOf(document.activeElement);
  const next = {
    ArrowDown: () => items[(at + 1) % items.length]?.focus(),
    ArrowUp: () => items[(at - 1 + items.length) % items.length]?.focus(),
    Home: () => items[0]?.focus(),
    End: () => items.at(-1)?.focus(),
    Escape: () => close(),
    Tab: () => close(),
  }[event.key];
  if (!next) return;
  event.preventDefault();
  event.stopPropagation();
  next();
}

/** items: {label, note?, act} or {heading}; at: {x, y} or the element that opens it. */
export function openMenu(items, { label, opener, at }) {
  close(false);
  const element = h("div", { class: "menu", role: "menu", "aria-label": label, onkeydown: keys });
  fill(element, items.map((item) =>
    item.heading
      ? h("div", { class: "menu-heading", role: "presentation" }, item.heading)
      : h("button", {
        class: "menu-item", role: "menuitem", type: "button", tabindex: "-1",
        onclick: () => {
          close();
          item.act();
        },
      }, h("span", {}, item.label), item.note && h("span", { class: "menu-note" }, item.note))));
  document.body.append(element);
  const box = opener.getBoundingClientRect();
  const x = at?.x ?? box.left;
  const y = at?.y ?? box.bottom + 4;
  element.style.left = `${Math.max(8, Math.min(x, window.innerWidth - element.offsetWidth - 8))}px`;
  element.style.top = `${Math.max(8, Math.min(y, window.innerHeight - element.offsetHeight - 8))}px`;
  current = { element, opener };
  element.querySelector("[role=menuitem]")?.focus();
  document.addEventListener("pointerdown", outside);
}
