// The chart of the answer itself: its proven series, as bars or a line, whichever suits it, and switchable.
import { call, json } from "../api.js";
import { fill, h } from "../dom.js";
import { language, t } from "../i18n.js";
import { shownTheme } from "../theme.js";
import { icon } from "./icons.js";
import { errorNotice } from "./notice.js";
import { sortableTable } from "./table.js";

const KINDS = ["bar", "line", "table"];

/**
 * A place that is filled where the answer shows a series and stays empty where it does not. `settled` ends when its
 * height is known: what stands below can be shown then and does not move under a finger any more.
 */
export function answerChart(run, signal) {
  const node = h("div.answer-chart", { hidden: true });
  const path = `/api/runs/${encodeURIComponent(run.id)}`;
  return { node, settled: load() };

  async function load() {
    try {
      const series = await json(`${path}/series`, { signal });
      if (series.kind) await show(series);
    } catch {
      // the answer stands without its chart
    }
  }

  function show({ kind: first, columns, rows }) {
    const picture = h("div.chart-place");
    const buttons = KINDS.map((kind) =>
      h(
        "button.button.small",
        { "aria-pressed": String(kind === first), data: { kind }, on: { click: () => choose(kind) } },
        icon({ bar: "benchmarks", line: "chart", table: "data" }[kind]),
        t(`chart.${kind}`),
      ),
    );
    let shown = first;
    let url = null;
    async function draw() {
      if (shown === "table") return fill(picture, table(columns, rows));
      try {
        const address = `${path}/answer.svg?kind=${shown}&theme=${shownTheme()}&language=${language()}`;
        const response = await call(address, { headers: { Accept: "image/svg+xml" }, signal });
        if (url) URL.revokeObjectURL(url);
        url = URL.createObjectURL(new Blob([await response.text()], { type: "image/svg+xml" }));
        const what = run.answer.reading ?? run.answer.question;
        const image = h("img.chart", { src: url, alt: t("chart.alt", { what }) });
        await image.decode().catch(() => {}); // what cannot be drawn shows its text
        fill(picture, image);
      } catch (error) {
        if (!signal?.aborted) fill(picture, errorNotice(error, draw));
      }
    }
    function choose(kind) {
      shown = kind;
      for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.kind === kind));
      draw();
    }
    node.hidden = false;
    fill(node, h("div.tools", { role: "group", "aria-label": t("chart.label") }, buttons), picture);
    window.addEventListener("themechange", draw, { signal });
    return draw();
  }
}

/** The series as a table. Amounts sort by their digits, whatever stands around them. */
function table(columns, rows) {
  const value = (text) => Number(String(text).replace(/[^0-9.−-]/g, "").replace("−", "-"));
  return sortableTable({
    caption: t("chart.table"),
    columns: columns.map((label, index) => ({ label, numeric: index > 0, show: (cell) => (index ? cell.text : cell) })),
    rows: rows.map(([label, ...amounts]) => [
      label,
      ...amounts.map((text) => Object.assign(new Number(value(text)), { text })),
    ]),
    most: 1000,
  });
}
