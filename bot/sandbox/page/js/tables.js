/** Blocks of data: table, data_table and a plain drawing of data_visualization. */

import { el } from "./dom.js";
import { richText } from "./richtext.js";

function cell(item, tag, setting = {}) {
  const node = el(tag, { scope: tag === "th" ? "col" : null });
  if (setting.align) node.style.textAlign = setting.align;
  if (setting.is_wrapped === true) node.classList.add("wrapped");
  node.append(item.type === "rich_text" ? richText(item) : String(item.text ?? item.value ?? ""));
  return node;
}

function rows(block, body) {
  const settings = block.column_settings ?? [];
  return body.map((row, at) =>
    el(
      "tr",
      {},
      row.map((item, column) => cell(item, at === 0 ? "th" : "td", settings[column] ?? {})),
    ),
  );
}

/** Render a table; its first row is its head. */
export function table(block) {
  return scrolling(el("table", {}, rows(block, block.rows)));
}

/** Render a data table with its caption. */
export function dataTable(block) {
  return scrolling(el("table", {}, el("caption", {}, block.caption), rows(block, block.rows)));
}

function scrolling(content) {
  return el(
    "div",
    { class: "block table", tabindex: 0, role: "region", "aria-label": "Table" },
    content,
  );
}

/** Render a chart as labelled bars, which read well at any width. */
export function chart(block) {
  const { type, segments, series } = block.chart;
  const groups = type === "pie" ? [{ name: "", data: segments }] : series;
  const most = Math.max(
    ...groups.flatMap((one) => one.data.map((point) => Math.abs(point.value))),
    1,
  );
  const bars = groups.map((one) =>
    el(
      "div",
      {},
      one.name ? el("div", { class: "muted" }, one.name) : null,
      one.data.map((point) => bar(point, most)),
    ),
  );
  return el("figure", { class: "block chart" }, el("figcaption", {}, block.title), bars);
}

function bar(point, most) {
  const fill = el("span", { class: "bar" });
  fill.style.inlineSize = `${(Math.abs(point.value) / most) * 60}%`;
  return el(
    "div",
    { class: "bar-row" },
    el("span", { class: "bar-label" }, point.label),
    fill,
    ` ${point.value}`,
  );
}
