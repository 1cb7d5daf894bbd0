// Parsing of slash command options from text, without rendering.

import { channels, known } from "./store.js";

export const TYPE = {
  STRING: 3, INTEGER: 4, BOOLEAN: 5, USER: 6, CHANNEL: 7, ROLE: 8, MENTIONABLE: 9, NUMBER: 10, ATTACHMENT: 11,
};

const fold = (text) => text.trim().toLowerCase();

/** Returns the fixed choices of an option; null for free text. */
export function fixedItems(option) {
  if (option.choices?.length) return option.choices.map((each) => ({ value: each.value, label: each.name }));
  switch (option.type) {
    case TYPE.BOOLEAN: return [{ value: true, label: "True" }, { value: false, label: "False" }];
    case TYPE.USER:
    case TYPE.MENTIONABLE:
      return known.people.map((each) => ({ value: each.id, label: each.name, mark: "@", note: each.bot ? "app" : "" }));
    case TYPE.CHANNEL: return channels().map((each) => ({ value: each.id, label: each.name, mark: "#" }));
    case TYPE.ROLE:
      return known.guilds.flatMap((guild) => guild.roles ?? []).map((each) => ({ value: each.id, label: each.name, mark: "@" }));
    default: return null;
  }
}

export function filterItems(items, typed) {
  const wanted = fold(typed).replace(/^[@#]/, "");
  const starts = items.filter((item) => fold(item.label).startsWith(wanted));
  return [...starts, ...items.filter((item) => !starts.includes(item) && fold(item.label).includes(wanted))].slice(0, 25);
}

/** Parses typed text: {value} or {problem: a sentence}. */
export function readValue(option, typed) {
  const fixed = fixedItems(option);
  if (fixed) {
    const wanted = fold(typed).replace(/^<?[@#]!?/, "").replace(/>$/, "");
    const found = fixed.find((item) => fold(item.label) === wanted || String(item.value) === wanted);
    return found ? { value: found.value } : { problem: `“${typed}” is none of the choices for ${option.name}.` };
  }
  if (option.type === TYPE.INTEGER || option.type === TYPE.NUMBER) {
    const number = Number(typed);
    const whole = option.type === TYPE.INTEGER;
    if (typed.trim() === "" || !Number.isFinite(number) || (whole && !Number.isInteger(number))) {
      return { problem: `${option.name} must be a ${whole ? "whole " : ""}number.` };
    }
    if (number < (option.min_value ?? -Infinity) || number > (option.max_value ?? Infinity)) {
      return { problem: `${option.name} must be ${range(option)}.` };
    }
    return { value: number };
  }
  return { value: typed };
}

export function range(option) {
  const { min_value: low, max_value: high } = option;
  if (low !== undefined && high !== undefined) return `from ${low} to ${high}`;
  if (low !== undefined) return `at least ${low}`;
  return high !== undefined ? `at most ${high}` : "";
}

/** Parses "cell:e6 game:5" or "e6 game:5" to {cell: "e6", game: "5"}; unnamed text belongs to the first option. */
export function splitOptions(command, text, begun = command.options[0]?.name) {
  const names = command.options.map((option) => option.name);
  if (!names.length) return {};
  const pieces = text.split(new RegExp(`(?:^|\\s)(${names.map((name) => name.replace(/\W/g, "\\$&")).join("|")}):`, "u"));
  const values = {};
  if (pieces[0].trim()) values[begun] = pieces[0].trim();
  for (let at = 1; at < pieces.length; at += 2) values[pieces[at]] = pieces[at + 1].trim();
  return values;
}

/** Returns the command that the text names completely, and the remaining text; or null. */
export function namedCommand(commands, text) {
  const fits = commands.filter((command) => text === `/${command.path}` || text.startsWith(`/${command.path} `));
  const command = fits.sort((a, b) => b.path.length - a.path.length)[0];
  return command ? { command, rest: text.slice(command.path.length + 2) } : null;
}
