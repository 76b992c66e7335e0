/** An app's Home tab. */

import { renderBlocks } from "./blocks.js";
import { el, fill, print } from "./dom.js";
import { icon } from "./icons.js";
import { Fields } from "./fields.js";
import * as names from "./names.js";
import { presser } from "./press.js";
import { store } from "./store.js";

let drawn = "";

/** The Home view of an app, for the one who looks; null when the app published none. */
function homeView(appId) {
  const home = store.state?.home;
  return home?.app_id === appId ? home : null;
}

/** Bring the Home tab in line with the store. */
export function drawHome(main) {
  const app = names.app(store.place.home);
  const view = homeView(store.place.home);
  const now = print([store.place.home, view, store.me]);
  if (drawn === now && main.querySelector(".home")) return;
  drawn = now;
  const name = app?.name ?? "App";
  const content = view
    ? renderBlocks(view.blocks, {
        me: store.me,
        press: presser(store.me, { view_id: view.id }),
        fields: new Fields(),
      })
    : el("div", { class: "empty" }, `${name} has published no Home tab for you yet.`);
  fill(
    main,
    el(
      "header",
      { class: "pane-head" },
      el(
        "button",
        {
          type: "button",
          class: "icon back",
          "aria-label": "Show channels",
          on: { click: () => (document.body.dataset.pane = "sidebar") },
        },
        icon("menu"),
      ),
      names.avatar(app?.id ?? name, name, { isApp: true, size: "small" }),
      el(
        "div",
        { class: "pane-title" },
        el("h1", {}, name, " ", el("span", { class: "badge" }, "APP")),
        el("div", { class: "topic muted small" }, "Home"),
      ),
    ),
    el("div", { class: "home", tabindex: 0 }, content),
  );
}
