// Form for a slash command: fields, hint for the focused field, sending.

import { fill, h } from "./dom.js";
import { Field } from "./field.js";
import { FileField } from "./filefield.js";
import { interact } from "./interact.js";
import { TYPE, range, splitOptions } from "./options.js";
import { known } from "./store.js";

function fieldFor(option, form, typed = "") {
  return option.type === TYPE.ATTACHMENT ? new FileField(option, form) : new Field(option, form, typed);
}

export class CommandForm {
  /** onDone(sent) is called when the form was sent or cancelled. */
  constructor(command, values, onDone) {
    this.command = command;
    this.onDone = onDone;
    this.fields = command.options
      .filter((option) => option.required || values[option.name] !== undefined)
      .map((option) => fieldFor(option, this, values[option.name] ?? ""));
    if (!this.fields.length && command.options.length) this.fields.push(fieldFor(command.options[0], this));
    this.note = h("p", { id: "option-note", class: "option-help", "aria-live": "polite" });
    this.row = h("div", { class: "command-row" });
    this.submit = h("button", { class: "button primary send", type: "submit" }, "Send");
    this.element = h("form", {
      class: "command-form", "aria-label": `Command /${command.path}`,
      onsubmit: (event) => {
        event.preventDefault();
        this.send();
      },
    }, this.note, this.row);
    this.draw();
  }

  draw() {
    const absent = this.command.options.filter((option) => !this.fields.some((field) => field.option === option));
    fill(this.row,
      h("button", { class: "command-name", type: "button", title: "Give the command up", "aria-label": `/${this.command.path}: give it up`,
        onclick: () => this.cancel(), onkeydown: (event) => event.key === "Backspace" && this.cancel() }, `/${this.command.path}`),
      this.fields.map((field) => field.element),
      absent.map((option) => h("button", { class: "add-option", type: "button", title: option.description,
        "aria-label": `Add ${option.name}: ${option.description}`, onclick: () => this.addField(option) }, `+ ${option.name}`)),
      this.submit);
    if (!this.fields.length) fill(this.note, this.command.description);
  }

  focus() {
    const first = this.fields.find((field) => field.empty) ?? this.fields.at(-1);
    (first?.input ?? this.submit).focus();
  }

  describe(field) {
    const { option } = field;
    this.note.classList.remove("problem");
    fill(this.note, h("b", {}, option.name), " ", option.description,
      range(option) && ` (${range(option)})`, !option.required && !/optional/iu.test(option.description) && h("i", {}, " optional"));
  }

  say(sentence) {
    this.note.classList.add("problem");
    fill(this.note, sentence);
  }

  addField(option, typed = "") {
    const field = fieldFor(option, this, typed);
    this.fields.push(field);
    this.fields.sort((a, b) => this.command.options.indexOf(a.option) - this.command.options.indexOf(b.option));
    this.draw();
    field.input.focus();
  }

  /** Distributes "Ben size:4" or "opponent:Ben" in a field to the named options. */
  spread(field) {
    const own = field.option.name;
    const values = splitOptions(this.command, field.text, own);
    if (field.text.trim() === values[own]) return;
    field.put(values[own] ?? "");
    for (const [name, typed] of Object.entries(values)) {
      const there = this.fields.find((each) => each.option.name === name);
      if (there) there.put(typed);
      else this.addField(this.command.options.find((option) => option.name === name), typed);
    }
    const last = Object.keys(values).at(-1);
    this.fields.find((each) => each.option.name === last)?.input.focus();
  }

  next(field) {
    const later = this.fields.slice(this.fields.indexOf(field) + 1);
    (later.find((each) => each.empty) ?? field).input.focus();
  }

  remove(field) {
    const at = this.fields.indexOf(field);
    if (field.option.required) {
      if (at === 0) this.cancel();
      else this.fields[at - 1].input.focus();
      return;
    }
    field.list?.close();
    this.fields.splice(at, 1);
    this.draw();
    this.focus();
  }

  cancel() {
    this.fields.forEach((field) => field.list?.close());
    this.onDone(false);
  }

  /** Values for autocomplete: the focused text as typed, and the other values that can be parsed. */
  loose(focused) {
    const values = { [focused.option.name]: focused.text };
    for (const field of this.fields) {
      if (field === focused || field.empty) continue;
      const read = field.read();
      if (read.problem === undefined) values[field.option.name] = read.value;
    }
    return values;
  }

  async send() {
    // Reading a large file takes time: ignore further attempts to send meanwhile.
    if (this.submit.disabled) return undefined;
    this.submit.disabled = true;
    await Promise.all(this.fields.map((field) => field.reading));
    this.submit.disabled = false;
    const values = {};
    for (const field of this.fields) {
      if (field.empty && field.option.required) return field.complain(`${field.option.name} is needed: ${field.option.description}`);
      if (field.empty) continue;
      const read = field.read();
      if (read.problem) return field.complain(read.problem);
      values[field.option.name] = read.value;
    }
    this.submit.disabled = true;
    const details = { channel: known.channel, command: this.command.id, path: this.command.path, options: values };
    const sent = await interact("slash", details, { onRefused: (sentence) => this.say(sentence) });
    this.submit.disabled = false;
    if (sent) {
      this.fields.forEach((field) => field.list?.close());
      this.onDone(true);
    }
    return undefined;
  }
}
