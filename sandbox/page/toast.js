// Error notices, read aloud by screen readers.

import { byId, h } from "./dom.js";

const SECONDS = 9;

export function toast(text) {
  const element = h("div", { class: "toast" }, h("span", {}, text),
    h("button", { class: "icon-button", type: "button", "aria-label": "Close", onclick: () => element.remove() }, "×"));
  byId("toasts").append(element);
  setTimeout(() => element.remove(), SECONDS * 1000);
}
