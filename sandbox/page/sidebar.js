// Sidebar: servers with channels and threads, direct messages, person switcher.

import { byId, fill, h } from "./dom.js";
import { appTag, avatar, personMenu } from "./people.js";
import { known } from "./store.js";

const addressOf = (personName, channelId) => {
  const query = new URLSearchParams({ as: personName });
  if (channelId) query.set("channel", channelId);
  return `?${query}`;
};

function badge(item) {
  if (item.mentions) return h("span", { class: "badge" }, item.mentions, h("span", { class: "unseen" }, item.mentions === 1 ? " mention" : " mentions"));
  if (item.unread) return h("span", { class: "dot" }, h("span", { class: "unseen" }, "unread messages"));
  return null;
}

const plain = (event) => !(event.ctrlKey || event.metaKey || event.shiftKey || event.button);

function channelRow(channel, actions) {
  const current = channel.id === known.channel;
  const classes = ["channel-row", channel.kind, current && "current", channel.unread && !current && "unread"];
  const mark = { dm: "@", thread: "↳" }[channel.kind] ?? "#";
  return h("li", {}, h("a", {
    class: classes.filter(Boolean).join(" "), "data-key": `channel-${channel.id}`,
    href: addressOf(nameOfMe(), channel.id), "aria-current": current ? "page" : null,
    onclick: (event) => {
      if (!plain(event)) return;
      event.preventDefault();
      actions.openChannel(channel.id);
    },
  }, h("span", { class: "channel-mark", "aria-hidden": "true" }, mark), h("span", { class: "channel-label" }, channel.name),
  channel.archived && h("small", {}, "archived"), channel.locked && h("small", {}, "locked"), badge(channel)));
}

const nameOfMe = () => known.people.find((each) => each.id === known.me)?.name ?? "";

function section(title, rows) {
  return rows.length ? h("section", {}, h("h2", {}, title), h("ul", {}, rows)) : null;
}

function personRow(user, actions) {
  const mine = user.id === known.me;
  const inside = [avatar(user), h("span", { class: "person-name" }, user.name), mine && h("small", {}, "you"), appTag(user), badge(user)];
  const classes = `person-row ${mine ? "current" : ""}`;
  const menu = (event) => {
    event.preventDefault();
    personMenu(user, byId(`person-${user.id}`), actions, { x: event.clientX, y: event.clientY });
  };
  const row = user.bot
    ? h("span", { class: classes }, inside)
    : h("a", {
      class: classes, href: addressOf(user.name), "aria-current": mine ? "true" : null, "data-key": `person-${user.id}`,
      "aria-label": mine ? `You are ${user.name}` : `Be ${user.name}${user.mentions ? `, ${user.mentions} mentions` : ""}`,
      onclick: (event) => {
        if (!plain(event)) return;
        event.preventDefault();
        if (!mine) actions.become(user.id);
      },
    }, inside);
  return h("li", { class: "person", oncontextmenu: menu }, row,
    !user.bot && !mine && h("a", { class: "icon-button", href: addressOf(user.name), target: "_blank", title: `Open ${user.name} in another window`,
      "aria-label": `Open ${user.name} in another window` }, "↗"),
    h("button", { id: `person-${user.id}`, class: "icon-button", type: "button", "aria-haspopup": "menu", "data-key": `menu-${user.id}`,
      "aria-label": `${user.name}: actions`, onclick: (event) => personMenu(user, event.currentTarget, actions) }, "⋯"));
}

/** actions: {openChannel, become, openDm} */
export function drawSidebar(actions) {
  const sidebar = byId("sidebar");
  const focused = sidebar.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  const channels = h("div", { class: "sidebar-channels" },
    known.guilds.map((guild) => section(guild.name, guild.channels.map((each) => channelRow(each, actions)))),
    section("Direct messages", known.dms.map((each) => channelRow(each, actions))));
  const people = h("section", { class: "sidebar-people" }, h("h2", {}, "Who am I"),
    h("ul", {}, known.people.map((each) => personRow(each, actions))));
  fill(sidebar, channels, people);
  if (focused) sidebar.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
  drawDrawerBadge();
}

function drawDrawerBadge() {
  const all = [...known.guilds.flatMap((guild) => guild.channels), ...known.dms];
  const mentions = all.reduce((sum, each) => sum + (each.mentions ?? 0), 0);
  fill(byId("drawer"), "☰", mentions > 0 && h("span", { class: "badge" }, mentions));
  byId("drawer").setAttribute("aria-label", mentions ? `Channels and people, ${mentions} mentions` : "Channels and people");
}

export function connectDrawer() {
  const button = byId("drawer");
  const curtain = byId("curtain");
  const set = (open) => {
    document.body.classList.toggle("drawer-open", open);
    button.setAttribute("aria-expanded", String(open));
    curtain.hidden = !open;
    if (open) byId("sidebar").querySelector("[aria-current=page], a")?.focus();
  };
  button.addEventListener("click", () => set(!document.body.classList.contains("drawer-open")));
  curtain.addEventListener("click", () => set(false));
  byId("sidebar").addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !document.body.classList.contains("drawer-open")) return;
    set(false);
    button.focus();
  });
  return () => set(false);
}
