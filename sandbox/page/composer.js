// The box at the bottom: ordinary messages, and "/" for the commands of applications.

import { byId, fill, h } from "./dom.js";
import { CommandForm } from "./command.js";
import { ListBox } from "./listbox.js";
import { Refused } from "./link.js";
import { namedCommand, splitOptions } from "./options.js";
import { ask, channel, known } from "./store.js";
import { toast } from "./toast.js";

const SLASH = 1;
let box = null;
let list = null;

const slashCommands = () => known.commands.filter((command) => command.type === SLASH);

function usage(command) {
  return command.options.map((option) => (option.required ? option.name : `[${option.name}]`)).join(" ");
}

function suggestions(typed) {
  const wanted = typed.slice(1).trim().toLowerCase();
  const rank = (command) => (command.path.startsWith(wanted) ? 0 : 1);
  return slashCommands()
    .filter((command) => command.path.includes(wanted))
    .sort((a, b) => rank(a) - rank(b) || a.path.localeCompare(b.path))
    .map((command) => ({ command, label: `/${command.path}`, badge: usage(command), note: command.description }));
}

function grow() {
  box.style.height = "auto";
  box.style.height = `${Math.min(box.scrollHeight, 180)}px`;
}

function typed() {
  grow();
  const text = box.value;
  const named = namedCommand(slashCommands(), text);
  if (named && (text.length > named.command.path.length + 1)) return enter(named.command, named.rest);
  const picking = text.startsWith("/") && !text.includes("\n");
  const found = picking ? suggestions(text) : [];
  if (found.length || (picking && !slashCommands().length)) list.show(found);
  else list.close();
  return undefined;
}

function key(event) {
  if (list.key(event)) return;
  if (event.key === "Enter" && !event.isComposing && sendBare()) {
    event.preventDefault();
    return;
  }
  if ((event.key === "Enter" || event.key === "Tab") && list.open && list.active >= 0) {
    event.preventDefault();
    list.pick(list.active);
  } else if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
    event.preventDefault();
    send();
  }
}

/** Sends a completely typed command without options. */
function sendBare() {
  const named = namedCommand(slashCommands(), box.value.trim());
  if (!named || named.command.options.length || named.rest) return false;
  enter(named.command, "").send();
  return true;
}

async function send() {
  const text = box.value.trim();
  if (!text) return;
  const named = namedCommand(slashCommands(), text);
  if (named) {
    enter(named.command, named.rest);
    return;
  }
  if (text.startsWith("/")) {
    toast(`There is no command ${text.split(" ")[0]} here. Type / to see which there are.`);
    return;
  }
  const from = box;
  from.value = ""; // at once: what is typed before the answer stays
  grow();
  try {
    await ask("say", { channel: known.channel, text });
  } catch (error) {
    from.value = from.value ? `${text}\n${from.value}` : text;
    grow();
    if (!(error instanceof Refused)) throw error;
    toast(error.message);
  }
}

function enter(command, rest) {
  list.close();
  const values = splitOptions(command, rest);
  const form = new CommandForm(command, values, (sent) => {
    drawComposer(sent ? "" : `/${command.path}`);
    box.focus();
  });
  fill(byId("composer"), form.element);
  form.focus();
  return form;
}

/** Resets the composer and discards its content. */
export function drawComposer(text = "") {
  const here = channel(known.channel);
  const wide = matchMedia("(min-width: 700px)").matches;
  list?.close();
  box = h("textarea", {
    id: "message-box", class: "message-box", rows: 1, value: text, maxlength: 2000, autocomplete: "off",
    placeholder: here ? `Message ${here.kind === "dm" ? "@" : "#"}${here.name}${wide ? ", or / for commands" : ""}` : "Choose a channel",
    "aria-label": here ? `Message ${here.name}. Type a slash for commands.` : "Message", disabled: !here,
    oninput: typed, onkeydown: key, onblur: () => list.close(),
  });
  list = new ListBox(box, { label: "Commands", onPick: (item) => enter(item.command, ""), clearOf: ".plain-row" });
  fill(byId("composer"), h("div", { class: "plain-row" },
    h("button", { class: "icon-button slash-button", type: "button", "aria-label": "Commands", title: "Commands", disabled: !here,
      onpointerdown: (event) => event.preventDefault(),
      onclick: () => {
        if (!box.value) box.value = "/";
        box.focus();
        typed();
      } }, "/"),
    box,
    h("button", { class: "button primary send", type: "button", onclick: send, disabled: !here }, "Send")));
  grow();
}

export const drafting = () => Boolean(byId("composer").querySelector(".command-form")) || Boolean(box?.value);
