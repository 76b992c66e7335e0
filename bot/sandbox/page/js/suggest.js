/** Suggestions while typing: commands after `/`, people after `@`, channels after `#`, emoji. */

import { el } from "./dom.js";
import { EMOJI } from "./emoji.js";
import * as names from "./names.js";
import { store } from "./store.js";

/** The slash commands: `{command, description}`. */
export function commands() {
  return store.state?.commands ?? [];
}

/** What could be meant by the word before the cursor: `{from, options: [{insert, label}]}`. */
function candidates(text, cursor) {
  const before = text.slice(0, cursor);
  const slash = /^\/(\S*)$/.exec(before);
  if (slash) {
    const options = commands().filter((one) => one.command.startsWith(before));
    return {
      from: 0,
      options: options.map((one) => ({
        insert: `${one.command} `,
        label: one.command,
        hint: one.description,
      })),
    };
  }
  const word = /(?:^|[\s(])([@#:])([\w.+-]*)$/.exec(before);
  if (!word) return null;
  const [, sign, start] = word;
  if (sign === ":" && start.length < 2) return null;
  const from = cursor - start.length - 1;
  return { from, options: named(sign, start.toLowerCase()) };
}

function named(sign, start) {
  if (sign === ":") {
    const found = [...EMOJI].filter(([name]) => name.startsWith(start));
    return found
      .slice(0, 8)
      .map(([name, character]) => ({ insert: `:${name}: `, label: `${character} :${name}:` }));
  }
  if (sign === "#") {
    const found = names.allChannels().filter((one) => one.name.startsWith(start));
    return found.slice(0, 8).map((one) => ({ insert: `#${one.name} `, label: `#${one.name}` }));
  }
  const people = names.allPeople().filter((one) => !one.deleted);
  const found = people.filter((one) =>
    `${names.handle(one.id)} ${names.userName(one.id)}`.toLowerCase().includes(start),
  );
  const groups = names.allGroups().filter((one) => one.handle.startsWith(start));
  return [
    ...found.map((one) => ({
      insert: `@${names.handle(one.id)} `,
      label: names.userName(one.id),
      hint: `@${names.handle(one.id)}`,
    })),
    ...groups.map((one) => ({
      insert: `@${one.handle} `,
      label: `@${one.handle}`,
      hint: one.name,
    })),
  ].slice(0, 8);
}

/** Attach suggestions to a text field; `handle(event)` says whether it used a key. */
export function suggestions(field, id) {
  const list = el("ul", {
    class: "suggestions",
    role: "listbox",
    id: `${id}-suggestions`,
    hidden: true,
  });
  let found = null;
  let at = 0;
  const hide = () => {
    list.hidden = true;
    found = null;
    field.removeAttribute("aria-activedescendant");
    field.setAttribute("aria-expanded", "false");
  };
  const take = (option) => {
    const cursor = field.selectionStart;
    field.value = field.value.slice(0, found.from) + option.insert + field.value.slice(cursor);
    const end = found.from + option.insert.length;
    field.setSelectionRange(end, end);
    hide();
    field.dispatchEvent(new Event("input"));
  };
  const draw = () => {
    list.replaceChildren(
      ...found.options.map((option, index) =>
        el(
          "li",
          {
            role: "option",
            id: `${id}-option-${index}`,
            "aria-selected": index === at ? "true" : "false",
            on: { pointerdown: (event) => (event.preventDefault(), take(option)) },
          },
          option.label,
          option.hint ? el("span", { class: "muted small" }, ` ${option.hint}`) : null,
        ),
      ),
    );
    field.setAttribute("aria-activedescendant", `${id}-option-${at}`);
    field.setAttribute("aria-expanded", "true");
    list.hidden = false;
  };
  field.addEventListener("input", () => {
    found = candidates(field.value, field.selectionStart);
    at = 0;
    if (found?.options.length) draw();
    else hide();
  });
  field.addEventListener("blur", hide);
  const handle = (event) => {
    if (list.hidden || !found) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) at = (at + step + found.options.length) % found.options.length;
    else if (event.key === "Escape") return (hide(), true);
    else if (event.key === "Tab" || event.key === "Enter") {
      // A command typed in full is sent by Enter, not completed again.
      const option = found.options[at];
      if (event.key === "Enter" && option.insert.trim() === field.value) return (hide(), false);
      return (take(option), true);
    } else return false;
    draw();
    return true;
  };
  return { list, handle };
}
