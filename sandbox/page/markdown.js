// Discord's markdown as elements, limited to what bots use. Unknown marks stay text.

import { h, safeAddress } from "./dom.js";
import { channelName, known, personName, roleName } from "./store.js";
import { timestamp } from "./time.js";

const web = (address, label, depth) => {
  const safe = safeAddress(address);
  if (!safe) return document.createTextNode(address);
  const children = label === undefined ? [address] : inline(label, depth);
  return h("a", { href: safe, target: "_blank", rel: "noopener noreferrer" }, children);
};

const mention = (text, mine = false) => h("span", { class: mine ? "mention mine" : "mention" }, text);

const spoiler = (text, depth) => {
  const show = (event) => event.currentTarget.replaceWith(h("span", {}, inline(text, depth)));
  return h("button", { class: "spoiler", type: "button", "aria-label": "Show the spoiler", onclick: show },
    h("span", { "aria-hidden": "true" }, "·".repeat(Math.min(text.length, 24))));
};

const DEEPEST = 8;

// Pairs of a pattern that must match at the current position, and the resulting element.
const RULES = [
  [/\\([^\p{L}\p{N}\s])/uy, (found) => document.createTextNode(found[1])],
  [/``(.+?)``|`([^`]+)`/suy, (found) => h("code", {}, (found[1] ?? found[2]).trim())],
  [/\*\*(.+?)\*\*(?!\*)/suy, (found, depth) => h("strong", {}, inline(found[1], depth))],
  [/__(.+?)__(?!_)/suy, (found, depth) => h("u", {}, inline(found[1], depth))],
  [/~~(.+?)~~/suy, (found, depth) => h("s", {}, inline(found[1], depth))],
  [/\|\|(.+?)\|\|/suy, (found, depth) => spoiler(found[1], depth)],
  [/\*(?!\s)([^*]+?)\*/suy, (found, depth) => h("em", {}, inline(found[1], depth))],
  [/_([^_]+?)_(?![\p{L}\p{N}_])/suy, (found, depth) => h("em", {}, inline(found[1], depth))],
  [/<@!?(\d+)>/uy, (found) => mention(`@${personName(found[1])}`, found[1] === known.me)],
  [/<@&(\d+)>/uy, (found) => mention(`@${roleName(found[1])}`)],
  [/<#(\d+)>/uy, (found) => h("a", { class: "mention", href: `#${found[1]}` }, `#${channelName(found[1])}`)],
  [/<\/([^:>]+):\d+>/uy, (found) => mention(`/${found[1]}`)],
  [/<t:(-?\d{1,13})(?::([tTdDfFR]))?>/uy, (found) => timestamp(Number(found[1]), found[2])],
  [/<a?:(\w+):\d+>/uy, (found) => document.createTextNode(`:${found[1]}:`)],
  [/@(everyone|here)/uy, (found) => mention(found[0])],
  [/\[([^\]\n]+)\]\(<?(https?:\/\/[^\s)>]+)>?\)/uy, (found, depth) => web(found[2], found[1], depth)],
  [/<(https?:\/\/[^\s>]+)>/uy, (found) => web(found[1])],
  [/https?:\/\/[^\s<]*[^\s<.,:;"')\]]/uy, (found) => web(found[0])],
];

export function inline(text, depth = 0) {
  if (depth > DEEPEST) return [document.createTextNode(text)];
  const nodes = [];
  let plain = "";
  let at = 0;
  const flush = () => {
    if (plain) nodes.push(document.createTextNode(plain));
    plain = "";
  };
  while (at < text.length) {
    const hit = firstMatch(text, at);
    if (hit) {
      flush();
      nodes.push(hit.make(hit.found, depth + 1));
      at += hit.found[0].length;
    } else {
      plain += text[at];
      at += 1;
    }
  }
  flush();
  return nodes;
}

function firstMatch(text, at) {
  // An underscore inside a word is part of a name.
  if (text[at] === "_" && at > 0 && /[\p{L}\p{N}]/u.test(text[at - 1])) return null;
  if (!"\\`*_~|<@[h".includes(text[at])) return null;
  for (const [pattern, make] of RULES) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) return { found, make };
  }
  return null;
}

const BLOCKS = [
  [/^### (.*)/, (rows) => h("h5", {}, inline(rows[0]))],
  [/^## (.*)/, (rows) => h("h4", {}, inline(rows[0]))],
  [/^# (.*)/, (rows) => h("h3", {}, inline(rows[0]))],
  [/^-# (.*)/, (rows) => h("small", {}, inline(rows[0]))],
  [/^> ?(.*)/, (rows) => h("blockquote", {}, inline(rows.join("\n"))), true],
  [/^\s*[-*] (.*)/, (rows) => h("ul", {}, rows.map((row) => h("li", {}, inline(row)))), true],
  [/^\s*\d+\. (.*)/, (rows) => h("ol", {}, rows.map((row) => h("li", {}, inline(row)))), true],
];

/** Converts the text of a message to a list of nodes. */
export function markdown(text) {
  const nodes = [];
  const pieces = String(text ?? "").split(/```(?:[\w+-]*\n)?([\s\S]*?)```\n?/);
  pieces.forEach((piece, index) => {
    if (index % 2) nodes.push(h("pre", { tabindex: "0" }, h("code", {}, piece.replace(/\n$/, ""))));
    else nodes.push(...blocks(piece));
  });
  return nodes;
}

function blocks(text) {
  const nodes = [];
  const lines = text.split("\n");
  let plain = [];
  const flush = () => {
    if (plain.join("").trim()) nodes.push(h("p", {}, inline(plain.join("\n").replace(/^\n+|\n+$/g, ""))));
    plain = [];
  };
  for (let at = 0; at < lines.length; at += 1) {
    const block = BLOCKS.find(([pattern]) => pattern.test(lines[at]));
    if (!block) {
      plain.push(lines[at]);
      continue;
    }
    flush();
    const [pattern, make, many] = block;
    const rows = [lines[at].match(pattern)[1]];
    while (many && pattern.test(lines[at + 1] ?? "")) rows.push(lines[(at += 1)].match(pattern)[1]);
    nodes.push(make(rows));
  }
  flush();
  return nodes;
}
