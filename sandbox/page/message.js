// Message: author, time, text, images, buttons.

import { components } from "./components.js";
import { fill, h } from "./dom.js";
import { embeds, usedByEmbeds } from "./embeds.js";
import { interact } from "./interact.js";
import { inline, markdown } from "./markdown.js";
import { attachments } from "./media.js";
import { openMenu } from "./menu.js";
import { appTag, avatar, displayName, personMenu } from "./people.js";
import { COMPONENTS_V2, EPHEMERAL, LOADING, ask, known, mentionsMe } from "./store.js";
import { messageTime } from "./time.js";

const TOGETHER = 7 * 60 * 1000;
const MESSAGE_COMMAND = 3;
const CHAT_COMMANDS = [20, 23];

export function continues(message, previous) {
  return Boolean(previous) && previous.author.id === message.author.id && !message.author.bot && !origin(message) &&
    !(message.flags & EPHEMERAL) && !(previous.flags & EPHEMERAL) &&
    new Date(message.timestamp) - new Date(previous.timestamp) < TOGETHER;
}

/** Renders the reference to the command or message that this message answers. */
function origin(message) {
  const cause = message.interaction_metadata ?? message.interaction;
  if (cause && CHAT_COMMANDS.includes(message.type)) {
    const name = message.interaction?.name ?? cause.name ?? message.command;
    return h("div", { class: "origin" }, "↪ ", h("b", {}, displayName(cause.user)), " used ",
      h("span", { class: "mention" }, name ? (message.type === 20 ? `/${name}` : name) : "a command"));
  }
  if (!message.message_reference?.message_id) return null;
  const target = message.referenced_message;
  if (!target) return h("div", { class: "origin" }, "↪ a message that was deleted");
  return h("button", { class: "origin", type: "button", onclick: () => show(target.id) },
    "↪ ", h("b", {}, displayName(target.author)), ` ${snippet(target.content)}`);
}

function show(id) {
  const element = document.getElementById(`message-${id}`);
  element?.scrollIntoView({ block: "center" });
  element?.classList.add("shown");
  setTimeout(() => element?.classList.remove("shown"), 1600);
}

function head(message, actions) {
  const user = message.author;
  const name = h("button", { class: `author ${user.bot ? "of-app" : ""}`, type: "button",
    "aria-haspopup": "menu", onclick: () => personMenu(user, name, actions) }, displayName(user));
  return h("div", { class: "head" }, name, appTag(user), messageTime(message.timestamp));
}

function content(message) {
  const element = h("div", { class: "content" }, markdown(message.content));
  if (message.edited_timestamp) {
    const last = element.lastElementChild;
    (last?.tagName === "P" ? last : element).append(h("small", { class: "edited" }, "(edited)"));
  }
  return element;
}

/** Returns the start of a text without markdown. */
function snippet(text) {
  return text ? h("span", {}, inline(text.split("\n")[0])).textContent.slice(0, 80) : "(see the message)";
}

function body(message, context) {
  if (message.flags & LOADING) {
    return h("p", { class: "thinking" }, `${displayName(message.author)} is thinking`, h("span", { class: "dots", "aria-hidden": "true" }, "…"));
  }
  const modern = Boolean(message.flags & COMPONENTS_V2);
  return [
    !modern && message.content && content(message),
    !modern && attachments(message, usedByEmbeds(message)),
    !modern && embeds(message),
    components(message, context),
  ];
}

function whisper(message) {
  if (!(message.flags & EPHEMERAL)) return null;
  return h("p", { class: "whisper" }, "Only you can see this · ",
    h("button", { class: "link-button", type: "button",
      onclick: () => ask("dismiss", { channel: message.channel_id, message: message.id }) }, "Dismiss message"));
}

function tools(message) {
  const commands = known.commands.filter((command) => command.type === MESSAGE_COMMAND);
  if (!commands.length || message.flags & EPHEMERAL) return null;
  const run = (command) => interact("message_menu", { channel: message.channel_id, command: command.id, target: message.id });
  const opener = h("button", { class: "icon-button message-tools", type: "button", "aria-haspopup": "menu",
    "aria-label": "Apps for this message",
    onclick: () => openMenu([{ heading: "Apps" }, ...commands.map((command) => ({ label: command.name, act: () => run(command) }))],
      { label: "Message actions", opener }) }, "⋯");
  return opener;
}

/** Renders a message as a list item; previous is the message above it. actions: {become, openDm}. */
export function drawMessage(message, previous, actions) {
  const failure = h("p", { class: "failure", role: "alert" });
  const fail = (sentence) => fill(failure, sentence);
  const touch = async (what, part, values, control) => {
    fill(failure);
    control?.setAttribute("aria-busy", "true");
    await interact(what, { channel: message.channel_id, message: message.id, custom_id: part.custom_id, values }, { onRefused: fail });
    control?.removeAttribute("aria-busy");
  };
  const context = {
    click: (part, control) => touch("click", part, undefined, control),
    choose: (part, values) => touch("choose", part, values),
  };
  const together = continues(message, previous);
  const classes = ["message", together && "together", message.flags & EPHEMERAL && "ephemeral", mentionsMe(message) && "for-me"];
  return h("li", {
    id: `message-${message.id}`, class: classes.filter(Boolean).join(" "),
    "aria-label": `${displayName(message.author)}${message.flags & EPHEMERAL ? ", only you can see this" : ""}`,
    oncontextmenu: (event) => {
      const name = event.target.closest(".avatar, .author");
      if (!name) return;
      event.preventDefault();
      personMenu(message.author, name, actions, { x: event.clientX, y: event.clientY });
    },
  },
  origin(message),
  h("div", { class: "message-grid" },
    together ? h("span", { class: "gutter" }, messageTime(message.timestamp)) : avatar(message.author),
    h("div", { class: "message-body" }, !together && head(message, actions), body(message, context), failure, whisper(message))),
  tools(message));
}
