/** The rich_text block. Its texts are not mrkdwn: whatever they hold is shown as it is. */

import { el } from "./dom.js";
import { emojiOrName } from "./emoji.js";
import { broadcast, groupMention, link, mention } from "./mrkdwn.js";
import * as names from "./names.js";
import { dateToken } from "./when.js";

/** Render a rich_text object. */
export function richText(block) {
  return el("div", { class: "rich-text" }, (block.elements ?? []).map(section));
}

function section(part) {
  const inside = part.elements ?? [];
  switch (part.type) {
    case "rich_text_preformatted":
      return el(
        "pre",
        { class: "code-block" },
        inside.map((one) => one.text ?? one.url ?? ""),
      );
    case "rich_text_quote":
      return el("blockquote", {}, inside.map(inline));
    case "rich_text_list": {
      const list = el(part.style === "ordered" ? "ol" : "ul", { start: 1 + (part.offset ?? 0) });
      list.style.marginInlineStart = `${(part.indent ?? 0) * 1.6}em`;
      for (const item of inside) list.append(el("li", {}, (item.elements ?? []).map(inline)));
      return list;
    }
    default:
      return el("div", { class: "rich-section" }, inside.map(inline));
  }
}

function inline(part) {
  const style = part.style ?? {};
  let node = bare(part);
  if (style.code) node = el("code", {}, node);
  if (style.strike) node = el("s", {}, node);
  if (style.italic) node = el("em", {}, node);
  if (style.bold) node = el("strong", {}, node);
  if (style.underline) node = el("u", {}, node);
  return node;
}

function linked(url, node) {
  // Nothing here is escaped, unlike in mrkdwn.
  return url ? link(url.replace(/&/g, "&amp;"), node) : node;
}

function bare(part) {
  switch (part.type) {
    case "link":
      return linked(part.url, part.text || part.url);
    case "emoji":
      return el("span", { class: "emoji", title: `:${part.name}:` }, emojiOrName(part.name));
    case "user":
      return mention(part.user_id);
    case "usergroup":
      return groupMention(part.usergroup_id);
    case "channel":
      return el(
        "span",
        { class: "mention channel" },
        `#${names.channelName(part.channel_id) ?? part.channel_id}`,
      );
    case "broadcast":
      return broadcast(part.range);
    case "date":
      return linked(part.url, el("time", {}, dateToken(part.timestamp, part.format)));
    case "color":
      return el("code", {}, part.value);
    default:
      return el("span", { class: "text" }, part.text ?? "");
  }
}
