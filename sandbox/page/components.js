// Message components, classic and V2. The caller passes their actions.

import { h, safeAddress } from "./dom.js";
import { colour } from "./embeds.js";
import { markdown } from "./markdown.js";
import { fileLink, picture, resolve } from "./media.js";
import { SELECTS, emojiText, selectMenu } from "./selects.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger" };
const LINK = 5;

const DRAW = {
  1: (part, context) => h("div", { class: "row", role: "group" }, part.components.map((each) => draw(each, context))),
  2: button,
  9: (part, context) => h("div", { class: "section" },
    h("div", { class: "section-text" }, part.components.map((each) => draw(each, context))),
    h("div", { class: "section-side" }, draw(part.accessory, context))),
  10: (part) => h("div", { class: "text-display" }, markdown(part.content)),
  11: (part, context) => h("div", { class: "thumbnail" }, media(part, context)),
  12: gallery,
  13: (part, context) => fileLink(resolve(part.file.url, context.message)),
  14: (part) => h("div", { class: `separator space-${part.spacing ?? 1} ${part.divider === false ? "blank" : ""}`,
    role: part.divider === false ? null : "separator" }),
  17: container,
};

function draw(part, context) {
  if (SELECTS.includes(part.type)) {
    return selectMenu(part, { onDone: (values) => context.choose(part, values) });
  }
  const make = DRAW[part.type];
  return make ? make(part, context) : h("p", { class: "unknown" }, `A component of type ${part.type}, which this page does not know.`);
}

function button(part, context) {
  const emoji = part.emoji && h("span", { class: "emoji", "aria-hidden": part.label ? "true" : null }, emojiText(part.emoji));
  const inside = [emoji, part.label && h("span", {}, part.label)];
  if (part.style === LINK) {
    const [, channel] = /^https:\/\/discord\.com\/channels\/[^/]+\/(\d+)/u.exec(part.url) ?? [];
    const away = { href: safeAddress(part.url), target: "_blank", rel: "noopener noreferrer" };
    return h("a", { class: "button secondary", ...(channel ? { href: `#${channel}` } : away),
      "aria-disabled": part.disabled ? "true" : null }, inside, h("span", { "aria-hidden": "true" }, "↗"));
  }
  return h("button", {
    class: `button ${STYLES[part.style] ?? "secondary"}`, type: "button",
    disabled: part.disabled, "data-key": part.custom_id,
    onclick: (event) => context.click(part, event.currentTarget),
  }, inside);
}

function media(item, context) {
  const source = item.media ?? {};
  const file = resolve(source.url, context.message);
  return picture({ ...source, ...file, description: item.description ?? file.description ?? source.description },
    { spoiler: item.spoiler });
}

function gallery(part, context) {
  return h("div", { class: `gallery of-${Math.min(part.items.length, 4)}` }, part.items.map((item) => media(item, context)));
}

function container(part, context) {
  const element = h("div", { class: "container" }, part.components.map((each) => draw(each, context)));
  const accent = colour(part.accent_color);
  if (accent) element.style.borderInlineStartColor = accent;
  element.classList.toggle("accented", Boolean(accent));
  return element;
}

/** context: {message, click(component, button), choose(component, values)} */
export function components(message, context) {
  if (!message.components?.length) return null;
  return h("div", { class: "components" }, message.components.map((part) => draw(part, { ...context, message })));
}
