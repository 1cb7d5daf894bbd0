// Field of one slash command option: label, choices or autocomplete.

import { freshId, h } from "./dom.js";
import { ListBox } from "./listbox.js";
import { TYPE, filterItems, fixedItems, readValue } from "./options.js";
import { ask, known } from "./store.js";

const PAUSE = 120;
const WORDS = {
  [TYPE.INTEGER]: "number", [TYPE.NUMBER]: "number", [TYPE.BOOLEAN]: "true or false",
  [TYPE.USER]: "person", [TYPE.CHANNEL]: "channel", [TYPE.ROLE]: "role", [TYPE.MENTIONABLE]: "person or role",
};

export class Field {
  /** command: the form of the field, with values(), describe(field), next(field), remove(field), send(). */
  constructor(option, form, typed = "") {
    this.option = option;
    this.form = form;
    this.picked = null;
    this.round = 0;
    // Whether the list matches the current text. Enter must not pick from an outdated list.
    this.fresh = false;
    const id = freshId("option");
    this.input = h("input", {
      id, "data-option": option.name, "aria-describedby": "option-note",
      "aria-required": String(Boolean(option.required)), onkeydown: (event) => this.key(event),
      onfocus: () => this.focused(), onblur: () => this.list?.close(), ...this.kind(typed),
    });
    this.element = h("span", { class: "option-field" }, h("label", { for: id }, option.name), this.input);
    if (fixedItems(option) || option.autocomplete) {
      this.list = new ListBox(this.input, { label: `Suggestions for ${option.name}`, onPick: (item) => this.pick(item), clearOf: ".command-form" });
      this.input.setAttribute("aria-autocomplete", "list");
    }
    this.fit();
  }

  /** Sets up a text input. */
  kind(typed) {
    const { option } = this;
    return {
      type: "text", autocomplete: "off", spellcheck: "false", value: typed,
      placeholder: WORDS[option.type] ?? "", maxlength: option.max_length ?? 6000,
      inputmode: [TYPE.INTEGER, TYPE.NUMBER].includes(option.type) ? "numeric" : null,
      oninput: () => this.typed(),
    };
  }

  get text() {
    return this.input.value;
  }

  get empty() {
    return this.text.trim() === "";
  }

  /** Returns {value} or {problem}. */
  read() {
    if (this.picked && this.picked.label === this.text) return { value: this.picked.value };
    return readValue(this.option, this.text);
  }

  /** Sets the text. */
  put(text) {
    this.input.value = text;
    this.fit();
  }

  fit() {
    const longest = Math.max(this.text.length, this.input.placeholder.length, 4);
    this.input.style.width = `${Math.min(longest + 2, 40)}ch`;
  }

  focused() {
    this.form.describe(this);
    this.suggest(0);
  }

  typed() {
    this.picked = null;
    this.fresh = false;
    this.input.removeAttribute("aria-invalid");
    this.form.spread(this);
    this.fit();
    if (document.activeElement === this.input) this.suggest(PAUSE);
  }

  suggest(pause) {
    clearTimeout(this.timer);
    const fixed = fixedItems(this.option);
    if (fixed) this.show(filterItems(fixed, this.picked ? "" : this.text));
    else if (this.option.autocomplete) this.timer = setTimeout(() => this.askApplication(), pause);
  }

  async askApplication() {
    const round = (this.round += 1);
    let choices;
    try {
      choices = await ask("autocomplete", {
        channel: known.channel, command: this.form.command.id, path: this.form.command.path,
        options: this.form.loose(this), focused: this.option.name,
      });
    } catch (error) {
      this.form.say(error.message);
      return;
    }
    if (round !== this.round || document.activeElement !== this.input) return;
    if (choices.length) this.show(choices.map((each) => ({ value: each.value, label: each.name })));
    else this.list.close();
  }

  show(items) {
    const typed = this.text.trim().toLowerCase();
    const exact = items.findIndex((item) => item.label.toLowerCase() === typed);
    // An empty optional field has no active choice, so that Enter sends the command.
    this.list.show(items, this.empty && !this.option.required ? -1 : Math.max(0, exact));
    this.fresh = true;
  }

  pick(item) {
    this.round += 1;
    clearTimeout(this.timer);
    this.picked = item;
    this.input.value = item.label;
    this.input.removeAttribute("aria-invalid");
    this.fit();
    this.list.close();
    this.form.next(this);
  }

  complain(sentence) {
    this.input.setAttribute("aria-invalid", "true");
    this.input.focus();
    this.list?.close();
    this.form.say(sentence);
  }

  key(event) {
    if (this.list?.key(event)) {
      this.fresh = true;
      return;
    }
    if (event.key === "Enter" || (event.key === "Tab" && !event.shiftKey && this.list?.open)) {
      if (this.list?.open && this.fresh && this.list.active >= 0 && !this.settled()) {
        event.preventDefault();
        this.list.pick(this.list.active);
      } else if (event.key === "Enter") {
        event.preventDefault();
        this.form.send();
      }
    } else if (event.key === "Backspace" && this.text === "") {
      event.preventDefault();
      this.form.remove(this);
    } else if (event.key === "Escape") {
      event.preventDefault();
      this.form.cancel();
    }
  }

  /** Returns whether Enter sends the command instead of picking from the list. */
  settled() {
    const typed = this.text.trim().toLowerCase();
    const offered = this.list.items[this.list.active]?.label;
    return typed !== "" && [this.picked?.label, offered].some((label) => label?.toLowerCase() === typed);
  }
}
