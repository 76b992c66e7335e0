/** The middle of the page: a channel with its head, its messages and the box to write in. */

import { composer } from "./composer.js";
import { el, fill, print } from "./dom.js";
import { icon } from "./icons.js";
import { messageList, showMessages } from "./list.js";
import { mrkdwn } from "./mrkdwn.js";
import { lastRead, markRead } from "./reading.js";
import { go, store } from "./store.js";
import { signed, title } from "./titles.js";

let drawn = { channel: null, me: null, open: false };

/** Bring the channel view in line with the store. */
export function drawChannel(main) {
  const channel = (store.state?.channels ?? []).find((one) => one.id === store.place.channel);
  if (!channel) {
    drawn = {};
    fill(main, el("div", { class: "empty" }, "There is no such channel, or you are not in it."));
    return;
  }
  const changed =
    drawn.channel !== channel.id || drawn.me !== store.me || drawn.can !== canWrite(channel);
  if (changed) {
    drawn = {
      channel: channel.id,
      me: store.me,
      can: canWrite(channel),
      newSince: lastRead(channel.id),
      list: messageList(`Messages in ${title(channel)}`),
      head: el("header", { class: "pane-head" }),
    };
    fill(main, drawn.head, drawn.list, foot(channel));
  }
  head(drawn.head, channel);
  const messages = store.messages.get(channel.id);
  if (!messages) return;
  if (!messages.length)
    fill(
      drawn.list,
      el("div", { class: "empty" }, `This is the very beginning of ${signed(channel)}.`),
    );
  else {
    for (const node of drawn.list.querySelectorAll(".empty")) node.remove();
    showMessages(drawn.list, messages, {
      channel: channel.id,
      newSince: drawn.newSince,
      jump: !drawn.open || changed,
    });
  }
  drawn.open = true;
  if (document.visibilityState === "visible") markRead(channel.id, messages.at(-1)?.ts);
}

function canWrite(channel) {
  if (channel.is_archived) return "archived";
  return channel.is_member === false ? "stranger" : "yes";
}

function head(node, channel) {
  const now = print(channel);
  if (node.dataset.print === now) return;
  node.dataset.print = now;
  const { topic } = channel;
  fill(
    node,
    el(
      "button",
      {
        type: "button",
        class: "icon back",
        "aria-label": "Show channels",
        on: { click: () => (document.body.dataset.pane = "sidebar") },
      },
      icon("menu"),
    ),
    el(
      "div",
      { class: "pane-title" },
      el(
        "h1",
        {},
        channel.is_private && !channel.is_im ? icon("lock") : null,
        channel.is_im || channel.is_private ? "" : "# ",
        title(channel),
      ),
      el(
        "div",
        { class: "topic muted small" },
        channel.is_ext_shared
          ? el("span", { class: "badge soft" }, "shared with another organisation")
          : null,
        topic ? mrkdwn(topic) : null,
      ),
    ),
  );
}

function foot(channel) {
  if (channel.is_archived)
    return el("div", { class: "composer closed" }, "This channel is archived.");
  if (channel.is_member === false)
    return el("div", { class: "composer closed" }, "You are not a member of this channel.");
  return composer({ channel: channel.id, label: `Message ${signed(channel)}`, id: "composer" });
}

/** Close what is open on the right, as Escape does. */
export function closeThread() {
  if (store.place.thread) go({ thread: null });
}
