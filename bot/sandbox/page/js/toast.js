/** Short notices in a corner, read out by screen readers. */

import { el } from "./dom.js";
import { icon } from "./icons.js";

/** Show a notice for some seconds. */
export function toast(words, { bad = false } = {}) {
  const node = el(
    "div",
    { class: `toast ${bad ? "bad" : ""}` },
    el("span", {}, words),
    el(
      "button",
      {
        type: "button",
        class: "icon",
        "aria-label": "Dismiss",
        on: { click: () => node.remove() },
      },
      icon("close"),
    ),
  );
  const corner = document.getElementById("toasts");
  corner.append(node);
  raise(corner);
  setTimeout(() => node.remove(), bad ? 9000 : 4000);
}

/** Put the corner above everything, an open modal too. */
function raise(corner) {
  if (!corner.showPopover) return;
  if (corner.matches(":popover-open")) corner.hidePopover();
  corner.showPopover();
}

/** Tell a person when an action failed; say whether it went well. */
export function report(answer) {
  if (!answer.ok) toast(answer.error ?? "That did not work.", { bad: true });
  else if (answer.acked === false)
    toast("The app did not answer within 3 seconds. Try again.", { bad: true });
  return answer.ok && answer.acked !== false;
}
