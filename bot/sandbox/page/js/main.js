/** Start: who is looking, what is there, and keep it current. */

import * as api from "./api.js";
import { closeThread, drawChannel } from "./channel.js";
import { drawHome } from "./home.js";
import { remember, remembered } from "./identity.js";
import { closeMenu } from "./menu.js";
import { drawModal } from "./modal.js";
import { know } from "./names.js";
import { drawSidebar } from "./sidebar.js";
import { go, onChange, readAddress, set, store } from "./store.js";
import { drawThread } from "./thread.js";
import { toast } from "./toast.js";

const part = (id) => document.getElementById(id);
let stopFollowing = () => {};

function draw() {
  if (!store.state) return;
  document.body.dataset.pane ??= store.place.thread ? "thread" : "main";
  if (document.body.dataset.pane !== "sidebar") document.body.dataset.pane = store.place.thread ? "thread" : "main";
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
  const { as, place, mark } = readAddress();
  const state = await api.state(as ?? remembered());
  const me = whoIs(state);
  remember(me.user);
  store.me = me;
  know(state);
  const channels = (state.channels ?? []).filter((one) => one.is_member !== false);
  const wanted = state.channels.some((one) => one.id === place.channel) ? place.channel : channels[0]?.id;
  set({ me, state, place, mark, messages: new Map(), replies: [] });
  go({ ...place, channel: wanted ?? null }, { replace: true });
  await refresh(new Set(channels.map((one) => one.id)));
  stopFollowing();
  stopFollowing = api.follow(me.user, heard, (connected) => set({ connected }));
}

const waiting = { channels: new Set(), timer: null, busy: false };

function heard(event) {
  if (event.channel) waiting.channels.add(event.channel);
  if (event.type === "hello") for (const id of store.messages.keys()) waiting.channels.add(id);
  schedule();
}

function schedule() {
  if (waiting.timer || waiting.busy) return;
  waiting.timer = setTimeout(async () => {
    waiting.timer = null;
    waiting.busy = true;
    const channels = waiting.channels;
    waiting.channels = new Set();
    try {
      await refresh(channels);
    } finally {
      waiting.busy = false;
      if (waiting.channels.size) schedule();
    }
  }, 40);
}

/** Read again what is shown: the state, the named channels and the open thread. */
async function refresh(channels) {
  const { me, place } = store;
  try {
    const state = await api.state(me.user);
    const visible = new Set((state.channels ?? []).map((one) => one.id));
    const wanted = [...channels].filter((id) => visible.has(id));
    const lists = await Promise.all(wanted.map((id) => api.messages(id, me.user).catch(() => [])));
    const replies = place.thread ? await api.thread(place.channel, place.thread, me.user).catch(() => []) : [];
    if (me !== store.me) return;
    know(state);
    const messages = new Map(store.messages);
    wanted.forEach((id, at) => messages.set(id, lists[at]));
    const same = store.place.thread === place.thread;
    set({ state, messages, ...(same ? { replies } : {}) });
  } catch (problem) {
    toast(problem.message, { bad: true });
  }
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

start().catch((problem) => {
  part("main").textContent = `The workspace cannot be read: ${problem.message}`;
});
