/** What a conversation is called: a channel by its name, a direct message by the other one. */

import * as names from "./names.js";
import { store } from "./store.js";

export function title(channel) {
  if (!channel.is_im) return channel.name;
  const other = (channel.members ?? []).find((one) => one !== store.me.user);
  return names.userName(other ?? store.me.user);
}

/** The name with its sign in front, as in `#general`. */
export function signed(channel) {
  return channel.is_im ? title(channel) : `#${channel.name}`;
}
