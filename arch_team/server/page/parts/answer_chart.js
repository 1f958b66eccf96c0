// The chart of the answer itself: its proven series, as bars or a line, whichever suits it, and switchable.
import { call, json } from "../api.js";
import { fill, h } from "../dom.js";
import { language, t } from "../i18n.js";
import { shownTheme } from "../theme.js";
import { icon } from "./icons.js";
import { errorNotice } from "./notice.js";

const KINDS = ["bar", "line", "none"];

/** A place that fills itself where the answer shows a series; it stays empty where it does not. */
export function answerChart(run, signal) {
  const place = h("div.answer-chart", { hidden: true });
  const path = `/api/runs/${encodeURIComponent(run.id)}`;
  load();
  return place;

  async function load() {
    try {
      const { kind } = await json(`${path}/series`, { signal });
      if (kind) show(kind);
    } catch {
      // the answer stands without its chart
    }
  }

  function show(first) {
    const picture = h("div.chart-place");
    const buttons = KINDS.map((kind) =>
      h(
        "button.button.small",
        { "aria-pressed": String(kind === first), data: { kind }, on: { click: () => choose(kind) } },
        kind === "none" ? null : icon(kind === "line" ? "chart" : "benchmarks"),
        t(`chart.${kind}`),
      ),
    );
    let shown = first;
    let url = null;
    async function draw() {
      if (shown === "none") return fill(picture);
      try {
        const address = `${path}/answer.svg?kind=${shown}&theme=${shownTheme()}&language=${language()}`;
        const response = await call(address, { headers: { Accept: "image/svg+xml" }, signal });
        if (url) URL.revokeObjectURL(url);
        url = URL.createObjectURL(new Blob([await response.text()], { type: "image/svg+xml" }));
        fill(picture, h("img.chart", { src: url, alt: t("chart.alt", { what: run.answer.reading ?? run.answer.question }) }));
      } catch (error) {
        if (!signal?.aborted) fill(picture, errorNotice(error, draw));
      }
    }
    function choose(kind) {
      shown = kind;
      for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.kind === kind));
      draw();
    }
    place.hidden = false;
    fill(place, h("div.tools", { role: "group", "aria-label": t("chart.label") }, buttons), picture);
    window.addEventListener("themechange", draw, { signal });
    draw();
  }
}
