// Person: avatar, name and context menu.

import { h } from "./dom.js";
import { interact } from "./interact.js";
import { openMenu } from "./menu.js";
import { known } from "./store.js";

const TONES = 8;
const USER_COMMAND = 2;

export function avatar(user) {
  const name = user.global_name ?? user.name ?? user.username ?? "?";
  const tone = Math.max(0, known.people.findIndex((each) => each.id === user.id)) % TONES;
  return h("span", { class: `avatar tone-${tone} ${user.bot ? "of-app" : ""}`, "aria-hidden": "true" }, [...name][0].toUpperCase());
}

export const displayName = (user) => user.global_name ?? user.name ?? user.username;

export const appTag = (user) => user.bot && h("span", { class: "tag" }, "APP");

/** actions: {become(id), openDm(id)} */
export function personMenu(user, opener, actions, at) {
  const items = [];
  const other = user.id !== known.me;
  if (other && !user.bot) items.push({ label: `Be ${displayName(user)}`, act: () => actions.become(user.id) });
  if (other) items.push({ label: "Write a direct message", act: () => actions.openDm(user.id) });
  const commands = known.commands.filter((command) => command.type === USER_COMMAND);
  if (commands.length) items.push({ heading: "Apps" });
  for (const command of commands) {
    items.push({
      label: command.name,
      act: () => interact("user_menu", { channel: known.channel, command: command.id, target: user.id }),
    });
  }
  if (!items.length) items.push({ heading: "This is you." });
  openMenu(items, { label: `${displayName(user)}: actions`, opener, at });
}
