/** Dialogs that ask before something is sent. */

import { el, freshId } from "./dom.js";
import { textObject } from "./mrkdwn.js";

const words = (text) => ({ type: "plain_text", text });

/**
 * Ask with a confirm object of Block Kit.
 * @returns {Promise<boolean>} whether the person agreed; closing is a no
 */
export function ask(dialog) {
  return new Promise((settle) => {
    const id = freshId("confirm");
    const done = (answer) => {
      node.close();
      node.remove();
      settle(answer);
    };
    const button = (text, style, answer) =>
      el(
        "button",
        { type: "button", class: `button ${style}`, on: { click: () => done(answer) } },
        textObject(text),
      );
    const node = el(
      "dialog",
      {
        class: "modal confirm",
        role: "alertdialog",
        "aria-labelledby": `${id}-title`,
        "aria-describedby": `${id}-text`,
        on: { cancel: (event) => (event.preventDefault(), done(false)) },
      },
      el("header", {}, el("h2", { id: `${id}-title` }, textObject(dialog.title))),
      el("div", { class: "modal-body", id: `${id}-text` }, textObject(dialog.text)),
      el(
        "footer",
        {},
        button(dialog.deny ?? words("Cancel"), "", false),
        button(dialog.confirm ?? words("Yes"), dialog.style ?? "primary", true),
      ),
    );
    document.body.append(node);
    node.showModal();
  });
}

/** Ask in the page's own words. */
export function askPlainly(title, text, yes) {
  return ask({ title: words(title), text: words(text), confirm: words(yes), style: "danger" });
}
