// Entry point of the page: selects person and channel, and handles the events of the sandbox.

import { drawComposer } from "./composer.js";
import { byId, fill, h } from "./dom.js";
import { Link, Refused } from "./link.js";
import { markdown } from "./markdown.js";
import { connectFaults, drawFaults } from "./faults.js";
import { drawMessage } from "./message.js";
import { connectDrawer, drawSidebar } from "./sidebar.js";
import { ask, channel, guildOf, known, person, setLink, takeState } from "./store.js";
import { keepRelativeTimesFresh } from "./time.js";
import { toast } from "./toast.js";

const query = () => new URLSearchParams(location.search);
const NEAR_THE_END = 120;
let atEnd = true;
let link = null;
let closeDrawer = () => {};

const actions = {
  become(id) {
    const next = person(id);
    if (!next || id === known.me) return;
    begin(next.name, known.channel);
  },
  openChannel: (id) => openChannel(id),
  async openDm(id) {
    const opened = await guarded("dm", { target: id });
    if (opened) await openChannel(opened.channel);
  },
};

async function guarded(what, details) {
  try {
    return await ask(what, details);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    toast(error.message);
    return null;
  }
}

function begin(name, wanted) {
  link?.close();
  Object.assign(known, { channel: null, messages: new Map(), commands: [] });
  link = new Link(name, {
    onEvent: (event) => HANDLERS[event.event]?.(event, wanted),
    onState: (state) => {
      const lost = state === "lost";
      document.body.classList.toggle("disconnected", lost);
      fill(byId("link-state"), lost ? "Connection lost, trying again…" : "");
      // After a reconnection the sandbox sends the whole state again.
      if (lost) wanted = known.channel ?? wanted;
    },
  });
  setLink(link);
}

const HANDLERS = {
  async hello(event, wanted) {
    takeState(event.state);
    const open = channel(known.channel) ?? channel(wanted) ?? firstChannel();
    drawAround();
    await openChannel(open?.id ?? null, { keepDraft: known.channel === open?.id });
  },
  state(event) {
    const before = channel(known.channel);
    takeState(event.state);
    if (known.channel && !channel(known.channel)) {
      toast("The channel that you were reading is gone.");
      openChannel(firstChannel()?.id ?? null);
    }
    drawAround();
    // A new direct message is opened before it appears in the state.
    if (!before && channel(known.channel)) {
      drawWelcome();
      drawComposer();
      focusBox();
    }
  },
  message(event) {
    if (event.message.channel_id !== known.channel) return;
    const fresh = !known.messages.has(event.message.id);
    known.messages.set(event.message.id, event.message);
    drawOne(event.message.id, fresh);
    tellRead();
  },
  gone(event) {
    known.messages.delete(event.message);
    document.getElementById(`message-${event.message}`)?.remove();
    drawWelcome();
  },
  async commands() {
    known.commands = (await guarded("commands", { channel: known.channel })) ?? [];
  },
  notice: (event) => toast(event.text),
};

const firstChannel = () => known.guilds[0]?.channels[0] ?? known.dms[0] ?? null;

function drawAround() {
  drawSidebar(actions);
  drawFaults();
  const here = channel(known.channel);
  const me = person(known.me);
  const mentions = [...known.guilds.flatMap((guild) => guild.channels), ...known.dms].reduce((sum, each) => sum + (each.mentions ?? 0), 0);
  document.title = `${mentions ? `(${mentions}) ` : ""}${here ? `${here.kind === "dm" ? "@" : "#"}${here.name} · ` : ""}${me?.name ?? ""} · Sandbox`;
  fill(byId("channel-name"), here && h("span", { class: "channel-mark", "aria-hidden": "true" }, here.kind === "dm" ? "@" : "#"), here?.name ?? "No channel");
  const guild = guildOf(known.channel);
  fill(byId("channel-note"), me && "You are ", me && h("b", {}, me.name), guild && ` in ${guild.name}`,
    here?.archived && " · archived", here?.locked && " · locked");
}

async function openChannel(id, { keepDraft = false } = {}) {
  const changed = known.channel !== id;
  Object.assign(known, { channel: id, messages: new Map() });
  history.replaceState(null, "", `?${new URLSearchParams({ as: person(known.me)?.name ?? "", ...(id && { channel: id }) })}`);
  closeDrawer();
  if (changed || !keepDraft) drawComposer(); // at once: what is typed before the answer stays
  const opened = id ? await guarded("open", { channel: id }) : null;
  if (known.channel !== id) return;
  known.commands = opened?.commands ?? [];
  known.messages = new Map((opened?.messages ?? []).map((message) => [message.id, message]));
  drawAround();
  drawAll();
  if (changed) focusBox();
  tellRead();
}

/** Focuses the composer, except on phones, whose keyboard would cover the messages. */
function focusBox() {
  if (matchMedia("(min-width: 700px)").matches) byId("message-box").focus();
}

function drawWelcome() {
  const here = channel(known.channel);
  const empty = known.messages.size === 0;
  fill(byId("welcome"), here && h("h2", {}, `${here.kind === "dm" ? "Your messages with " : "Welcome to #"}${here.name}`),
    here && h("div", { class: "welcome-hint" }, empty || known.messages.size < 4 ? markdown(known.hint) : null));
}

const ordered = () => [...known.messages.values()].sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));

function drawAll() {
  const messages = ordered();
  fill(byId("messages"), messages.map((message, index) => drawMessage(message, messages[index - 1], actions)));
  drawWelcome();
  toEnd();
}

function drawOne(id, fresh) {
  const messages = ordered();
  const at = messages.findIndex((message) => message.id === id);
  const old = document.getElementById(`message-${id}`);
  const focused = old?.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  const element = drawMessage(messages[at], messages[at - 1], actions);
  if (old) old.replaceWith(element);
  else byId("messages").insertBefore(element, byId("messages").children[at] ?? null);
  if (focused) element.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
  if (fresh) drawWelcome();
  if (atEnd || (fresh && mine(messages[at]))) toEnd();
}

/** Returns whether a message is the person's own or answers them; the view then scrolls to the end. */
const mine = (message) => [message.author.id, message.interaction_metadata?.user.id].includes(known.me);

function toEnd() {
  const scroller = byId("scroller");
  const go = () => (scroller.scrollTop = scroller.scrollHeight);
  go();
  for (const image of scroller.querySelectorAll("img")) if (!image.complete) image.addEventListener("load", go, { once: true });
}

// The composer grows with its text: a reader at the end stays at the end.
function followEnd() {
  const scroller = byId("scroller");
  scroller.addEventListener("scroll", () => {
    atEnd = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < NEAR_THE_END;
  });
  new ResizeObserver(() => {
    if (atEnd) scroller.scrollTop = scroller.scrollHeight;
  }).observe(scroller);
}

function tellRead() {
  if (known.channel && document.visibilityState === "visible") guarded("read", { channel: known.channel });
}

followEnd();
closeDrawer = connectDrawer();
connectFaults();
keepRelativeTimesFresh();
document.addEventListener("visibilitychange", tellRead);
document.addEventListener("click", (event) => {
  const target = event.target.closest("a.mention[href^='#'], a.button[href^='#']")?.getAttribute("href").slice(1);
  if (!target) return;
  event.preventDefault();
  if (channel(target)) openChannel(target);
});
begin(query().get("as"), query().get("channel"));
