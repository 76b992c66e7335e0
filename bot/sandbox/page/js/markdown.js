/** The markdown block: headings, lists, quotes, code, emphasis and links of standard markdown. */

import { el } from "./dom.js";
import { link, unescape, withShortcodes } from "./mrkdwn.js";

/** Render the text of a markdown block. */
export function markdown(text) {
  const root = el("div", { class: "markdown" });
  const rows = text.split("\n");
  for (let at = 0; at < rows.length;) at = piece(rows, at, root);
  return root;
}

/** Render the piece that begins at a line; give the line after it. */
function piece(rows, at, root) {
  const row = rows[at];
  const fence = /^```/.exec(row);
  if (fence) {
    let end = at + 1;
    while (end < rows.length && !rows[end].startsWith("```")) end += 1;
    root.append(el("pre", { class: "code-block" }, unescape(rows.slice(at + 1, end).join("\n"))));
    return end + 1;
  }
  const heading = /^(#{1,6}) +(.*)$/.exec(row);
  if (heading) {
    root.append(el("h4", {}, inline(heading[2])));
    return at + 1;
  }
  if (/^(?:-{3,}|\*{3,})\s*$/.test(row)) {
    root.append(el("hr"));
    return at + 1;
  }
  for (const [pattern, tag] of [
    [/^\s*[-*+] +/, "ul"],
    [/^\s*\d+[.)] +/, "ol"],
    [/^(?:&gt;|>) ?/, "blockquote"],
  ]) {
    if (pattern.test(row)) return run(rows, at, root, pattern, tag);
  }
  if (row.trim()) root.append(el("p", {}, inline(row)));
  return at + 1;
}

function run(rows, at, root, pattern, tag) {
  const node = el(tag);
  let end = at;
  for (; end < rows.length && pattern.test(rows[end]); end += 1) {
    const words = inline(rows[end].replace(pattern, ""));
    if (tag === "blockquote") node.append(el("div", {}, words));
    else node.append(el("li", {}, words));
  }
  root.append(node);
  return end;
}

const SPAN =
  /`([^`]+)`|\*\*([^*]+)\*\*|__([^_]+)__|\*([^*\s][^*]*)\*|~~([^~]+)~~|\[([^\]]+)\]\(([^)\s]+)\)/g;

function inline(text) {
  const nodes = [];
  let last = 0;
  for (const match of text.matchAll(SPAN)) {
    nodes.push(withShortcodes(unescape(text.slice(last, match.index))));
    nodes.push(span(match));
    last = match.index + match[0].length;
  }
  nodes.push(withShortcodes(unescape(text.slice(last))));
  return nodes;
}

function span([, code, bold, strong, italic, struck, label, target]) {
  if (code !== undefined) return el("code", {}, unescape(code));
  if (bold ?? strong) return el("strong", {}, inline(bold ?? strong));
  if (italic) return el("em", {}, inline(italic));
  if (struck) return el("s", {}, inline(struck));
  return link(target, unescape(label));
}
