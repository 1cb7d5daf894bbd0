// Element builder. Text is always inserted as text nodes: nothing on this page parses HTML.

/**
 * h("button", {class: "x", type: "button", onclick: f, "aria-label": "…"}, child, "text", [more])
 * Properties that are functions become listeners; false, null and undefined are left out.
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (value === false || value === null || value === undefined) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (name === "class") element.className = value;
    else if (name === "value" || name === "checked") element[name] = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  add(element, children);
  return element;
}

export function add(parent, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    parent.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
  return parent;
}

export function fill(parent, ...children) {
  parent.replaceChildren();
  return add(parent, children);
}

export const byId = (id) => document.getElementById(id);

let counter = 0;
export const freshId = (prefix) => `${prefix}-${(counter += 1)}`;

/** Returns the URL if it is http(s), never javascript: or data:. */
export function safeAddress(text) {
  let url;
  try {
    url = new URL(text, location.href);
  } catch {
    return null;
  }
  return ["http:", "https:"].includes(url.protocol) ? url.href : null;
}

/** Rewrites a file URL of the sandbox to the host name of the page. */
export function fileAddress(text) {
  const safe = safeAddress(text);
  if (!safe) return null;
  const url = new URL(safe);
  const loopback = ["127.0.0.1", "localhost", "[::1]"].includes(url.hostname);
  return loopback ? new URL(url.pathname + url.search, location.origin).href : safe;
}
