/** The bar of actions that appears on a message: react, reply, more. */

import * as api from "./api.js";
import { askPlainly } from "./confirm.js";
import { el } from "./dom.js";
import { emoji, REACTIONS } from "./emoji.js";
import { icon } from "./icons.js";
import { openMenu } from "./menu.js";
import { isEphemeral } from "./message.js";
import { go, set, store } from "./store.js";
import { report, toast } from "./toast.js";

/** Make the bar of a message. */
export function actionBar(message, where) {
  if (isEphemeral(message)) return null;
  const tool = (label, sign, run, more = {}) =>
    el(
      "button",
      {
        type: "button",
        class: "icon",
        "aria-label": label,
        title: label,
        ...more,
        on: { click: run },
      },
      sign,
    );
  const thread = message.thread_ts ?? message.ts;
  return el(
    "div",
    { class: "action-bar", role: "toolbar", "aria-label": "Message actions" },
    store.me.app
      ? null
      : tool(
          "Add reaction",
          icon("react"),
          (event) => pickReaction(event.currentTarget, message, where),
          { "aria-haspopup": "menu" },
        ),
    where.inThread ? null : tool("Reply in thread", icon("reply"), () => go({ thread })),
    tool("More actions", icon("more"), (event) => more(event.currentTarget, message, where), {
      "aria-haspopup": "menu",
    }),
  );
}

function pickReaction(anchor, message, where) {
  const react = async (name) => report(await api.react(store.me, where.channel, message.ts, name));
  openMenu(
    anchor,
    REACTIONS.map((name) => ({ label: emoji(name), title: name, run: () => react(name) })),
    { grid: true },
  );
}

function more(anchor, message, where) {
  const own = store.me.app
    ? message.app_id === store.me.app
    : message.user === store.me.user && !message.bot_id;
  const items = [];
  if (own && !message.subtype?.startsWith("channel_")) {
    items.push({
      label: "Edit message",
      run: () => set({ editing: `${where.inThread ? "t" : "c"}${message.ts}` }),
    });
  }
  items.push({ label: "Copy text", run: () => copy(message.text ?? "") });
  for (const one of store.me.app ? [] : shortcuts()) {
    items.push({
      label: one.name,
      run: async () =>
        report(
          await api.shortcut(store.me, one.callback_id, { channel: where.channel, ts: message.ts }),
        ),
    });
  }
  if (own)
    items.push({ label: "Delete message…", danger: true, run: () => remove(message, where) });
  openMenu(anchor, items);
}

/** The message shortcuts that the app offers. */
function shortcuts() {
  return (store.state?.shortcuts ?? []).filter((one) => one.type === "message");
}

async function remove(message, where) {
  const sure = await askPlainly(
    "Delete message",
    "Are you sure you want to delete this message? This cannot be undone.",
    "Delete",
  );
  if (sure) report(await api.remove(store.me, where.channel, message.ts));
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast("Copied.");
  } catch {
    toast("The browser does not allow copying here.", { bad: true });
  }
}
