// Timestamps: <t:seconds:style> marks, and the times beside messages.

import { h } from "./dom.js";

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};
const UNITS = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
];

const written = (date, style) => new Intl.DateTimeFormat(undefined, style).format(date);

export function relative(date, now = new Date()) {
  const seconds = Math.round((date - now) / 1000);
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ["second", 1];
  const format = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });
  return format.format(Math.round(seconds / size), unit);
}

export function timestamp(seconds, style = "f") {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return document.createTextNode(`<t:${seconds}>`);
  const shown = style === "R" ? relative(date) : written(date, STYLES[style] ?? STYLES.f);
  const properties = { class: "moment", datetime: date.toISOString(), title: written(date, STYLES.F) };
  if (style === "R") properties["data-relative"] = "yes";
  return h("time", properties, shown);
}

/** Formats the time of a message: the time today, with the date before. */
export function messageTime(iso) {
  const date = new Date(iso);
  const today = date.toDateString() === new Date().toDateString();
  const style = today ? STYLES.t : { dateStyle: "short", timeStyle: "short" };
  return h("time", { datetime: iso, title: written(date, STYLES.F) }, written(date, style));
}

export function keepRelativeTimesFresh() {
  setInterval(() => {
    for (const element of document.querySelectorAll("time[data-relative]")) {
      const fresh = relative(new Date(element.dateTime));
      if (element.textContent !== fresh) element.textContent = fresh;
    }
  }, 1000);
}
