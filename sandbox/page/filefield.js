// File option of a slash command: a local file, sent with the command.

import { Field } from "./field.js";

// Limit for one message to the sandbox, with room for the base64 overhead.
const LARGEST = 2_500_000;

export class FileField extends Field {
  kind() {
    this.file = null;
    return { type: "file", onchange: () => this.chosen() };
  }

  /** Reads the file in the background. */
  chosen() {
    this.file = null;
    this.problem = "The file is still being read.";
    this.input.removeAttribute("aria-invalid");
    this.form.describe(this);
    const [file] = this.input.files;
    if (file && file.size > this.room()) {
      this.input.value = "";
      this.complain(`${file.name} is too large to be tried here: 2.5 MB are the most that a command can carry.`);
    } else if (file) this.reading = this.take(file);
  }

  /** Returns the remaining size: all files of a command share the limit. */
  room() {
    const others = this.form.fields.filter((field) => field !== this).flatMap((field) => [...(field.input.files ?? [])]);
    return LARGEST - others.reduce((sum, each) => sum + each.size, 0);
  }

  async take(file) {
    let bytes;
    try {
      bytes = new Uint8Array(await file.arrayBuffer());
    } catch {
      // The file stays selected: the command must not be sent without it.
      if (this.input.files[0] === file) this.complain((this.problem = `${file.name} could not be read: choose it again.`));
      return;
    }
    const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
    if (this.input.files[0] === file) this.file = { name: file.name, content: btoa(letters) };
  }

  read() {
    return this.file ? { value: this.file } : { problem: this.problem };
  }

  /** Enter opens the file dialog if no file is chosen; Backspace removes the file. */
  key(event) {
    if (event.key === "Backspace" && !this.empty) {
      event.preventDefault();
      this.input.value = "";
      this.chosen();
    } else if (event.key !== "Enter" || !this.empty) super.key(event);
  }

  put() {}

  fit() {}

  suggest() {}
}
