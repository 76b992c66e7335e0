/** A list of messages with day dividers and the mark of what is new; rows keep their nodes. */

import { el, print, reconcile } from "./dom.js";
import { isEphemeral, messageRow } from "./message.js";
import { store } from "./store.js";
import { day, sameDay } from "./when.js";

const TOGETHER = 5 * 60;

/** Make an empty list. */
export function messageList(label) {
  const node = el("div", {
    class: "messages",
    role: "log",
    "aria-label": label,
    "aria-live": "polite",
    tabindex: 0,
  });
  node.addEventListener("keydown", (event) => moveBetweenRows(node, event));
  return node;
}

/**
 * Show messages; who stood at the end stays at the end.
 * @param {{channel: string, inThread?: boolean, newSince?: string|null, jump?: boolean}} where
 */
export function showMessages(node, messages, where) {
  const atEnd = where.jump || node.scrollHeight - node.scrollTop - node.clientHeight < 80;
  const items = [];
  let before = null;
  let marked = false;
  for (const message of messages) {
    if (!before || !sameDay(before.ts, message.ts))
      items.push(divider(`day-${message.ts}`, day(message.ts), "day"));
    const fresh = where.newSince && message.ts > where.newSince && message.user !== store.me.user;
    if (fresh && !marked) items.push(divider("new", "New", "new"));
    marked ||= Boolean(fresh);
    items.push(row(message, { ...where, follows: follows(before, message) }));
    before = message;
  }
  reconcile(node, items);
  if (showMark(node)) return;
  if (atEnd) node.scrollTop = node.scrollHeight;
}

/** Bring the message of a permalink into view, once; say whether that was done now. */
function showMark(node) {
  const row =
    store.mark && node.dataset.mark !== store.mark ? node.querySelector(".message.marked") : null;
  if (!row) return false;
  node.dataset.mark = store.mark;
  row.scrollIntoView({ block: "center" });
  return true;
}

function row(message, where) {
  const editing = store.editing === `${where.inThread ? "t" : "c"}${message.ts}`;
  const seen = [
    message,
    where.channel,
    where.follows,
    editing,
    store.me,
    store.mark === message.ts,
  ];
  return {
    key: `m${message.ts}${isEphemeral(message) ? "e" : ""}`,
    print: print(seen),
    make: () => messageRow(message, where),
  };
}

function divider(key, words, kind) {
  return {
    key,
    print: words,
    make: () =>
      el("div", { class: `divider-line ${kind}`, role: "separator" }, el("span", {}, words)),
  };
}

function follows(before, message) {
  if (!before || message.subtype || before.subtype || isEphemeral(message) || isEphemeral(before))
    return false;
  const same =
    before.user === message.user &&
    before.bot_id === message.bot_id &&
    before.username === message.username;
  return same && sameDay(before.ts, message.ts) && message.ts - before.ts < TOGETHER;
}

function moveBetweenRows(node, event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step || event.target.closest("input, select, textarea, details")) return;
  const rows = [...node.querySelectorAll(".message")];
  const at = rows.indexOf(event.target.closest(".message"));
  const next = at < 0 ? rows.at(-1) : rows[at + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
