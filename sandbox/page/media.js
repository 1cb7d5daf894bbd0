// Images and files, with alternative text; a click enlarges an image.

import { byId, fileAddress, fill, h } from "./dom.js";

const isPicture = (file) => (file.content_type ?? "").startsWith("image/") || /\.(png|gif|jpe?g|webp)$/i.test(file.filename ?? file.url ?? "");

/** Resolves attachment://name to the file of this message. */
export function resolve(address, message) {
  const name = /^attachment:\/\/(.+)$/.exec(address ?? "")?.[1];
  if (name === undefined) return { url: address };
  return (message.attachments ?? []).find((file) => file.filename === name) ?? { url: "", filename: name };
}

export function picture({ url, width, height, description, filename }, { spoiler = false } = {}) {
  const address = fileAddress(url ?? "");
  const alternative = description ?? "";
  if (!address || !url) return h("p", { class: "missing-file" }, `The picture ${filename ?? ""} is gone.`);
  const image = h("img", { src: address, alt: alternative, width, height, decoding: "async" });
  const button = h("button", {
    class: "picture", type: "button",
    "aria-label": `Enlarge the picture${alternative ? `: ${alternative}` : ""}`,
    onclick: () => {
      if (button.classList.contains("veiled")) button.classList.remove("veiled");
      else enlarge(address, alternative);
    },
  }, image);
  button.classList.toggle("veiled", spoiler);
  return button;
}

function enlarge(address, alternative) {
  const dialog = h("dialog", { class: "lightbox", "aria-label": "Picture" });
  const close = () => dialog.close();
  dialog.addEventListener("close", () => dialog.remove());
  fill(dialog,
    h("img", { src: address, alt: alternative, onclick: close }),
    alternative && h("p", { class: "lightbox-text" }, alternative),
    h("div", { class: "lightbox-bar" },
      h("a", { href: address, target: "_blank", rel: "noopener" }, "Open the file"),
      h("button", { class: "quiet-button", type: "button", onclick: close }, "Close")));
  byId("frame").append(dialog);
  dialog.showModal();
}

export function fileLink(file) {
  const address = fileAddress(file.url ?? "");
  const size = file.size ? ` (${Math.ceil(file.size / 1024)} KB)` : "";
  const name = file.filename ?? file.title ?? "file";
  return h("a", { class: "file", href: address, target: "_blank", rel: "noopener", download: name }, `↓ ${name}${size}`);
}

/** Returns the attachments that no embed or component shows. */
export function attachments(message, shownElsewhere) {
  const files = (message.attachments ?? []).filter((file) => !shownElsewhere.has(file.filename));
  if (!files.length) return null;
  const mosaic = files.length > 1 && files.every(isPicture);
  return h("div", { class: mosaic ? "attachments mosaic" : "attachments" }, files.map((file) =>
    isPicture(file) ? picture(file, { spoiler: (file.filename ?? "").startsWith("SPOILER_") }) : fileLink(file)));
}
