/** One message: who, when, what, its reactions, its thread and what can be done with it. */

import { actionBar } from "./actions.js";
import * as api from "./api.js";
import { renderBlocks } from "./blocks.js";
import { el } from "./dom.js";
import { editor } from "./editor.js";
import { emojiOrName } from "./emoji.js";
import { fileCard } from "./files.js";
import { icon } from "./icons.js";
import { metadataNote } from "./metadata.js";
import { mrkdwn } from "./mrkdwn.js";
import * as names from "./names.js";
import { presser } from "./press.js";
import { go, store } from "./store.js";
import { report } from "./toast.js";
import { ago, exact, shortTime, time } from "./when.js";

const SMALL = new Set([
  "channel_join",
  "channel_leave",
  "channel_topic",
  "channel_purpose",
  "channel_name",
  "channel_archive",
  "channel_unarchive",
  "group_join",
  "group_leave",
  "group_topic",
]);

/** Whether a message is for one person only. */
export const isEphemeral = (message) =>
  Boolean(message.is_ephemeral || message.subtype === "ephemeral");

/**
 * Render a message.
 * @param {object} message in Slack's form
 * @param {{channel: string, inThread?: boolean, follows?: boolean}} where `follows` says that it
 *   continues what the same author just wrote, so that name and picture are left out
 */
export function messageRow(message, where) {
  const by = names.author(message);
  const inside =
    store.editing === `${where.inThread ? "t" : "c"}${message.ts}`
      ? editor(message, where)
      : body(message, where);
  const kinds = [
    "message",
    isEphemeral(message) ? "ephemeral" : "",
    where.follows ? "follows" : "",
    SMALL.has(message.subtype) ? "system" : "",
    store.mark === message.ts && !where.inThread ? "marked" : "",
  ];
  const row = el(
    "article",
    {
      class: kinds.join(" "),
      tabindex: 0,
      data: { ts: message.ts, author: by.id ?? "" },
      "aria-label": `${by.name}, ${time(message.ts)}`,
    },
    gutter(message, by, where),
    el(
      "div",
      { class: "message-main" },
      notes(message, where),
      where.follows ? null : head(message, by),
      inside,
      after(message, where),
    ),
    message.subtype === "tombstone" ? null : actionBar(message, where),
  );
  markOwnMentions(row);
  return row;
}

function gutter(message, by, where) {
  const said = shortTime(message.ts);
  const stamp = el("time", { class: "stamp small", title: exact(message.ts) }, said);
  return el(
    "div",
    { class: "gutter" },
    where.follows ? stamp : names.avatar(by.id, by.name, { isApp: by.isApp, image: by.image }),
  );
}

function head(message, by) {
  const standing = by.isApp ? "" : names.standing(message.user);
  return el(
    "header",
    { class: "message-head" },
    el("strong", { class: "name" }, by.name),
    by.isApp ? el("span", { class: "badge" }, "APP") : null,
    standing ? el("span", { class: "badge soft" }, standing) : null,
    el(
      "time",
      {
        class: "muted small",
        title: exact(message.ts),
        datetime: new Date(message.ts * 1000).toISOString(),
      },
      time(message.ts),
    ),
  );
}

function notes(message, where) {
  if (isEphemeral(message))
    return el("div", { class: "note small" }, icon("eye"), " Only visible to you");
  if (message.subtype !== "thread_broadcast") return null;
  if (where.inThread) return el("div", { class: "note small" }, "Also sent to the channel");
  const root = message.root?.text || "a thread";
  return el(
    "div",
    { class: "note small" },
    "replied to a thread: ",
    el(
      "button",
      { type: "button", class: "linklike", on: { click: () => go({ thread: message.thread_ts }) } },
      mrkdwn(root.slice(0, 90)),
    ),
  );
}

function body(message, where) {
  if (message.subtype === "tombstone")
    return el("div", { class: "muted" }, "This message was deleted.");
  const host = {
    me: store.me,
    press: presser(store.me, { channel: where.channel, ts: message.ts }),
  };
  const edited = message.edited
    ? el("span", { class: "edited muted small", title: exact(message.edited.ts) }, " (edited)")
    : null;
  // What a person typed is in `text`, formatting included; the composer's rich_text repeats it.
  const typed =
    !message.bot_id &&
    !message.app_id &&
    (message.blocks ?? []).every((one) => one.type === "rich_text");
  const words =
    message.blocks?.length && !typed
      ? renderBlocks(message.blocks, host)
      : el("div", { class: "text" }, mrkdwn(message.text ?? ""));
  if (edited) words.append(edited);
  return [
    words,
    (message.attachments ?? []).map((one) => attachment(one, host)),
    (message.files ?? []).map(fileCard),
    // People do not see it in Slack; apps that read the channel do.
    store.me.app ? metadataNote(message) : null,
  ];
}

function attachment(item, host) {
  const node = el(
    "div",
    { class: "attachment" },
    item.pretext ? el("div", {}, mrkdwn(item.pretext)) : null,
    item.author_name ? el("div", { class: "small" }, el("strong", {}, item.author_name)) : null,
    item.title
      ? el(
          "div",
          {},
          el(
            "strong",
            {},
            item.title_link ? mrkdwn(`<${item.title_link}|${item.title}>`) : mrkdwn(item.title),
          ),
        )
      : null,
    item.blocks
      ? renderBlocks(item.blocks, host)
      : el(
          "div",
          { class: "text" },
          mrkdwn(item.text ?? (item.title ? "" : (item.fallback ?? ""))),
        ),
    item.fields
      ? el(
          "div",
          { class: "fields" },
          item.fields.map((one) =>
            el("div", {}, el("strong", {}, one.title), el("br"), mrkdwn(String(one.value))),
          ),
        )
      : null,
    item.image_url && names.isLocal(item.image_url)
      ? el("img", { class: "block-image", src: item.image_url, alt: item.fallback ?? "" })
      : null,
    item.footer ? el("div", { class: "muted small" }, item.footer) : null,
  );
  const colour =
    { good: "#2eb67d", warning: "#ecb22e", danger: "#e01e5a" }[item.color] ??
    (/^#?[0-9a-f]{6}$/i.test(item.color ?? "") ? `#${item.color.replace("#", "")}` : null);
  if (colour) node.style.borderInlineStartColor = colour;
  return node;
}

function after(message, where) {
  return [reactions(message, where), where.inThread ? null : replies(message)];
}

function reactions(message, where) {
  if (!message.reactions?.length) return null;
  return el(
    "div",
    { class: "reactions" },
    message.reactions.map((one) => {
      const mine = one.users.includes(store.me.user);
      const who = one.users.map(names.userName).join(", ");
      const toggle = async () =>
        report(await api.react(store.me, where.channel, message.ts, one.name, mine));
      return el(
        "button",
        {
          type: "button",
          class: mine ? "reaction mine" : "reaction",
          "aria-pressed": mine,
          title: `${who} reacted with :${one.name}:`,
          on: { click: toggle },
        },
        el("span", { class: "emoji" }, emojiOrName(one.name)),
        ` ${one.count}`,
      );
    }),
  );
}

function replies(message) {
  if (!message.reply_count) return null;
  const word = message.reply_count === 1 ? "reply" : "replies";
  return el(
    "button",
    { type: "button", class: "replies", on: { click: () => go({ thread: message.ts }) } },
    (message.reply_users ?? []).slice(0, 4).map((user) => {
      const bot = names.appOfBot(user);
      return names.avatar(bot?.id ?? user, names.userName(user), {
        isApp: Boolean(bot),
        size: "tiny",
      });
    }),
    el("strong", {}, `${message.reply_count} ${word}`),
    el("span", { class: "muted small" }, `Last reply ${ago(message.latest_reply)}`),
  );
}

function markOwnMentions(row) {
  const groups = (store.state?.user_groups ?? [])
    .filter((one) => one.users?.includes(store.me.user))
    .map((one) => one.id);
  for (const node of row.querySelectorAll(".mention")) {
    if (node.dataset.user === store.me.user || groups.includes(node.dataset.group))
      node.classList.add("me");
  }
}
