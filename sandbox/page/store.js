// State of the page: one person's view of the sandbox, without rendering.

export const known = {
  me: null,
  people: [],
  guilds: [],
  dms: [],
  faults: [],
  hint: "",
  channel: null,
  messages: new Map(),
  commands: [],
};

let link = null;
export const setLink = (value) => (link = value);
export const ask = (what, details) => link.ask(what, details);

export const person = (id) => known.people.find((each) => each.id === id) ?? null;

export function personName(id) {
  return person(id)?.name ?? "unknown person";
}

export function channels() {
  return [...known.guilds.flatMap((guild) => guild.channels), ...known.dms];
}

export const channel = (id) => channels().find((each) => each.id === id) ?? null;

export function channelName(id) {
  return channel(id)?.name ?? "unknown-channel";
}

export const roleName = (id) =>
  known.guilds.flatMap((guild) => guild.roles ?? []).find((role) => role.id === id)?.name ?? "role";

export function guildOf(channelId) {
  return known.guilds.find((guild) => guild.channels.some((each) => each.id === channelId)) ?? null;
}

/** Applies a state event of the sandbox; messages are kept. */
export function takeState(state) {
  Object.assign(known, {
    me: state.me,
    people: state.people,
    guilds: state.guilds,
    dms: state.dms,
    faults: state.faults,
    hint: state.hint,
  });
}

export const mentionsMe = (message) =>
  message.author.id !== known.me &&
  (message.mention_everyone || (message.mentions ?? []).some((user) => user.id === known.me));

export const EPHEMERAL = 1 << 6;
export const LOADING = 1 << 7;
export const COMPONENTS_V2 = 1 << 15;
