/** The signs on buttons, drawn here so that they need no font. */

const PATHS = {
  react:
    "M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15M7.2 8v.6M12.8 8v.6M6.8 11.8a4 4 0 0 0 6.4 0",
  reply: "M3.5 4.5h13v9h-7l-3.5 3v-3h-2.5z",
  more: "M4.5 10h.1M10 10h.1M15.5 10h.1",
  close: "M5 5l10 10M15 5L5 15",
  menu: "M3.5 5.5h13M3.5 10h13M3.5 14.5h13",
  send: "M3 4l14 6-14 6 2.2-6zM5.2 10H11",
  window: "M8 4.5H4.5v11h11V12M11 4.5h4.5V9M15.2 4.8L9.5 10.5",
  eye: "M2.5 10S5.2 5 10 5s7.5 5 7.5 5-2.7 5-7.5 5-7.5-5-7.5-5zM10 8a2 2 0 1 0 0 4 2 2 0 0 0 0-4",
  lock: "M5 9h10v7H5zM7 9V6.5a3 3 0 0 1 6 0V9",
  file: "M5 2.5h6.5L15 6v11.5H5zM11 2.5V6.5h4",
};
const SVG = "http://www.w3.org/2000/svg";

/** An icon; it says nothing to screen readers, its button does. */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 20 20");
  svg.setAttribute("class", `sign-${name} drawn`);
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}
