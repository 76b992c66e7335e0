/** Interactive elements of blocks. They tell their host what was pressed; it sends it. */

import { el } from "./dom.js";
import { filePicker } from "./files.js";
import { icon } from "./icons.js";
import { moment, typed, words } from "./inputs.js";
import { openMenu } from "./menu.js";
import { plain, textObject } from "./mrkdwn.js";
import * as names from "./names.js";

/**
 * Render one element.
 * @param {object} item the element
 * @param {object} block the block that holds it
 * @param {{me: object, press: (block, item, value, node) => void, fields?: Fields}} host
 * @param {string} [id] id of the control, for its label
 */
export function element(item, block, host, id) {
  if (Array.isArray(item.visible_to_user_ids) && !item.visible_to_user_ids.includes(host.me.user))
    return null;
  const draw = DRAW[item.type] ?? ((one) => el("span", { class: "muted" }, `(${one.type})`));
  const node = draw(item, block, host, id);
  node.dataset.action = item.action_id ?? "";
  if (item.focus_on_load && host.fields) node.dataset.focus = "";
  return node;
}

const DRAW = {
  button,
  workflow_button: button,
  icon_button: (item, block, host) =>
    button({ ...item, text: { ...item.text, text: `🗑 ${item.text.text}` } }, block, host),
  feedback_buttons: (item, block, host) =>
    el(
      "span",
      { class: "feedback" },
      [item.positive_button, item.negative_button].map((one) =>
        button({ ...item, ...one }, block, host),
      ),
    ),
  image: (item) =>
    names.isLocal(item.image_url)
      ? el("img", { class: "accessory-image", src: item.image_url, alt: item.alt_text })
      : el(
          "span",
          { class: "accessory-image absent", role: "img", "aria-label": item.alt_text },
          "🖼",
        ),
  overflow,
  checkboxes: choices("checkbox"),
  radio_buttons: choices("radio"),
  static_select: select(offered),
  external_select: select(offered),
  users_select: select(people, "initial_user"),
  conversations_select: select(places, "initial_conversation"),
  channels_select: select(places, "initial_channel"),
  multi_static_select: several(offered),
  multi_external_select: several(offered),
  multi_users_select: several(people, "initial_users"),
  multi_conversations_select: several(places, "initial_conversations"),
  multi_channels_select: several(places, "initial_channels"),
  datepicker: typed("date", "initial_date"),
  timepicker: typed("time", "initial_time"),
  datetimepicker: moment,
  plain_text_input: words,
  email_text_input: typed("email", "initial_value"),
  url_text_input: typed("url", "initial_value"),
  number_input: typed("text", "initial_value", { inputmode: "decimal" }),
  rich_text_input: words,
  file_input: filePicker,
};

function button(item, block, host) {
  return el(
    "button",
    {
      type: "button",
      class: `button ${item.style ?? ""}`,
      "aria-label": item.accessibility_label,
      title: item.url,
      on: {
        click: (event) => {
          const node = event.currentTarget;
          if (item.url && /^https?:/.test(item.url))
            window.open(item.url, "_blank", "noopener,noreferrer");
          host.press(block, item, item.value, node);
        },
      },
    },
    plain(item.text.text, item.text.emoji !== false),
  );
}

function overflow(item, block, host) {
  const open = (event) =>
    openMenu(
      event.currentTarget,
      item.options.map((option) => ({
        label: option.text.text,
        run: () => host.press(block, item, option.value, event.target),
      })),
    );
  return el(
    "button",
    {
      type: "button",
      class: "button overflow",
      "aria-label": "More options",
      "aria-haspopup": "menu",
      on: { click: open },
    },
    icon("more"),
  );
}

/** `[value, label nodes, group]` of each option that a menu of the app offers. */
function offered(item) {
  const groups = item.option_groups ?? [{ options: item.options ?? [] }];
  return groups.flatMap((group) =>
    group.options.map((option) => [option.value, option.text.text, group.label?.text ?? ""]),
  );
}

function people() {
  return names
    .allPeople()
    .filter((one) => !one.deleted)
    .map((one) => [one.id, names.userName(one.id), ""]);
}

function places(item) {
  const kinds = item.filter?.include;
  return names
    .allChannels()
    .filter((one) => !kinds || kinds.includes(one.is_private ? "private" : "public"))
    .map((one) => [one.id, `#${one.name}`, ""]);
}

function optionNodes(choicesOf, chosen) {
  const nodes = [];
  let group = null;
  for (const [value, label, heading] of choicesOf) {
    if (heading && heading !== group?.label) {
      group = el("optgroup", { label: heading });
      nodes.push(group);
    }
    const option = el("option", { value, selected: chosen.includes(value) }, plain(label));
    if (heading) group.append(option);
    else nodes.push(option);
  }
  return nodes;
}

/** A menu of which one is picked. */
function select(source, initialKey) {
  return (item, block, host, id) => {
    const start = item[initialKey] ?? item.initial_option?.value;
    const first = host.fields?.kept(block, item) ?? start ?? "";
    const node = el(
      "select",
      {
        id,
        class: "select",
        "aria-label": id ? null : (item.placeholder?.text ?? "Choose an option"),
        on: {
          change: async () => {
            if (host.fields && block.type === "input" && !block.dispatch_action) return;
            if ((await host.press(block, item, node.value, node)) === false) node.value = first;
          },
        },
      },
      el(
        "option",
        { value: "", selected: !first },
        item.placeholder ? plain(item.placeholder.text) : "Choose an option",
      ),
      optionNodes(source(item), [first]),
    );
    host.fields?.collect(block, item, () => node.value || null, node);
    return node;
  };
}

/** A menu of which several are picked: boxes in a folded list. */
function several(source, initialKey) {
  return (item, block, host, id) => {
    const start = item[initialKey] ?? (item.initial_options ?? []).map((one) => one.value);
    const chosen = new Set(host.fields?.kept(block, item) ?? start);
    const summary = el("summary", { id, class: "select" });
    const boxes = source(item).map(([value, label, group]) => {
      const box = el("input", { type: "checkbox", value, checked: chosen.has(value) });
      box.addEventListener("change", () => {
        if (box.checked && chosen.size >= (item.max_selected_items ?? Infinity))
          box.checked = false;
        else if (box.checked) chosen.add(value);
        else chosen.delete(value);
        say();
        if (block.type !== "input" || block.dispatch_action)
          host.press(block, item, [...chosen], summary);
      });
      return el("label", { class: "choice" }, box, group ? `${group}: ` : "", plain(label));
    });
    const labels = new Map(source(item).map(([value, label]) => [value, label]));
    const say = () => {
      const picked = [...chosen].map((value) => labels.get(value) ?? value).join(", ");
      summary.textContent = picked || item.placeholder?.text || "Choose options";
    };
    say();
    host.fields?.collect(block, item, () => (chosen.size ? [...chosen] : null), summary);
    return el(
      "details",
      { class: "several" },
      summary,
      el("div", { class: "several-list" }, boxes),
    );
  };
}

/** Checkboxes and radio buttons. */
function choices(kind) {
  return (item, block, host, id) => {
    const initial = kind === "radio" ? [item.initial_option] : (item.initial_options ?? []);
    const kept = host.fields?.kept(block, item);
    const start =
      kept === undefined ? initial.filter(Boolean).map((one) => one.value) : [kept ?? []].flat();
    const name = `${block.block_id}-${item.action_id}`;
    const boxes = item.options.map((option) =>
      el("input", { type: kind, name, value: option.value, checked: start.includes(option.value) }),
    );
    const chosen = () => boxes.filter((box) => box.checked).map((box) => box.value);
    const value = () => (kind === "radio" ? (chosen()[0] ?? null) : chosen());
    const node = el(
      "div",
      {
        id,
        class: "choices",
        role: kind === "radio" ? "radiogroup" : "group",
        on: {
          change: () =>
            block.type !== "input" || block.dispatch_action
              ? host.press(block, item, value(), node)
              : null,
        },
      },
      item.options.map((option, at) =>
        el(
          "label",
          { class: "choice" },
          boxes[at],
          el(
            "span",
            {},
            textObject(option.text),
            option.description
              ? el("span", { class: "muted small" }, textObject(option.description))
              : null,
          ),
        ),
      ),
    );
    host.fields?.collect(
      block,
      item,
      () => (kind === "checkbox" && !chosen().length ? null : value()),
      node,
    );
    return node;
  };
}
