/** The human's side of the workspace, over HTTP. The only module that knows its addresses. */

async function get(path, query = {}) {
  const wanted = Object.entries(query).filter(([, value]) => value);
  const response = await fetch(`/human/${path}?${new URLSearchParams(wanted)}`);
  const answer = await response.json().catch(() => null);
  if (!response.ok || answer === null) {
    throw new Error(answer?.error ?? `${path}: HTTP ${response.status}`);
  }
  return answer;
}

/** Post an action; the answer is always `{ok, acked?, error?, …}`, network failures included. */
async function act(path, body) {
  try {
    const response = await fetch(`/human/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const answer = await response.json();
    return "ok" in answer ? answer : { ok: response.ok, ...answer };
  } catch (problem) {
    return { ok: false, error: `the workspace does not answer (${problem.message})` };
  }
}

/** Who speaks: a person by `user`, an app by `as_app`. */
const speaker = (me) => (me.app ? { as_app: me.app } : { user: me.user });

const list = (answer, key) => (Array.isArray(answer) ? answer : (answer[key] ?? []));

export const state = (user) => get("state", { user });
export const messages = async (channel, user) =>
  list(await get(`channels/${channel}/messages`, { user }), "messages");
export const thread = async (channel, ts, user) =>
  list(await get(`threads/${channel}/${ts}`, { user }), "messages");
export const ephemerals = async (user) => list(await get(`ephemerals/${user}`), "messages");

export const post = (me, channel, text, more = {}) =>
  act("messages", { ...speaker(me), channel, text, ...more });
export const edit = (me, channel, ts, text) => act("edits", { ...speaker(me), channel, ts, text });
export const remove = (me, channel, ts) => act("deletions", { ...speaker(me), channel, ts });
export const react = (me, channel, ts, name, undo) =>
  act("reactions", { user: me.user, channel, ts, name, ...(undo ? { remove: true } : {}) });
export const command = (me, channel, word, text) =>
  act("commands", { user: me.user, channel, command: word, text });
export const shortcut = (me, callback_id, place = {}) =>
  act("shortcuts", { user: me.user, callback_id, ...place });
export const click = (me, place, pressed) => act("clicks", { user: me.user, ...place, ...pressed });
export const submit = (me, view_id, values) =>
  act("submissions", { user: me.user, view_id, values });
export const openHome = (me) => act("homes", { user: me.user });
export const close = (me, view_id) => act("closings", { user: me.user, view_id });

/**
 * Follow the live feed; the browser connects again by itself after a break.
 * @param {(event: object) => void} told called for each event; `hello` begins the feed, at first
 *   and after a break, and what happened before it was not told
 * @param {(connected: boolean) => void} connection
 */
export function follow(user, told, connection) {
  const source = new EventSource(`/human/stream?${new URLSearchParams({ user })}`);
  source.onmessage = ({ data }) => told(JSON.parse(data));
  source.onopen = () => connection(true);
  source.onerror = () => connection(false);
  return () => source.close();
}
