/** The left side: the workspace, who one is, the channels and the apps. */

import { el, fill, print } from "./dom.js";
import { icon } from "./icons.js";
import * as names from "./names.js";
import { title } from "./titles.js";
import { unread } from "./reading.js";
import { address, go, store } from "./store.js";

/** What the sidebar shows; while it stays the same, its nodes do, so that no press is lost. */
function shown() {
  const { state, place, me, connected, messages } = store;
  const fresh = state.channels.map((one) => unread(one.id, messages.get(one.id)));
  return print([state.team, state.people, state.apps, state.channels, fresh, place, me, connected]);
}

/** Bring the sidebar in line with the store. */
export function drawSidebar(node, { become, openHome }) {
  const now = shown();
  if (node.dataset.print === now) return;
  const focused = document.activeElement?.closest("#sidebar [data-place]")?.dataset.place;
  if (document.activeElement?.matches("#sidebar select")) return;
  node.dataset.print = now;
  const { state } = store;
  fill(
    node,
    el(
      "div",
      { class: "workspace" },
      el("strong", {}, state?.team?.name ?? "Sandbox"),
      el("span", { class: "small" }, "local sandbox"),
    ),
    identity(become),
    el(
      "div",
      { class: "sidebar-scroll" },
      section("Channels", channels(false)),
      section("Direct messages", channels(true)),
      section("Apps", apps(openHome)),
    ),
    store.connected ? null : el("div", { class: "offline", role: "status" }, "Connecting again…"),
  );
  if (focused) node.querySelector(`[data-place="${CSS.escape(focused)}"]`)?.focus();
}

function identity(become) {
  const current = store.me.user;
  const people = names
    .allPeople()
    .filter((one) => !one.deleted && !one.is_bot && one.id !== "USLACKBOT");
  const own = names.appOfBot(store.me.user);
  const botOf = (one) => one.bot_users[store.state.team.id] ?? one.bot_users[store.state.host];
  const agents = (store.state?.apps ?? []).filter((one) => !one.has_home && botOf(one));
  const option = (id, label) => el("option", { value: id, selected: id === current }, label);
  return el(
    "div",
    { class: "identity" },
    names.avatar(own?.id ?? store.me.user, names.userName(store.me.user), {
      isApp: Boolean(store.me.app),
      size: "small",
    }),
    el(
      "label",
      {},
      el("span", { class: "small" }, "You are"),
      el(
        "select",
        { on: { change: (event) => become(event.target.value) } },
        el(
          "optgroup",
          { label: "People" },
          people.map((one) => option(one.id, described(one))),
        ),
        el(
          "optgroup",
          { label: "Apps" },
          agents.map((one) => option(botOf(one), `${one.name} (agent)`)),
        ),
      ),
    ),
    el(
      "a",
      {
        class: "icon",
        href: address(current, store.place),
        target: "_blank",
        rel: "opener",
        "aria-label": "Open another window",
        title: "Open another window",
      },
      icon("window"),
    ),
  );
}

function described(person) {
  const groups = names
    .allGroups()
    .filter((one) => one.users?.includes(person.id))
    .map((one) => `@${one.handle}`);
  const standing = names.standing(person.id);
  const notes = [standing, ...groups].filter(Boolean).join(", ");
  return notes ? `${names.userName(person.id)} (${notes})` : names.userName(person.id);
}

function section(title, items) {
  if (!items.length) return null;
  return el(
    "section",
    {},
    el("h2", {}, title),
    el(
      "ul",
      {},
      items.map((item) => el("li", {}, item)),
    ),
  );
}

/** The channels, or the direct messages. */
function channels(direct) {
  const wanted = (store.state?.channels ?? []).filter((one) => Boolean(one.is_im) === direct);
  return wanted.map((channel) => {
    const here = store.place.channel === channel.id && !store.place.home;
    const fresh = here
      ? { count: 0, mentions: 0 }
      : unread(channel.id, store.messages.get(channel.id));
    const open = () => {
      document.body.dataset.pane = "main";
      go({ channel: channel.id, thread: null, home: null });
    };
    return el(
      "button",
      {
        type: "button",
        class: `place ${fresh.count ? "unread" : ""} ${channel.is_archived ? "archived" : ""}`,
        data: { place: channel.id },
        "aria-current": here ? "page" : null,
        "aria-label": `${title(channel)}${fresh.count ? `, ${fresh.count} unread` : ""}`,
        on: { click: open },
      },
      el("span", { class: "sign" }, sign(channel)),
      el("span", { class: "place-name" }, title(channel)),
      fresh.mentions ? el("span", { class: "count" }, fresh.mentions) : null,
    );
  });
}

function sign(channel) {
  if (channel.is_im) return "●";
  return channel.is_private ? icon("lock") : "#";
}

function apps(openHome) {
  return (store.state?.apps ?? [])
    .filter((one) => one.has_home)
    .map((app) =>
      el(
        "button",
        {
          type: "button",
          class: "place",
          data: { place: app.id },
          "aria-current": store.place.home === app.id ? "page" : null,
          on: {
            click: () => {
              document.body.dataset.pane = "main";
              openHome(app);
            },
          },
        },
        names.avatar(app.id, app.name, { isApp: true, size: "tiny" }),
        el("span", { class: "place-name" }, app.name),
      ),
    );
}
