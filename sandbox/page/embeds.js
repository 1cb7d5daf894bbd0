// Embeds of a message.

import { h, safeAddress } from "./dom.js";
import { inline, markdown } from "./markdown.js";
import { picture, resolve } from "./media.js";
import { messageTime } from "./time.js";

const colour = (value) => (Number.isInteger(value) ? `#${value.toString(16).padStart(6, "0")}` : null);

function heading(embed) {
  if (!embed.title) return null;
  const address = embed.url && safeAddress(embed.url);
  const title = inline(embed.title);
  return h("div", { class: "embed-title" }, address ? h("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, title) : title);
}

function fields(embed) {
  if (!embed.fields?.length) return null;
  return h("dl", { class: "embed-fields" }, embed.fields.map((field) =>
    h("div", { class: field.inline ? "embed-field inline" : "embed-field" },
      h("dt", {}, inline(field.name)), h("dd", {}, markdown(field.value)))));
}

function footer(embed) {
  if (!embed.footer?.text && !embed.timestamp) return null;
  return h("footer", {}, embed.footer?.text, embed.footer?.text && embed.timestamp && " · ", embed.timestamp && messageTime(embed.timestamp));
}

function image(source, message) {
  if (!source?.url) return null;
  const file = resolve(source.url, message);
  return picture({ ...source, ...file, url: file.url ?? source.url });
}

export function embeds(message) {
  return (message.embeds ?? []).map((embed) => {
    const element = h("article", { class: "embed" },
      embed.thumbnail && h("div", { class: "embed-thumbnail" }, image(embed.thumbnail, message)),
      embed.author?.name && h("div", { class: "embed-author" }, embed.author.name),
      heading(embed),
      embed.description && h("div", { class: "embed-text" }, markdown(embed.description)),
      fields(embed),
      image(embed.image, message),
      footer(embed));
    const accent = colour(embed.color);
    if (accent) element.style.borderInlineStartColor = accent;
    return element;
  });
}

export { colour };

/** Returns the names of attachments shown in embeds. */
export function usedByEmbeds(message) {
  const names = new Set();
  for (const embed of message.embeds ?? []) {
    for (const part of [embed.image, embed.thumbnail]) {
      const used = (message.attachments ?? []).find((file) =>
        part?.url === `attachment://${file.filename}` || (part?.url && part.url === file.url));
      if (used) names.add(used.filename);
    }
  }
  return names;
}
