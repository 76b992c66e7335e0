/** What is filled in on a modal or a Home tab, and whether it may be sent. */

import { print } from "./dom.js";

/** Collects the values of the elements of one view; what was typed survives a redraw. */
export class Fields {
  /** @param {object} state `state.values` of the view, as the workspace knows it */
  constructor(state = {}) {
    this.read = new Map();
    this.typed = new Map();
    this.initial = state;
  }

  static key(block, item) {
    return `${block.block_id} ${item.action_id}`;
  }

  /** Note how to read an element; called by the element when it is drawn. */
  collect(block, item, read, node) {
    this.read.set(Fields.key(block, item), { block, item, read, node });
  }

  /** What was filled in before a redraw; undefined when the element is new. */
  kept(block, item) {
    const old = this.typed.get(Fields.key(block, item));
    // Slack keeps an input while its ids stay, and starts anew when the app changes its start.
    return old && old.start === print(startOf(item)) ? (old.value ?? "") : undefined;
  }

  /** Remember everything before the view is drawn again. */
  remember() {
    for (const [key, { read, item }] of this.read)
      this.typed.set(key, { value: read(), start: print(startOf(item)) });
    this.read.clear();
  }

  /** The values, as `/human/submissions` takes them. */
  values() {
    const values = {};
    for (const { block, item, read } of this.read.values()) {
      const value = read();
      if (value !== null) (values[block.block_id] ??= {})[item.action_id] = value;
    }
    return values;
  }

  /** What is wrong, as Slack's client says it: block_id -> words. */
  problems() {
    const found = {};
    for (const { block, item, read } of this.read.values()) {
      if (block.type !== "input") continue;
      const words = problem(item, read(), block.optional);
      if (words) found[block.block_id] = words;
    }
    return found;
  }
}

function startOf(item) {
  return Object.entries(item).filter(
    ([key]) => key.startsWith("initial_") || key.startsWith("option"),
  );
}

function problem(item, value, optional) {
  if (value === null || value === "")
    return optional ? null : "Please complete this required field.";
  const text = String(value);
  if (item.min_length && text.length < item.min_length)
    return `Please enter at least ${item.min_length} characters.`;
  if (item.type === "email_text_input" && !/^\S+@\S+\.\S+$/.test(text))
    return "Please enter a valid email address.";
  if (item.type === "url_text_input" && !/^https?:\/\/\S+$/.test(text))
    return "Please enter a valid URL.";
  return item.type === "number_input" ? wrongNumber(item, text) : null;
}

function wrongNumber(item, text) {
  if (!/^-?\d+(\.\d+)?$/.test(text)) return "Please enter a number.";
  if (!item.is_decimal_allowed && text.includes(".")) return "Please enter a whole number.";
  if (item.min_value !== undefined && Number(text) < Number(item.min_value))
    return `Please enter ${item.min_value} or more.`;
  if (item.max_value !== undefined && Number(text) > Number(item.max_value))
    return `Please enter ${item.max_value} or less.`;
  return null;
}
