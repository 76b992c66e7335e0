/** Times, always in the zone and the language of whoever looks. */

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });
const clockSeconds = new Intl.DateTimeFormat(undefined, { timeStyle: "medium" });
const full = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "medium" });
const dayMonth = new Intl.DateTimeFormat(undefined, {
  weekday: "long",
  month: "long",
  day: "numeric",
});
const FORMS = {
  date_num: { year: "numeric", month: "2-digit", day: "2-digit" },
  date: { month: "long", day: "numeric", year: "numeric" },
  date_short: { month: "short", day: "numeric", year: "numeric" },
  date_long: { weekday: "long", month: "long", day: "numeric", year: "numeric" },
};

/** The moment of a Slack ts. */
export function moment(ts) {
  return new Date(Number.parseFloat(ts) * 1000);
}

export const time = (ts) => clock.format(moment(ts));
/** The same without what stands beside the digits, for narrow places. */
export const shortTime = (ts) =>
  clock
    .formatToParts(moment(ts))
    .filter((part) => part.type !== "dayPeriod")
    .map((part) => part.value)
    .join("")
    .trim();
export const exact = (ts) => full.format(moment(ts));

/** "Today", "Yesterday" or the date, as day dividers say it. */
export function day(ts) {
  return relative(moment(ts)) ?? dayMonth.format(moment(ts));
}

/** Whether two ts fall on the same day here. */
export function sameDay(one, other) {
  return moment(one).toDateString() === moment(other).toDateString();
}

/** "3 minutes ago" and the like, for the last reply of a thread. */
export function ago(ts) {
  const seconds = (Date.now() - moment(ts)) / 1000;
  if (seconds < 60) return "just now";
  const unit = [
    ["day", 86400],
    ["hour", 3600],
    ["minute", 60],
  ].find(([, size]) => seconds >= size);
  const count = -Math.floor(seconds / unit[1]);
  return new Intl.RelativeTimeFormat(undefined, { numeric: "auto" }).format(count, unit[0]);
}

/**
 * Fill a `<!date^…>` format such as `{date_short_pretty} at {time}`.
 * @param {number} seconds Unix time
 */
export function dateToken(seconds, format) {
  const date = new Date(seconds * 1000);
  return format.replace(/\{(\w+)\}/g, (whole, token) => {
    if (token === "time") return clock.format(date);
    if (token === "time_secs") return clockSeconds.format(date);
    if (token === "ago") return ago(String(seconds));
    const name = token.replace(/_pretty$/, "");
    if (!(name in FORMS)) return whole;
    const pretty = token.endsWith("_pretty") ? relative(date) : null;
    if (pretty) return pretty.toLowerCase();
    if (name === "date_num") return date.toISOString().slice(0, 10);
    return new Intl.DateTimeFormat(undefined, FORMS[name]).format(date);
  });
}

function relative(date) {
  const midnight = (value) => new Date(value.getFullYear(), value.getMonth(), value.getDate());
  const days = Math.round((midnight(date) - midnight(new Date())) / 86400000);
  return { "-1": "Yesterday", 0: "Today", 1: "Tomorrow" }[days] ?? null;
}
