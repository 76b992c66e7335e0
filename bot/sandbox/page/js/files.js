/** Files of messages, and the file input of modals. */

import { el } from "./dom.js";
import { icon } from "./icons.js";
import { isLocal } from "./names.js";

/** A file shared in a message: images are shown, others are a card with a link. */
export function fileCard(file) {
  const address = file.url_private ?? file.permalink ?? "";
  const local = isLocal(address);
  const size = file.size ? ` · ${Math.max(1, Math.round(file.size / 1024))} kB` : "";
  const name = file.title || file.name || "file";
  if (local && (file.mimetype ?? "").startsWith("image/")) {
    return el(
      "figure",
      { class: "file" },
      el("figcaption", { class: "muted small" }, name),
      el(
        "a",
        { href: address, target: "_blank", rel: "noopener" },
        el("img", { class: "block-image", src: address, alt: file.alt_txt || name }),
      ),
    );
  }
  const words = [
    el("strong", {}, name),
    el("span", { class: "muted small" }, `${file.pretty_type || file.mimetype || ""}${size}`),
  ];
  return local
    ? el(
        "a",
        { class: "file card", href: address, target: "_blank", rel: "noopener" },
        icon("file"),
        words,
      )
    : el("span", { class: "file card" }, icon("file"), words);
}

/** The file input of a modal. The sandbox takes no uploads from people, so it says so. */
export function filePicker(item, block, host, id) {
  const node = el("input", {
    id,
    type: "file",
    class: "text",
    disabled: true,
    "aria-describedby": `${id}-note`,
  });
  host.fields?.collect(block, item, () => null, node);
  return el(
    "div",
    {},
    node,
    el("div", { class: "hint", id: `${id}-note` }, "People cannot upload files in this sandbox."),
  );
}
