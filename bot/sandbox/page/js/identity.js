/** Who one is where the address does not say it: as last time, or asked for. */

import { el, fill } from "./dom.js";

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

/** Ask for a user id where nobody fits, and open the page as that person. */
export function askWho(main, reason) {
  const field = el("input", {
    class: "text",
    type: "text",
    name: "as",
    id: "as",
    required: true,
    placeholder: "U…",
  });
  const enter = (event) => {
    event.preventDefault();
    location.search = new URLSearchParams({ as: field.value.trim() });
  };
  fill(
    main,
    el(
      "form",
      { class: "empty", on: { submit: enter } },
      el("h1", {}, "Who are you?"),
      el("p", {}, `The workspace cannot be read: ${reason}.`),
      el(
        "p",
        {},
        "Open this page with the id of one of its people, as in ?as=U123, or enter it here.",
      ),
      el("label", { for: "as" }, "User id "),
      field,
      " ",
      el("button", { class: "button primary" }, "Enter"),
    ),
  );
  field.focus();
}
