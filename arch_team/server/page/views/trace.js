// What happened in a run, and when: a picture of the seats over time, and the same as a list.
import { download, json, patiently } from "../api.js";
import { add, fill, h } from "../dom.js";
import { follow } from "../events.js";
import { duration, number, when } from "../format.js";
import { t } from "../i18n.js";
import { icon } from "../parts/icons.js";
import { awayLine, errorNotice, loading } from "../parts/notice.js";
import { statusBadge } from "../parts/status.js";
import { logLine } from "../parts/team.js";
import { timeline, timelineKeys } from "../parts/timeline.js";
import { href } from "../router.js";

export async function traceView(main, { params, signal, setTitle }) {
  const path = `/api/runs/${encodeURIComponent(params.id)}`;
  const away = awayLine();
  const place = h("div.stack", loading());
  add(main, place, away.node);
  try {
    const run = await patiently(() => json(path, { signal }), { signal, onAway: away.set });
    setTitle(t("trace.title"));
    const picture = h("div.timeline-wrap");
    const list = h("ol.log");
    fill(
      place,
      head(run),
      h(
        "section.card",
        { "aria-labelledby": "trace-time" },
        h("h2", { id: "trace-time" }, t("trace.time")),
        picture,
        timelineKeys(),
      ),
      h("section.card", { "aria-labelledby": "trace-list" }, h("h2", { id: "trace-list" }, t("trace.list")), list),
    );
    const events = [];
    let drawing = false;
    const onEvent = (event) => {
      events.push(event);
      list.append(logLine(event));
      if (drawing) return;
      drawing = true;
      requestAnimationFrame(() => ((drawing = false), fill(picture, timeline(run, events))));
    };
    await follow(run.id, { signal, onEvent, onAway: away.set });
  } catch (error) {
    if (!signal.aborted) fill(place, h("h1", t("trace.title")), errorNotice(error));
  }

  function head(run) {
    const said = h("div");
    const trace = run.answer?.trace;
    const save = () =>
      download(`${path}/export`, `run-${run.id}.json`, signal).catch(
        (error) => signal.aborted || fill(said, errorNotice(error)),
      );
    const facts = [
      [t("trace.asked"), when(run.createdAt)],
      trace ? [t("trace.took"), duration(trace.durationMs)] : null,
      trace ? [t("trace.calls"), number(trace.toolCalls.length, 0)] : null,
      trace
        ? [
            t("trace.rejected"),
            trace.validationFailures
              ? t("trace.repaired", { count: trace.validationFailures, repaired: trace.successAfterRepair })
              : "0",
          ]
        : null,
      trace?.llmCalls
        ? [
            t("trace.model"),
            t("trace.modelText", {
              calls: trace.llmCalls,
              tokens: number(trace.promptTokens + trace.completionTokens, 0),
            }),
          ]
        : null,
    ].filter(Boolean);
    return [
      h("p", h("a.back", { href: href(`/runs/${run.id}`) }, icon("back"), t("trace.back"))),
      h("h1.question", run.request.question),
      h(
        "div.row.spread",
        statusBadge(run),
        h("button.button.small", { on: { click: save } }, icon("download"), t("history.export")),
      ),
      h(
        "dl.figures-row",
        facts.map(([word, value]) => h("div", h("dt", word), h("dd", value))),
      ),
      said,
    ];
  }
}
