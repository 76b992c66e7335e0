/** Layout blocks as DOM nodes. */

import { add, el, freshId } from "./dom.js";
import { element } from "./elements.js";
import { markdown } from "./markdown.js";
import { mrkdwn, plain, textObject } from "./mrkdwn.js";
import { isLocal } from "./names.js";
import { richText } from "./richtext.js";
import { chart, dataTable, table } from "./tables.js";

/**
 * Render a list of blocks.
 * @param {object[]} blocks
 * @param {{press: Function, fields?: object}} host who takes presses of the elements; in a modal
 *   also `fields`, which collects what is filled in
 */
export function renderBlocks(blocks, host) {
  const root = el("div", { class: "blocks" });
  for (const block of blocks ?? []) {
    const draw = DRAW[block.type];
    const node = draw ? draw(block, host) : unknown(block);
    node.dataset.block = block.block_id ?? "";
    root.append(node);
  }
  return root;
}

const DRAW = {
  header: (block) =>
    el(
      "div",
      { class: "block header", role: "heading", "aria-level": 3 },
      plain(block.text.text, block.text.emoji !== false),
    ),
  divider: () => el("hr", { class: "block divider" }),
  section,
  context: (block) => el("div", { class: "block context" }, block.elements.map(small)),
  actions: (block, host) =>
    el(
      "div",
      { class: "block actions" },
      block.elements.map((one) => element(one, block, host)),
    ),
  context_actions: (block, host) =>
    el(
      "div",
      { class: "block actions quiet" },
      block.elements.map((one) => element(one, block, host)),
    ),
  image: (block) => picture(block),
  rich_text: (block) => add(el("div", { class: "block" }), [richText(block)]),
  markdown: (block) => add(el("div", { class: "block" }), [markdown(block.text)]),
  input,
  table,
  data_table: dataTable,
  data_visualization: chart,
  alert: (block) =>
    el(
      "div",
      { class: `block alert ${block.level ?? "default"}`, role: "note" },
      textObject(block.text),
    ),
  card,
  carousel: (block, host) =>
    el(
      "div",
      { class: "block carousel" },
      block.elements.map((one) => card(one, host)),
    ),
  container,
  task_card: task,
  plan: (block, host) =>
    el(
      "div",
      { class: "block plan" },
      el("strong", {}, block.title),
      (block.tasks ?? []).map((one) => task(one, host)),
    ),
  video: (block) =>
    el(
      "div",
      { class: "block video" },
      el("strong", {}, textObject(block.title)),
      el("div", { class: "muted" }, "▶ ", block.alt_text),
    ),
};

function unknown(block) {
  return el(
    "div",
    { class: "block muted" },
    `(a ${block.type} block, which this page does not draw)`,
  );
}

function section(block, host) {
  const words = el("div", { class: "section-text" }, block.text ? textObject(block.text) : null);
  if (block.fields) {
    words.append(
      el(
        "div",
        { class: "fields" },
        block.fields.map((one) => el("div", {}, textObject(one))),
      ),
    );
  }
  return el(
    "div",
    { class: "block section" },
    words,
    block.accessory
      ? el("div", { class: "accessory" }, element(block.accessory, block, host))
      : null,
  );
}

function small(item) {
  if (item.type === "image") return image(item, "context-image");
  return el("span", { class: "context-text" }, textObject(item));
}

/** An image of a block; one on another machine is named instead of fetched. */
export function image(item, kind) {
  const address = item.image_url ?? addressOf(item.slack_file);
  if (isLocal(address))
    return el("img", { class: kind, src: address, alt: item.alt_text, loading: "lazy" });
  return el(
    "span",
    { class: `${kind} absent`, role: "img", "aria-label": item.alt_text, title: address },
    `🖼 ${item.alt_text}`,
  );
}

/** Where the workspace serves an uploaded file that a block names by url or id. */
function addressOf(file) {
  if (!file) return "";
  return file.url ?? new URL(`/files/${encodeURIComponent(file.id)}/image`, location.href).href;
}

function picture(block) {
  return el(
    "figure",
    { class: "block figure" },
    block.title ? el("figcaption", {}, textObject(block.title)) : null,
    image(block, "block-image"),
  );
}

function input(block, host) {
  const id = freshId("field");
  const control = element(block.element, block, host, id);
  const optional = block.optional ? el("span", { class: "muted" }, " (optional)") : null;
  const grouped = ["checkboxes", "radio_buttons"].includes(block.element.type);
  return el(
    "div",
    {
      class: "block input",
      role: grouped ? "group" : null,
      "aria-labelledby": grouped ? `${id}-label` : null,
    },
    el(
      "label",
      { class: "label", id: `${id}-label`, for: grouped ? null : id },
      textObject(block.label),
      optional,
    ),
    control,
    block.hint ? el("div", { class: "hint", id: `${id}-hint` }, textObject(block.hint)) : null,
    el("div", { class: "error", id: `${id}-error`, role: "alert" }),
  );
}

function card(block, host) {
  return el(
    "div",
    { class: "block card" },
    block.hero_image ? image(block.hero_image, "block-image") : null,
    block.title ? el("strong", {}, textObject(block.title)) : null,
    block.subtitle ? el("div", { class: "muted" }, textObject(block.subtitle)) : null,
    block.body ? el("div", {}, textObject(block.body)) : null,
    block.actions
      ? el(
          "div",
          { class: "actions" },
          block.actions.map((one) => element(one, block, host)),
        )
      : null,
  );
}

function container(block, host) {
  const title = block.rich_text_title ? richText(block.rich_text_title) : textObject(block.title);
  const inside = renderBlocks(block.child_blocks, host);
  const subtitle = block.subtitle
    ? el("div", { class: "muted" }, textObject(block.subtitle))
    : null;
  if (!block.is_collapsible) {
    return el("div", { class: "block container" }, el("strong", {}, title), subtitle, inside);
  }
  return el(
    "details",
    { class: "block container", open: !block.default_collapsed },
    el("summary", {}, el("strong", {}, title)),
    subtitle,
    inside,
  );
}

const STATUS = { pending: "○", in_progress: "◐", complete: "●", error: "✕" };

function task(block) {
  return el(
    "div",
    { class: "block task" },
    el("span", { "aria-label": block.status ?? "pending" }, STATUS[block.status ?? "pending"], " "),
    el("strong", {}, block.title),
    block.details ? richText(block.details) : null,
    block.output ? richText(block.output) : null,
    (block.sources ?? []).map((one) => el("div", {}, mrkdwn(`<${one.url}|${one.text}>`))),
  );
}
