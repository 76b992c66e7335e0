/** What was read up to where, for each identity; kept in the browser, so that it survives reload. */

import { store } from "./store.js";

const key = (channel) => `read:${store.state?.team?.id ?? ""}:${store.me.user}:${channel}`;

/** ts of the last message read in a channel; null when it was never opened. */
export function lastRead(channel) {
  try {
    return localStorage.getItem(key(channel));
  } catch {
    return null;
  }
}

/** Mark a channel as read up to a ts. */
export function markRead(channel, ts) {
  try {
    if (ts && ts > (lastRead(channel) ?? "")) localStorage.setItem(key(channel), ts);
  } catch {
    // A browser without storage shows no unread marks.
  }
}

/** Unread messages of others in a channel, and how many of them mention the reader. */
export function unread(channel, messages) {
  const since = lastRead(channel) ?? "";
  const fresh = (messages ?? []).filter((one) => one.ts > since && one.user !== store.me.user);
  const mine = fresh.filter((one) => mentions(one, store.me.user));
  return { count: fresh.length, mentions: mine.length };
}

function mentions(message, user) {
  const words = JSON.stringify([message.text, message.blocks ?? []]);
  const groups = (store.state?.user_groups ?? []).filter((group) => group.users?.includes(user));
  return (
    words.includes(`<@${user}`) ||
    words.includes(`"user_id":"${user}"`) ||
    words.includes("<!here") ||
    words.includes("<!channel") ||
    groups.some((group) => words.includes(group.id))
  );
}
