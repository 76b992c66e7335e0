/** The panel on the right: one thread. */

import { composer } from "./composer.js";
import { el, fill } from "./dom.js";
import { icon } from "./icons.js";
import { messageList, showMessages } from "./list.js";
import { channelName } from "./names.js";
import { go, store } from "./store.js";

let drawn = { thread: null, me: null, open: false };

/** Bring the panel in line with the store. */
export function drawThread(panel) {
  const { thread, channel, home } = store.place;
  const wanted = thread && !home ? thread : null;
  panel.hidden = !wanted;
  if (!wanted) {
    drawn = {};
    return;
  }
  const changed = drawn.thread !== thread || drawn.me !== store.me || drawn.channel !== channel;
  if (changed) {
    drawn = { thread, channel, me: store.me, list: messageList("Thread") };
    fill(
      panel,
      head(channel),
      drawn.list,
      composer({ channel, thread_ts: thread, label: "Reply…", id: "thread-composer" }),
    );
    // On a phone the keyboard would cover what is to be read.
    if (!matchMedia("(pointer: coarse)").matches)
      requestAnimationFrame(() => panel.querySelector("textarea")?.focus());
  }
  const replies = store.replies ?? [];
  showMessages(drawn.list, replies, { channel, inThread: true, jump: !drawn.open });
  drawn.open = replies.length > 0;
}

function head(channel) {
  return el(
    "header",
    { class: "pane-head" },
    el(
      "div",
      { class: "pane-title" },
      el("h2", {}, "Thread"),
      el("div", { class: "topic muted small" }, `# ${channelName(channel) ?? ""}`),
    ),
    el(
      "button",
      {
        type: "button",
        class: "icon",
        "aria-label": "Close thread",
        on: { click: () => go({ thread: null }) },
      },
      icon("close"),
    ),
  );
}
