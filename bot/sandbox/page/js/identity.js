/** Who one was last time, for an address that does not say who one is. */

const KEY = "identity";

/** The user id of last time, or "" (the workspace then picks somebody). */
export function remembered() {
  try {
    return localStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}

/** Keep who one is. */
export function remember(user) {
  try {
    localStorage.setItem(KEY, user);
  } catch {
    // Without storage one is asked again.
  }
}
