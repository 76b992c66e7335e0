/** Sending what was pressed in a message, a modal or a Home tab. */

import * as api from "./api.js";
import { ask } from "./confirm.js";
import { report, toast } from "./toast.js";

/**
 * Make the `press` of a host of blocks.
 * @param {object} me who presses
 * @param {object} place where: `{channel, ts}` or `{view_id}`
 */
export function presser(me, place) {
  return async (block, item, value, node) => {
    if (me.app) {
      toast("An app cannot press buttons. Switch to a person.", { bad: true });
      return;
    }
    if (item.confirm && !(await ask(item.confirm))) return;
    node?.setAttribute("aria-busy", "true");
    const pressed = { action_id: item.action_id, block_id: block.block_id };
    if (value !== undefined && value !== null) pressed.value = value;
    const answer = await api.click(me, place, pressed);
    node?.removeAttribute("aria-busy");
    report(answer);
  };
}
