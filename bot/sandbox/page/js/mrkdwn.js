/** Slack's mrkdwn and plain text as DOM nodes. Input is as Slack stores it: `& < >` escaped. */

import { el } from "./dom.js";
import { emoji } from "./emoji.js";
import * as names from "./names.js";
import { dateToken } from "./when.js";

/** Undo Slack's escaping of the three characters. */
export function unescape(text) {
  return text.replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&amp;/g, "&");
}

/** Plain text: no formatting, no links; emoji shortcodes only where allowed. */
export function plain(text, withEmoji = true) {
  return [withEmoji ? withShortcodes(unescape(text)) : unescape(text)];
}

/** A text object of Block Kit. */
export function textObject(object) {
  if (!object) return [];
  if (object.type === "plain_text") return plain(object.text, object.emoji !== false);
  return mrkdwn(object.text, { verbatim: object.verbatim === true });
}

/**
 * mrkdwn with quotes, code blocks, formatting, mentions, dates, links and emoji.
 * @param {string} text
 * @param {{verbatim?: boolean}} how `verbatim` leaves bare addresses alone
 * @returns {Node[]}
 */
export function mrkdwn(text, how = {}) {
  return text.split("```").flatMap((part, index, parts) => {
    if (index % 2 === 1 && index < parts.length - 1) {
      return [el("pre", { class: "code-block" }, literal(part.replace(/^\n|\n$/g, "")))];
    }
    const open = index % 2 === 1 ? "```" : "";
    let words = open + part;
    if (index > 0) words = words.replace(/^\n/, "");
    return lines(words, how);
  });
}

const QUOTE = /^(?:&gt;|>) ?/;

function lines(text, how) {
  const nodes = [];
  let quoted = [];
  let needsBreak = false;
  const endQuote = () => {
    if (quoted.length) nodes.push(el("blockquote", {}, lines(quoted.join("\n"), how)));
    quoted = [];
  };
  const rows = text.split("\n");
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at];
    if (/^(?:&gt;|>){3}/.test(row)) {
      quoted.push(row.replace(/^(?:&gt;|>){3} ?/, ""), ...rows.slice(at + 1));
      break;
    }
    if (QUOTE.test(row)) {
      quoted.push(row.replace(QUOTE, ""));
      needsBreak = false;
      continue;
    }
    endQuote();
    if (needsBreak) nodes.push(el("br"));
    nodes.push(...inline(row, how));
    needsBreak = true;
  }
  endQuote();
  return nodes;
}

const MARKS = { "*": "strong", _: "em", "~": "s" };
const TOKEN =
  /`([^`\n]+)`|<([^<>\n]+)>|(https?:\/\/[^\s<>|`]+)|:([a-z0-9_+'-]+(?:::skin-tone-\d)?):/y;

/** One line of mrkdwn. */
function inline(text, how) {
  const nodes = [];
  let words = "";
  const flush = () => {
    if (words) nodes.push(document.createTextNode(unescape(words)));
    words = "";
  };
  for (let at = 0; at < text.length;) {
    const node = token(text, at, how) ?? marked(text, at, how);
    if (node) {
      flush();
      nodes.push(node.node);
      at = node.end;
    } else {
      words += text[at];
      at += 1;
    }
  }
  flush();
  return nodes;
}

function token(text, at, how) {
  TOKEN.lastIndex = at;
  const match = TOKEN.exec(text);
  if (!match) return null;
  const [whole, code, angled, address, name] = match;
  const end = at + whole.length;
  if (code !== undefined) return { node: el("code", {}, literal(code)), end };
  if (angled !== undefined) return { node: reference(angled), end };
  if (address !== undefined) {
    if (how.verbatim) return null;
    const clean = address.replace(/[.,;:!?)\]'"]+$/, "");
    return { node: link(clean, unescape(clean)), end: at + clean.length };
  }
  const character = emoji(name);
  return character ? { node: emojiNode(name, character), end } : null;
}

/** `*bold*`, `_italic_`, `~struck~`: only between words, never across a space at the edge. */
function marked(text, at, how) {
  const mark = text[at];
  if (!(mark in MARKS) || /[\p{L}\p{N}]/u.test(text[at - 1] ?? " ")) return null;
  if (/[\s]/.test(text[at + 1] ?? " ") || text[at + 1] === mark) return null;
  let close = at;
  do {
    close = text.indexOf(mark, close + 1);
    if (close < 0) return null;
  } while (/\s/.test(text[close - 1]) || /[\p{L}\p{N}]/u.test(text[close + 1] ?? " "));
  return { node: el(MARKS[mark], {}, inline(text.slice(at + 1, close), how)), end: close + 1 };
}

/** What stands between `<` and `>`. */
function reference(inside) {
  const [target, ...rest] = inside.split("|");
  const label = rest.join("|");
  if (target.startsWith("@")) return mention(target.slice(1));
  if (target.startsWith("#")) {
    const name = names.channelName(target.slice(1)) ?? (unescape(label) || target.slice(1));
    return el("span", { class: "mention channel" }, `#${name}`);
  }
  if (target.startsWith("!")) return special(target.slice(1), label);
  return link(target, label ? withShortcodes(unescape(label)) : unescape(target));
}

/** A mention of a person, marked where it is the one who looks. */
export function mention(id) {
  return el("span", { class: "mention", data: { user: id } }, `@${names.handle(id)}`);
}

/** A mention of a user group. */
export function groupMention(id, label = "") {
  const handle = names.groupHandle(id) ?? (unescape(label).replace(/^@/, "") || id);
  return el("span", { class: "mention", data: { group: id } }, `@${handle}`);
}

/** `@here`, `@channel`, `@everyone`. */
export function broadcast(range) {
  return el("span", { class: "mention broadcast" }, `@${range}`);
}

function special(word, label) {
  const [kind, ...parts] = word.split("^");
  if (kind === "date") {
    const [seconds, format, target] = parts;
    if (!/^\d+$/.test(seconds)) return document.createTextNode(unescape(label));
    const said = dateToken(Number(seconds), unescape(format ?? ""));
    const shown = el("time", { datetime: new Date(Number(seconds) * 1000).toISOString() }, said);
    return target ? link(target, shown) : shown;
  }
  if (kind === "subteam") return groupMention(parts[0], label);
  if (["here", "channel", "everyone"].includes(kind)) return broadcast(kind);
  return document.createTextNode(unescape(label || `<!${word}>`));
}

/** A link, opened elsewhere; anything but http, https and mailto stays words. */
export function link(target, label) {
  const address = unescape(target);
  if (!/^(?:https?:\/\/|mailto:)/i.test(address)) {
    return el("span", {}, label);
  }
  return el(
    "a",
    { href: address, target: "_blank", rel: "noopener noreferrer", title: address },
    label,
  );
}

/** Code: shown as it is, references by their label and without effect. */
function literal(text) {
  return unescape(
    text.replace(/<([^<>|]+)(?:\|([^<>]*))?>/g, (_, target, label) => label || target),
  );
}

function emojiNode(name, character) {
  return el(
    "span",
    { class: "emoji", role: "img", "aria-label": name, title: `:${name}:` },
    character,
  );
}

/** Text in which known emoji shortcodes are characters. */
export function withShortcodes(text) {
  return text.replace(/:([a-z0-9_+'-]+):/g, (whole, name) => emoji(name) ?? whole);
}
