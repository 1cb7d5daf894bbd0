// An option that takes a file: chosen on this machine, sent with the command.

import { Field } from "./field.js";

// What one message to the sandbox can carry, with room for its being written as text.
const LARGEST = 2_500_000;

export class FileField extends Field {
  kind() {
    this.file = null;
    return { type: "file", onchange: () => this.chosen() };
  }

  /** Reads the file while the person goes on. */
  async chosen() {
    const [file] = this.input.files;
    this.file = null;
    if (!file) return;
    if (file.size > LARGEST) {
      this.input.value = "";
      this.complain(`${file.name} is too large to be tried here.`);
      return;
    }
    const bytes = new Uint8Array(await file.arrayBuffer());
    const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
    if (this.input.files[0] === file) this.file = { name: file.name, content: btoa(letters) };
  }

  read() {
    return this.file ? { value: this.file } : { problem: "The file is still being read." };
  }

  /** Enter opens the choice of a file until there is one. */
  key(event) {
    if (event.key !== "Enter" || !this.empty) super.key(event);
  }

  fit() {}

  suggest() {}
}
