// Interaction with an application: sends it, opens a returned modal, reports failures.

import { Refused } from "./link.js";
import { openModal } from "./modal.js";
import { ask } from "./store.js";
import { toast } from "./toast.js";

/** Returns whether the application answered. */
export async function interact(what, details, { onRefused = toast } = {}) {
  try {
    const outcome = await ask(what, details);
    if (outcome?.modal) openModal(outcome.modal, submit);
    return true;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    onRefused(error.message);
    return false;
  }
}

const submit = (modal, fields, onRefused) =>
  interact("submit", { modal: modal.id, fields }, { onRefused });
