/** What the page knows and shows. Others read it, change it through `set` and hear of changes. */

/**
 * me: {user, app?}; place: {channel, thread, home}; editing: the row being edited; mark: ts of the
 * message that the address led to, as permalinks do; the rest is as the workspace answered.
 */
export const store = {
  me: null,
  state: null,
  place: { channel: null, thread: null, home: null },
  messages: new Map(),
  replies: [],
  editing: null,
  mark: null,
  connected: true,
};

const listeners = new Set();

/** Hear of every change; several in one turn are told once. */
export function onChange(listener) {
  listeners.add(listener);
}

let told = false;

/** Change fields and tell the listeners. */
export function set(change) {
  Object.assign(store, change);
  if (told) return;
  told = true;
  queueMicrotask(() => {
    told = false;
    for (const listener of listeners) listener(store);
  });
}

/** Read the place out of the address: `?as=U…&channel=C…&thread=ts&home=A…`. */
export function readAddress() {
  const query = new URLSearchParams(location.search);
  const field = (name) => query.get(name) || null;
  return {
    as: field("as"),
    place: { channel: field("channel"), thread: field("thread"), home: field("home") },
  };
}

/** The address of a place for somebody. */
export function address(as, place) {
  const fields = Object.entries({ as, ...place }).filter(([, value]) => value);
  return `${location.pathname}?${new URLSearchParams(fields)}`;
}

/** Go to a place; it is kept in the address, so that reload and Back work. */
export function go(change, { replace = false } = {}) {
  const place = { ...store.place, ...change };
  const next = address(store.me.user, place);
  if (next !== location.pathname + location.search) {
    history[replace ? "replaceState" : "pushState"](null, "", next);
  }
  set({ place, editing: null });
}
