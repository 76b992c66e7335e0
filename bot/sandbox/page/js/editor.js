/** Editing an own message in place: Enter saves, Escape leaves it as it was. */

import * as api from "./api.js";
import { el } from "./dom.js";
import { unescape } from "./mrkdwn.js";
import * as names from "./names.js";
import { set, store } from "./store.js";
import { report } from "./toast.js";

/** What a person would have typed for a stored text. */
export function asTyped(text) {
  const words = text.replace(/<([^<>|]+)(?:\|([^<>]*))?>/g, (_, target, label) => {
    if (target.startsWith("@")) return `@${names.handle(target.slice(1))}`;
    if (target.startsWith("#")) return `#${names.channelName(target.slice(1)) ?? label}`;
    if (target.startsWith("!subteam^")) return `@${names.groupHandle(target.slice(9)) ?? label}`;
    if (target.startsWith("!")) return `@${target.slice(1)}`;
    return label || target;
  });
  return unescape(words);
}

/** The editing form of a message. */
export function editor(message, where) {
  const stop = () => set({ editing: null });
  const field = el("textarea", {
    class: "text",
    rows: 3,
    "aria-label": "Edit message",
    value: store.me.app ? message.text : asTyped(message.text),
  });
  const save = async () => {
    if (!field.value.trim()) return;
    if (report(await api.edit(store.me, where.channel, message.ts, field.value))) stop();
  };
  field.addEventListener("keydown", (event) => {
    if (event.key === "Escape") stop();
    else if (event.key === "Enter" && !event.shiftKey && !event.isComposing) save();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  requestAnimationFrame(
    () => (field.focus(), field.setSelectionRange(field.value.length, field.value.length)),
  );
  return el(
    "div",
    { class: "editor" },
    field,
    el(
      "div",
      { class: "editor-actions" },
      el("button", { type: "button", class: "button small", on: { click: stop } }, "Cancel"),
      el("button", { type: "button", class: "button small primary", on: { click: save } }, "Save"),
    ),
  );
}
