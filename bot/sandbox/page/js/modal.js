/** The modal that an app opened for the one who looks. */

import * as api from "./api.js";
import { renderBlocks } from "./blocks.js";
import { el, freshId } from "./dom.js";
import { Fields } from "./fields.js";
import { icon } from "./icons.js";
import { plain } from "./mrkdwn.js";
import * as names from "./names.js";
import { presser } from "./press.js";
import { store } from "./store.js";
import { report } from "./toast.js";

let open = null;

/** Bring the modal in line with the store. */
export function drawModal() {
  const view = store.state?.view ?? null;
  if (!view || store.me.app) return dismiss();
  if (open?.id === view.id && open.hash === view.hash) return;
  const fields = open?.id === view.id ? open.fields : new Fields();
  fields.remember();
  const before = open;
  open = { id: view.id, hash: view.hash, fields };
  open.node = dialog(view, fields, before?.node);
  before?.node.remove();
  document.body.append(open.node);
  open.node.showModal();
  focusFirst(open.node, before?.node);
}

function dismiss() {
  if (!open) return;
  open.node.close();
  open.node.remove();
  open = null;
}

function dialog(view, fields, before) {
  const id = freshId("modal");
  const host = { me: store.me, press: presser(store.me, { view_id: view.id }), fields };
  const app = names.app(view.app_id);
  const shut = async () => {
    const answer = await api.close(store.me, view.id);
    if (report(answer)) dismiss();
  };
  const body = el("div", { class: "modal-body", tabindex: -1 }, renderBlocks(view.blocks, host));
  const node = el(
    "dialog",
    {
      class: "modal",
      "aria-labelledby": id,
      on: { cancel: (event) => (event.preventDefault(), shut()) },
    },
    el(
      "header",
      {},
      app ? names.avatar(app.id, app.name, { isApp: true, size: "small" }) : null,
      el("h2", { id }, plain(view.title?.text ?? "")),
      el(
        "button",
        { type: "button", class: "icon", "aria-label": "Close", on: { click: shut } },
        icon("close"),
      ),
    ),
    el("div", { class: "modal-error error", role: "alert" }),
    body,
    footer(view, fields, shut),
  );
  if (before)
    requestAnimationFrame(
      () => (body.scrollTop = before.querySelector(".modal-body")?.scrollTop ?? 0),
    );
  return node;
}

function footer(view, fields, shut) {
  const close = el(
    "button",
    { type: "button", class: "button", on: { click: shut } },
    plain(view.close?.text ?? (view.submit ? "Cancel" : "Close")),
  );
  if (!view.submit) return el("footer", {}, close);
  const send = el(
    "button",
    { type: "button", class: "button primary", data: { submit: "" } },
    plain(view.submit.text),
  );
  send.addEventListener("click", () => submit(view, fields, send));
  return el("footer", {}, close, send);
}

async function submit(view, fields, button) {
  if (showErrors(fields.problems())) return;
  button.disabled = true;
  button.setAttribute("aria-busy", "true");
  const answer = await api.submit(store.me, view.id, fields.values());
  button.disabled = false;
  button.removeAttribute("aria-busy");
  const errors = answer.errors ?? answer.response?.errors;
  if (errors) showErrors(errors);
  else if (!answer.ok || answer.acked === false) {
    open?.node
      .querySelector(".modal-error")
      .replaceChildren("We had some trouble connecting. Try again?");
  }
}

/** Show errors beside their fields; say whether there are any. */
function showErrors(errors) {
  const node = open.node;
  for (const place of node.querySelectorAll(".error")) place.replaceChildren();
  for (const control of node.querySelectorAll("[aria-invalid]"))
    control.removeAttribute("aria-invalid");
  let first = null;
  for (const [block, words] of Object.entries(errors)) {
    const place = node.querySelector(`[data-block="${CSS.escape(block)}"]`);
    place?.querySelector(".error")?.replaceChildren(words);
    const control = place?.querySelector("input, select, textarea, summary");
    control?.setAttribute("aria-invalid", "true");
    first ??= control;
  }
  first?.focus({ preventScroll: true });
  first?.closest(".block")?.scrollIntoView({ block: "nearest" });
  return Object.keys(errors).length > 0;
}

function focusFirst(node, before) {
  const active = before?.contains(document.activeElement)
    ? document.activeElement?.closest("[data-action]")?.dataset.action
    : null;
  const again = active ? node.querySelector(`[data-action="${CSS.escape(active)}"]`) : null;
  const control =
    again ??
    node.querySelector("[data-focus]") ??
    node.querySelector(".modal-body :is(summary, input, select, textarea)");
  (control ?? node.querySelector("[data-submit]") ?? node.querySelector("footer button"))?.focus();
}
