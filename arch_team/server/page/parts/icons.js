// Line icons, drawn here.
import { svg } from "../dom.js";

const PATHS = {
  ask: "M4 5h16v11H9l-5 4z M8 9h8 M8 12h5",
  inbox: "M4 13l3-8h10l3 8v6H4z M4 13h5l1 2h4l1-2h5",
  requirements: "M6 3h9l3 3v15H6z M9 9h6 M9 13h6 M9 17h3",
  knowledge: "M4 5c3-1 6-1 8 1 2-2 5-2 8-1v14c-3-1-6-1-8 1-2-2-5-2-8-1z M12 6v14",
  data: "M4 6c0-4 16-4 16 0s-16 4-16 0z M4 6v12c0 4 16 4 16 0V6 M4 12c0 4 16 4 16 0",
  board: "M9 4h6l-1 6 3 3H7l3-3z M12 13v7",
  copy: "M8 8h11v12H8z M5 16V4h11",
  history: "M4 12a8 8 0 1 0 3-6.2 M4 4v4h4 M12 8v4l3 2",
  benchmarks: "M5 20V10 M12 20V4 M19 20v-7 M3 20h18",
  settings: "M4 7h10 M18 7h2 M4 17h2 M10 17h10 M14 5v4 M10 15v4",
  more: "M5 12h.01 M12 12h.01 M19 12h.01",
  send: "M5 12h13 M12 5l7 7-7 7",
  check: "M5 12.5l4.5 4.5L19 7.5",
  close: "M6 6l12 12 M18 6L6 18",
  operator: "M4 5h16v10H4z M9 19h6 M12 15v4 M8 9h5 M8 12h3",
  validator: "M12 3l7 3v6c0 4-3 7-7 9-4-2-7-5-7-9V6z M9 12l2 2 4-4",
  clarification: "M9 9a3 3 0 1 1 4 2.8c-.8.4-1 .9-1 1.7 M12 17h.01 M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18",
  approver:
    "M12 3l2.4 2 3.1-.2.7 3 2.5 1.8L19.4 12l1.3 2.9-2.5 1.8-.7 3-3.1-.2L12 21.5l-2.4-2-3.1.2-.7-3-2.5-1.8L4.6 12 3.3 9.6l2.5-1.8.7-3 3.1.2z M9 12l2 2 4-4",
  info: "M12 11v5 M12 8h.01 M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18",
  warning: "M12 4l9 16H3z M12 10v4 M12 17h.01",
  download: "M12 4v11 M7 11l5 5 5-5 M5 20h14",
  upload: "M12 16V5 M7 9l5-5 5 5 M5 20h14",
  trash: "M5 7h14 M10 7V4h4v3 M7 7l1 13h8l1-13",
  search: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14 M16 16l5 5",
  sort: "M8 10l4-4 4 4 M8 14l4 4 4-4",
  back: "M19 12H6 M12 5l-7 7 7 7",
  link: "M9 15l6-6 M10 6l1.5-1.5a4 4 0 0 1 6 6L16 12 M14 18l-1.5 1.5a4 4 0 0 1-6-6L8 12",
  chart: "M4 19h16 M6 15l4-5 4 3 5-7",
  cloud: "M7 18a4 4 0 0 1-.5-8A6 6 0 0 1 18 10a4 4 0 0 1-1 8z",
  plus: "M12 5v14 M5 12h14",
};

export function icon(name) {
  return svg(
    "svg.icon",
    { viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
    svg("path", { d: PATHS[name] }),
  );
}
