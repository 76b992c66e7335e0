/** Keeping what is shown current: events of the live feed lead to reading again. */

import * as api from "./api.js";
import { know } from "./names.js";
import { set, store } from "./store.js";
import { toast } from "./toast.js";

const waiting = { channels: new Set(), again: false, busy: false };

/** Take an event of the live feed. */
export function heard(event) {
  if (event.channel) waiting.channels.add(event.channel);
  if (event.type === "hello") for (const id of store.messages.keys()) waiting.channels.add(id);
  schedule();
}

/** Read again soon; what is heard while reading is read once more afterwards. */
async function schedule() {
  waiting.again = true;
  if (waiting.busy) return;
  waiting.busy = true;
  while (waiting.again) {
    await new Promise((next) => setTimeout(next, 40));
    const { channels } = waiting;
    waiting.again = false;
    waiting.channels = new Set();
    await refresh(channels);
  }
  waiting.busy = false;
}

/** Read again what is shown: the state, the named channels and the open thread. */
export async function refresh(channels) {
  const { me, place } = store;
  try {
    const state = await api.state(me.user);
    const visible = new Set((state.channels ?? []).map((one) => one.id));
    const wanted = [...channels].filter((id) => visible.has(id));
    const lists = await Promise.all(
      wanted.map((id) => api.messages(id, me.user).catch(() => null)),
    );
    const replies = place.thread
      ? await api.thread(place.channel, place.thread, me.user).catch(() => [])
      : [];
    if (me !== store.me) return;
    know(state);
    const messages = new Map(store.messages);
    wanted.forEach((id, at) => lists[at] && messages.set(id, lists[at]));
    const same = store.place.thread === place.thread;
    set({ state, messages, ...(same ? { replies } : {}) });
  } catch (problem) {
    toast(problem.message, { bad: true });
  }
}
