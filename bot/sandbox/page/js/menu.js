/** A small pop-up menu beside a button: arrows move, Enter runs, Escape closes. */

import { el } from "./dom.js";

let open = null;

/** Close the menu that is open, if any. */
export function closeMenu() {
  open?.close();
}

/**
 * Open a menu.
 * @param {HTMLElement} anchor the button that opened it, focused again afterwards
 * @param {Array<{label: string, run: () => void, danger?: boolean, heading?: string}>} items
 */
export function openMenu(anchor, items, { grid = false } = {}) {
  closeMenu();
  const buttons = items.map((item) =>
    el(
      "button",
      {
        type: "button",
        role: "menuitem",
        tabindex: -1,
        class: item.danger ? "danger" : "",
        "aria-label": item.title,
        title: item.title,
        on: { click: () => (close(), item.run()) },
      },
      item.label,
    ),
  );
  const node = el(
    "div",
    { class: grid ? "menu grid" : "menu", role: "menu" },
    items.map((item, at) => [
      item.heading ? el("div", { class: "menu-heading" }, item.heading) : null,
      buttons[at],
    ]),
  );
  const away = (event) => {
    if (!node.contains(event.target) && event.target !== anchor) close({ focus: false });
  };
  function close({ focus = true } = {}) {
    node.remove();
    document.removeEventListener("pointerdown", away, true);
    open = null;
    if (focus) anchor.focus?.();
  }
  node.addEventListener("keydown", (event) => {
    const at = buttons.indexOf(document.activeElement);
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (step) buttons[(at + step + buttons.length) % buttons.length].focus();
    else if (event.key === "Escape") close();
    else if (event.key === "Tab") close({ focus: false });
    else return;
    event.stopPropagation();
    if (event.key !== "Tab") event.preventDefault();
  });
  (anchor.closest("dialog") ?? document.body).append(node);
  place(node, anchor);
  document.addEventListener("pointerdown", away, true);
  open = { close };
  buttons[0]?.focus();
  return node;
}

function place(node, anchor) {
  const at = anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = node;
  const below = at.bottom + 4 + height <= innerHeight;
  node.style.left = `${Math.max(8, Math.min(at.right - width, innerWidth - width - 8))}px`;
  node.style.top = `${below ? at.bottom + 4 : Math.max(8, at.top - height - 4)}px`;
}
