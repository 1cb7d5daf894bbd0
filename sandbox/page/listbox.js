// Popup list beside a field or button that keeps the focus (ARIA combobox pattern).

import { fill, freshId, h } from "./dom.js";

const GAP = 4;

export class ListBox {
  /**
   * anchor: the element with the focus. onPick(item) is called for a choice; onClose() after closing.
   * clearOf: a selector of the ancestor that the list must not cover.
   * Items: {value, label, note?, mark?, badge?, chosen?, heading?}
   */
  constructor(anchor, { label, onPick, onClose = () => {}, multiple = false, clearOf = null }) {
    this.anchor = anchor;
    this.clearOf = clearOf;
    this.onPick = onPick;
    this.onClose = onClose;
    this.multiple = multiple;
    this.items = [];
    this.active = -1;
    this.element = h("ul", {
      id: freshId("list"), class: "listbox", role: "listbox", "aria-label": label,
      "aria-multiselectable": multiple ? "true" : null, hidden: true,
    });
    anchor.setAttribute("role", "combobox");
    anchor.setAttribute("aria-haspopup", "listbox");
    anchor.setAttribute("aria-expanded", "false");
    anchor.setAttribute("aria-controls", this.element.id);
    this.place = () => this.position();
    this.outside = (event) => {
      if (!this.element.contains(event.target) && !anchor.contains(event.target)) this.close();
    };
  }

  get open() {
    return !this.element.hidden;
  }

  show(items, active = items.length ? 0 : -1) {
    this.items = items;
    if (!this.open) this.appear();
    const rows = items.map((item, index) => this.row(item, index));
    fill(this.element, rows.length ? rows : h("li", { class: "listbox-empty", role: "option", "aria-disabled": "true" }, "Nothing fits."));
    this.point(active);
    this.position();
  }

  row(item, index) {
    return h("li", {
      id: `${this.element.id}-${index}`, role: "option", class: "option",
      "aria-selected": item.chosen ? "true" : "false",
      // A press must not take the focus from the anchor.
      onpointerdown: (event) => event.preventDefault(),
      onclick: () => this.pick(index),
      onpointermove: () => this.active !== index && this.point(index, false),
    },
    item.mark && h("span", { class: "option-mark", "aria-hidden": "true" }, item.mark),
    h("span", { class: "option-label" }, item.label),
    item.badge && h("span", { class: "option-badge" }, item.badge),
    this.multiple && h("span", { class: "option-tick", "aria-hidden": "true" }, item.chosen ? "✓" : ""),
    item.note && h("span", { class: "option-note" }, item.note));
  }

  appear() {
    // Inside a dialog only the dialog's own descendants are on top and reachable.
    (this.anchor.closest("dialog") ?? document.body).append(this.element);
    this.element.hidden = false;
    this.anchor.setAttribute("aria-expanded", "true");
    window.addEventListener("resize", this.place);
    window.addEventListener("scroll", this.place, true);
    document.addEventListener("pointerdown", this.outside);
  }

  close() {
    if (!this.open) return;
    this.element.hidden = true;
    this.element.remove();
    this.anchor.setAttribute("aria-expanded", "false");
    this.anchor.removeAttribute("aria-activedescendant");
    window.removeEventListener("resize", this.place);
    window.removeEventListener("scroll", this.place, true);
    document.removeEventListener("pointerdown", this.outside);
    this.onClose();
  }

  point(index, scroll = true) {
    this.element.children[this.active]?.classList.remove("active");
    this.active = this.items.length ? index : -1;
    const row = this.items.length ? this.element.children[this.active] : null;
    if (!row) {
      this.anchor.removeAttribute("aria-activedescendant");
      return;
    }
    row.classList.add("active");
    this.anchor.setAttribute("aria-activedescendant", row.id);
    if (scroll) row.scrollIntoView({ block: "nearest" });
  }

  pick(index) {
    const item = this.items[index];
    if (item && !item.disabled) this.onPick(item, index);
  }

  position() {
    const box = this.anchor.getBoundingClientRect();
    if (!this.anchor.isConnected) {
      this.close();
      return;
    }
    const { top, bottom } = (this.clearOf && this.anchor.closest(this.clearOf) || this.anchor).getBoundingClientRect();
    const below = window.innerHeight - bottom - GAP * 2;
    const above = top - GAP * 2;
    const up = below < 220 && above > below;
    const width = Math.min(Math.max(box.width, 260), window.innerWidth - 16);
    const left = Math.max(8, Math.min(box.left, window.innerWidth - width - 8));
    Object.assign(this.element.style, {
      width: `${width}px`,
      left: `${left}px`,
      maxHeight: `${Math.min(up ? above : below, 360)}px`,
      top: up ? "auto" : `${bottom + GAP}px`,
      bottom: up ? `${window.innerHeight - top + GAP}px` : "auto",
    });
  }

  /** Handles a key of the anchor; returns whether the list used it. */
  key(event) {
    if (!this.open) return false;
    const last = this.items.length - 1;
    const moves = {
      ArrowDown: () => this.point(this.active >= last ? 0 : this.active + 1),
      ArrowUp: () => this.point(this.active <= 0 ? last : this.active - 1),
      Home: () => this.point(0),
      End: () => this.point(last),
      Escape: () => this.close(),
    };
    const editing = this.anchor.matches("input, textarea");
    if (editing && (event.key === "Home" || event.key === "End")) return false;
    const move = moves[event.key];
    if (!move) return false;
    event.preventDefault();
    event.stopPropagation();
    move();
    return true;
  }
}
