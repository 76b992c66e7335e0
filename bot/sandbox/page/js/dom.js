/** Building DOM. Text always becomes a text node; there is no way to pass markup. */

/**
 * Make an element.
 * @param {string} tag
 * @param {object} attrs `class`, `on: {event: handler}`, `data: {name: value}`, DOM attributes;
 *   null, undefined and false leave an attribute out, true sets it empty.
 * @param {...(Node|string|number|null|undefined|false|Array)} children
 */
export function el(tag, attrs = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attrs)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "on") {
      for (const [event, handler] of Object.entries(value)) node.addEventListener(event, handler);
    } else if (name === "data") {
      for (const [key, item] of Object.entries(value)) node.dataset[key] = item;
    } else if (name === "value") {
      node.value = value;
    } else {
      node.setAttribute(name, value === true ? "" : String(value));
    }
  }
  add(node, children);
  return node;
}

/** Append children, flattening lists and skipping the absent ones. */
export function add(node, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    node.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
  return node;
}

/** Replace all children. */
export function fill(node, ...children) {
  node.replaceChildren();
  return add(node, children);
}

/**
 * Bring a parent's children in line with a list of items, keeping the nodes of unchanged ones,
 * so that focus, selections and half-made choices in them survive.
 * @param {Element} parent
 * @param {Array<{key: string, print: string, make: () => Element}>} items `print` tells whether
 *   an item changed.
 */
export function reconcile(parent, items) {
  const kept = new Map([...parent.children].map((node) => [node.dataset.key, node]));
  const wanted = items.map(({ key, print, make }) => {
    const old = kept.get(key);
    if (old && old.dataset.print === print) return old;
    const node = make();
    node.dataset.key = key;
    node.dataset.print = print;
    if (old && old.contains(document.activeElement)) refocus(old, node);
    return node;
  });
  const staying = new Set(wanted);
  for (const node of [...parent.children]) if (!staying.has(node)) node.remove();
  wanted.forEach((node, index) => {
    if (parent.children[index] !== node) parent.insertBefore(node, parent.children[index] ?? null);
  });
}

/** After a row was redrawn, focus what stands in the place of what had the focus. */
function refocus(old, node) {
  const order = (root) => [root, ...root.querySelectorAll("button, a, input, select, textarea")];
  const place = order(old).indexOf(document.activeElement);
  requestAnimationFrame(() => (order(node)[place] ?? node).focus?.({ preventScroll: true }));
}

/** A short fingerprint of any JSON value. */
export function print(value) {
  const text = JSON.stringify(value) ?? "";
  let hash = 5381;
  for (let i = 0; i < text.length; i += 1) hash = (hash * 33) ^ text.charCodeAt(i);
  return `${text.length}.${hash >>> 0}`;
}

let last = 0;

/** An id for label and description references. */
export function freshId(stem) {
  last += 1;
  return `${stem}-${last}`;
}
