// The seats over time, one lane each. Every piece is also a line of the list below it.
import { h, svg } from "../dom.js";
import { duration } from "../format.js";
import { t } from "../i18n.js";
import { SEATS } from "./team.js";

const WIDTH = 720;
const LEFT = 110;
const LANE = 34;
const BAR = 16;

export function timeline(run, events) {
  const lanes = [...SEATS, "person"];
  const moments = events.map((event) => new Date(event.at).getTime());
  const first = Math.min(new Date(run.startedAt ?? run.createdAt).getTime(), moments[0] ?? Infinity);
  const last = Math.max(moments.at(-1) ?? first, first + 1);
  const x = (time) => LEFT + ((time - first) / (last - first)) * (WIDTH - LEFT - 12);
  const height = lanes.length * LANE + 30;
  const pieces = [];
  let before = first;
  events.forEach((event, index) => {
    const lane = event.kind === "answered" ? "person" : event.kind === "asked" ? "UserClarification" : event.seat;
    const from = before;
    before = moments[index];
    if (!lanes.includes(lane)) return;
    const y = lanes.indexOf(lane) * LANE + (LANE - BAR) / 2;
    pieces.push(
      svg(
        "rect",
        {
          class: `piece kind-${event.kind}`,
          x: x(from),
          y,
          width: Math.max(3, x(moments[index]) - x(from)),
          height: BAR,
          rx: 3,
        },
        svg("title", `${t(`event.${event.kind}`)} · ${duration(moments[index] - from)}`),
      ),
    );
  });
  return svg(
    "svg.timeline",
    {
      viewBox: `0 0 ${WIDTH} ${height}`,
      role: "img",
      "aria-label": t("trace.picture", { count: events.length, took: duration(last - first) }),
    },
    lanes.map((name, index) => [
      svg("line.lane", { x1: LEFT, x2: WIDTH - 12, y1: index * LANE + LANE / 2, y2: index * LANE + LANE / 2 }),
      svg(
        "text.lane-name",
        { x: 0, y: index * LANE + LANE / 2 + 5 },
        name === "person" ? t("trace.person") : t(`seat.${name}`),
      ),
    ]),
    pieces,
    svg("text.lane-time", { x: LEFT, y: height - 6 }, "0"),
    svg("text.lane-time.end", { x: WIDTH - 12, y: height - 6 }, duration(last - first)),
  );
}

/** What the colours stand for. */
export const timelineKeys = () =>
  h(
    "ul.keys",
    ["call", "result", "seat", "asked"].map((kind) =>
      h(
        "li",
        svg(
          "svg",
          { viewBox: "0 0 14 12", "aria-hidden": "true" },
          svg("rect", { class: `piece kind-${kind}`, width: 14, height: 12, rx: 3 }),
        ),
        t(`trace.key.${kind}`),
      ),
    ),
  );
