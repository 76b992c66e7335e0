/** The box to write in. Enter sends, Shift+Enter makes a line; a leading slash is a command. */

import * as api from "./api.js";
import { el } from "./dom.js";
import { icon } from "./icons.js";
import { channelName } from "./names.js";
import { set, store } from "./store.js";
import { commands, suggestions } from "./suggest.js";
import { report, toast } from "./toast.js";

/**
 * Make a composer.
 * @param {{channel: string, thread_ts?: string, label: string, id: string}} where
 */
export function composer(where) {
  const field = el("textarea", {
    id: where.id,
    rows: 1,
    placeholder: where.label,
    "aria-label": where.label,
    role: "combobox",
    "aria-autocomplete": "list",
    "aria-expanded": "false",
    "aria-controls": `${where.id}-suggestions`,
    value: draft(where),
  });
  const also = where.thread_ts ? el("input", { type: "checkbox" }) : null;
  const button = el(
    "button",
    { type: "button", class: "send", "aria-label": "Send", title: "Send" },
    icon("send"),
  );
  const hints = suggestions(field, where.id);
  const grown = () => {
    field.style.height = "auto";
    field.style.height = `${Math.min(field.scrollHeight, 220)}px`;
    button.disabled = !field.value.trim();
    keepDraft(where, field.value);
  };
  const send = async () => {
    const text = field.value.trim();
    if (!text) return;
    field.value = "";
    grown();
    if (await deliver(where, text, also?.checked)) {
      if (also) also.checked = false;
    } else if (!field.value) {
      field.value = text;
      grown();
    }
    field.focus();
  };
  field.addEventListener("input", grown);
  field.addEventListener("keydown", (event) => {
    if (hints.handle(event)) return event.preventDefault();
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      send();
    } else if (event.key === "ArrowUp" && !field.value) {
      event.preventDefault();
      editLast(where);
    }
  });
  button.addEventListener("click", send);
  requestAnimationFrame(grown);
  return el(
    "div",
    { class: "composer" },
    hints.list,
    el("div", { class: "composer-box" }, field, button),
    also
      ? el(
          "label",
          { class: "also small" },
          also,
          ` Also send to #${channelName(where.channel) ?? "channel"}`,
        )
      : null,
  );
}

async function deliver(where, text, broadcast) {
  const slash = /^(\/[a-z0-9_-]+)(?:\s+([\s\S]*))?$/.exec(text);
  if (slash && !store.me.app) return runCommand(where, slash[1], slash[2] ?? "");
  const more = where.thread_ts ? { thread_ts: where.thread_ts } : {};
  if (broadcast) more.reply_broadcast = true;
  return report(await api.post(store.me, where.channel, text, more));
}

async function runCommand(where, word, text) {
  if (where.thread_ts) {
    toast(`${word} is not supported in threads. Sorry!`, { bad: true });
    return false;
  }
  if (!commands().some((one) => one.command === word)) {
    toast(
      `${word} is not a valid command. In Slack, all messages that start with "/" are interpreted as commands.`,
      { bad: true },
    );
    return false;
  }
  return report(await api.command(store.me, where.channel, word, text));
}

/** Edit the last own message, as the arrow up in an empty box does. */
function editLast(where) {
  const messages = where.thread_ts ? store.replies : (store.messages.get(where.channel) ?? []);
  const own = messages.filter(
    (one) =>
      (store.me.app ? one.app_id === store.me.app : one.user === store.me.user) && !one.subtype,
  );
  if (own.length) set({ editing: `${where.thread_ts ? "t" : "c"}${own.at(-1).ts}` });
}

const key = (where) => `draft:${store.me.user}:${where.channel}:${where.thread_ts ?? ""}`;

function draft(where) {
  try {
    return sessionStorage.getItem(key(where)) ?? "";
  } catch {
    return "";
  }
}

function keepDraft(where, text) {
  try {
    if (text) sessionStorage.setItem(key(where), text);
    else sessionStorage.removeItem(key(where));
  } catch {
    // Without storage a draft does not survive a reload.
  }
}
