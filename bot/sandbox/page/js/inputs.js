/** Elements that are typed into: one line, several lines, dates and times. */

import { el } from "./dom.js";

/** A one-line control of the browser's own: date, time, e-mail, URL, number. */
export function typed(kind, initialKey, more = {}) {
  return (item, block, host, id) => {
    const node = el("input", {
      id,
      type: kind,
      class: "text",
      placeholder: item.placeholder?.text,
      "aria-label": id ? null : (item.placeholder?.text ?? kind),
      value: host.fields?.kept(block, item) ?? item[initialKey] ?? "",
      ...more,
    });
    node.addEventListener("change", () => {
      if (block.type !== "input" || block.dispatch_action)
        host.press(block, item, node.value, node);
    });
    host.fields?.collect(block, item, () => node.value || null, node);
    return node;
  };
}

/** A date with its time; the value is Unix seconds. */
export function moment(item, block, host, id) {
  const local = (seconds) => {
    const date = new Date(seconds * 1000);
    return new Date(date - date.getTimezoneOffset() * 60000).toISOString().slice(0, 16);
  };
  const seconds = () => (node.value ? Math.floor(new Date(node.value).getTime() / 1000) : null);
  const start = host.fields?.kept(block, item) ?? item.initial_date_time;
  const node = el("input", {
    id,
    type: "datetime-local",
    class: "text",
    "aria-label": id ? null : "Date and time",
    value: start ? local(start) : "",
  });
  node.addEventListener("change", () => {
    if (block.type !== "input" || block.dispatch_action) host.press(block, item, seconds(), node);
  });
  host.fields?.collect(block, item, seconds, node);
  return node;
}

/** A text of one or several lines. */
export function words(item, block, host, id) {
  const many = item.multiline || item.type === "rich_text_input";
  const initial = typeof item.initial_value === "string" ? item.initial_value : "";
  const node = el(many ? "textarea" : "input", {
    id,
    type: many ? null : "text",
    rows: many ? 4 : null,
    class: "text",
    placeholder: item.placeholder?.text,
    maxlength: item.max_length ?? 3000,
    value: host.fields?.kept(block, item) ?? initial,
  });
  node.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || many || !block.dispatch_action) return;
    event.preventDefault();
    host.press(block, item, node.value, node);
  });
  host.fields?.collect(block, item, () => node.value || null, node);
  return node;
}
