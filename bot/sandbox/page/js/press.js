/** Sending what was pressed in a message, a modal or a Home tab. */

import * as api from "./api.js";
import { ask } from "./confirm.js";
import * as names from "./names.js";
import { report, toast } from "./toast.js";

/**
 * Make the `press` of a host of blocks.
 * @param {object} me who presses
 * @param {object} place where: `{channel, ts}` or `{view_id}`
 * @returns it resolves to false where nothing was sent
 */
export function presser(me, place) {
  return async (block, item, value, node) => {
    if (me.app) {
      const name = names.userName(me.user);
      toast(
        `In Slack no app can click: ${name} posts and asks the gate. Become a person to click.`,
        { bad: true },
      );
      return false;
    }
    if (item.confirm && !(await ask(item.confirm))) return false;
    node?.setAttribute("aria-busy", "true");
    const pressed = { action_id: item.action_id, block_id: block.block_id };
    if (value !== undefined && value !== null) pressed.value = value;
    const answer = await api.click(me, place, pressed);
    node?.removeAttribute("aria-busy");
    report(answer);
    return true;
  };
}
