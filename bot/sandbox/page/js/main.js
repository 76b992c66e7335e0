/** Start: who is looking, what is there, and keep it current. */

import * as api from "./api.js";
import { closeThread, drawChannel } from "./channel.js";
import { drawHome } from "./home.js";
import { askWho, remember, remembered } from "./identity.js";
import { heard, refresh } from "./live.js";
import { closeMenu } from "./menu.js";
import { drawModal } from "./modal.js";
import { know } from "./names.js";
import { drawSidebar } from "./sidebar.js";
import { go, onChange, readAddress, set, store } from "./store.js";
import { drawThread } from "./thread.js";

const part = (id) => document.getElementById(id);
let stopFollowing = () => {};

function draw() {
  if (!store.state) return;
  document.body.dataset.pane ??= store.place.thread ? "thread" : "main";
  if (document.body.dataset.pane !== "sidebar")
    document.body.dataset.pane = store.place.thread ? "thread" : "main";
  drawSidebar(part("sidebar"), { become, openHome });
  if (store.place.home) drawHome(part("main"));
  else drawChannel(part("main"));
  drawThread(part("thread"));
  drawModal();
  const channel = store.state.channels.find((one) => one.id === store.place.channel);
  document.title = `${channel ? `#${channel.name}` : "Sandbox"} · ${store.state.team?.name ?? "workspace"}`;
}

/** Who looks: a person, or the app whose bot user the state was read for. */
function whoIs(state) {
  const user = state.me.id;
  const app = state.apps.find((one) => Object.values(one.bot_users).includes(user));
  return app ? { user, app: app.id } : { user };
}

async function start() {
  const { as, place } = readAddress();
  const state = await api.state(as ?? remembered());
  const me = whoIs(state);
  remember(me.user);
  store.me = me;
  know(state);
  const channels = (state.channels ?? []).filter((one) => one.is_member !== false);
  const wanted = state.channels.some((one) => one.id === place.channel)
    ? place.channel
    : channels[0]?.id;
  set({ me, state, place, mark: place.thread, messages: new Map(), replies: [] });
  go({ ...place, channel: wanted ?? null }, { replace: true });
  await refresh(new Set(channels.map((one) => one.id)));
  stopFollowing();
  stopFollowing = api.follow(me.user, heard, (connected) => set({ connected }));
}

function become(id) {
  closeMenu();
  const url = new URL(location.href);
  url.searchParams.set("as", id);
  url.searchParams.delete("thread");
  location.assign(url);
}

async function openHome(app) {
  go({ home: app.id, thread: null });
  if (!store.me.app) await api.openHome(store.me);
}

let shownThread = null;

onChange(() => {
  draw();
  const { channel, thread } = store.place;
  const now = thread ? `${channel} ${thread}` : null;
  if (now !== shownThread) {
    shownThread = now;
    if (now) heard({ channel });
  }
  if (channel && store.state && !store.messages.has(channel)) {
    store.messages.set(channel, null);
    heard({ channel });
  }
});

addEventListener("popstate", () => set({ place: readAddress().place }));
document.addEventListener("visibilitychange", () => set({}));
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !document.querySelector("dialog[open], .menu")) closeThread();
});

start().catch((problem) => askWho(part("main"), problem.message));
