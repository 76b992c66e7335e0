/** Names, colours and pictures of people, apps, channels and user groups. */

import { el } from "./dom.js";

const COLOURS =
  "#2d7d9a #7a4fbf #b0562b #3c7a3f #a23b72 #4a63b5 #8a6d1d #1f7f74 #a8413f #5b6472".split(" ");

let world = {
  people: new Map(),
  apps: new Map(),
  bots: new Map(),
  host: null,
  channels: new Map(),
  groups: new Map(),
};

/** Take over who and what there is from `/human/state`. */
export function know(state) {
  const by = (items, key = "id") => new Map((items ?? []).map((item) => [item[key], item]));
  world = {
    people: by(state.people),
    apps: by(state.apps),
    bots: new Map(
      (state.apps ?? []).flatMap((app) => Object.values(app.bot_users).map((user) => [user, app])),
    ),
    channels: by(state.channels),
    groups: by(state.user_groups),
    host: state.host,
  };
}

export const app = (id) => world.apps.get(id) ?? null;
export const appOfBot = (user) => world.bots.get(user) ?? null;
export const person = (id) => world.people.get(id) ?? null;

/** The name that people see for a user id: a person's, or that of an app's bot user. */
export function userName(id) {
  if (id === "USLACKBOT") return "Slackbot";
  const found = world.people.get(id);
  if (found) return found.real_name || found.name || id;
  return world.bots.get(id)?.name ?? id;
}

/** The handle for mentions. */
export function handle(id) {
  const found = world.people.get(id);
  return found?.name || userName(id);
}

export const channelName = (id) => world.channels.get(id)?.name ?? null;
export const groupHandle = (id) => world.groups.get(id)?.handle ?? null;
export const allPeople = () => [...world.people.values()];
export const allGroups = () => [...world.groups.values()];
export const allChannels = () => [...world.channels.values()];

/** Who wrote a message: `{id, name, isApp, image}`; a custom user name wins, as in Slack. */
export function author(message) {
  const known = world.apps.get(message.app_id) ?? world.bots.get(message.user);
  const isApp = Boolean(message.bot_id || message.app_id || known);
  const name =
    message.username ?? message.bot_profile?.name ?? known?.name ?? userName(message.user);
  const image =
    message.bot_profile?.icons?.image_72 ??
    (isApp ? known?.icon : world.people.get(message.user)?.image);
  return { id: known?.id ?? message.user ?? message.bot_id, name, isApp, image };
}

/** What else is known of a person, in words: guest, another organisation, deactivated, admin. */
export function standing(id) {
  const found = world.people.get(id);
  if (!found) return "";
  if (found.deleted) return "deactivated";
  if (found.team_id !== world.host) return "external";
  if (found.is_restricted) return "guest";
  if (found.is_admin || found.is_owner) return "admin";
  return "";
}

/** A picture: the own one where it is local, else coloured initials. */
export function avatar(id, name, { isApp = false, image = null, size = "" } = {}) {
  if (isLocal(image)) {
    return el("img", { class: `avatar ${size}`, src: image, alt: "", width: 36, height: 36 });
  }
  const initials = isApp
    ? "⌘"
    : name
        .split(/[\s._-]+/)
        .slice(0, 2)
        .map((word) => [...word][0] ?? "")
        .join("");
  const node = el("span", {
    class: `avatar initials ${size} ${isApp ? "of-app" : ""}`,
    "aria-hidden": "true",
  });
  node.append(isApp ? appGlyph(name) : initials.toUpperCase());
  node.style.setProperty("--own", COLOURS[colour(String(id ?? name))]);
  return node;
}

/** Whether a picture can be shown without a request to another machine. */
export function isLocal(url) {
  if (!url) return false;
  if (url.startsWith("data:image/")) return true;
  try {
    const { hostname, protocol } = new URL(url, location.href);
    return (
      /^https?:$/.test(protocol) && ["127.0.0.1", "localhost", location.hostname].includes(hostname)
    );
  } catch {
    return false;
  }
}

function appGlyph(name) {
  return ([...name.replace(/[^\p{L}\p{N}]/gu, "")][0] ?? "a").toUpperCase();
}

function colour(id) {
  let sum = 0;
  for (const letter of id) sum = (sum * 31 + letter.codePointAt(0)) >>> 0;
  return sum % COLOURS.length;
}
