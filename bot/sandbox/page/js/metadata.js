/** A message's metadata: what an app wrote for other apps, with the apps in it named as such. */

import { el } from "./dom.js";
import * as names from "./names.js";

/** A folded note with the metadata, or null. */
export function metadataNote(message) {
  const metadata = message.metadata;
  if (!metadata?.event_type) return null;
  const writer = names.app(message.app_id);
  return el(
    "details",
    { class: "metadata small" },
    el(
      "summary",
      {},
      "Metadata ",
      el("code", {}, metadata.event_type),
      writer ? [" from ", appName(writer)] : null,
    ),
    el(
      "dl",
      {},
      Object.entries(metadata.event_payload ?? {}).map(([key, value]) => [
        el("dt", {}, key),
        el("dd", {}, known(value)),
      ]),
    ),
  );
}

/** A value; the id of an app or of its bot user is shown as that app. */
function known(value) {
  if (typeof value !== "string") return JSON.stringify(value);
  const app = names.app(value) ?? names.appOfBot(value);
  if (app) return appName(app);
  return names.person(value) ? `@${names.handle(value)}` : value;
}

function appName(app) {
  return el(
    "span",
    { class: "app-name" },
    el("strong", {}, app.name),
    " ",
    el("span", { class: "badge" }, "APP"),
  );
}
