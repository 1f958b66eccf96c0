// The tables behind an answer: sort them, take them along, see them drawn.
import { call, download } from "../api.js";
import { fill, h } from "../dom.js";
import { language, t } from "../i18n.js";
import { shownTheme } from "../theme.js";
import { icon } from "./icons.js";
import { errorNotice, loading } from "./notice.js";
import { cellText, columnName, filterText, tableName } from "./plain.js";
import { isDecimal, sortableTable } from "./table.js";

const PERIODS = /^(period|year$|month$|quarter$|day$)|date$/i;

/** One result as a table. `marked`: pairs of row id (`r0`) and column to mark. */
export function evidenceTable(held, { marked = [] } = {}) {
  const columns = held.columns.map((name, index) => ({
    label: columnName(name),
    show: (value) => cellText(name, value),
    numeric:
      held.rows.length > 0 &&
      held.rows.every((row) => row[index] === null || isDecimal(row[index])) &&
      !PERIODS.test(name),
  }));
  const cells = new Set(marked.map(([row, column]) => `${row}.${column}`));
  const rows = new Set(marked.map(([row]) => row));
  return sortableTable({
    caption: tableName(held.table),
    columns,
    rows: held.rows,
    marked: (row, column) => cells.has(`r${row}.${held.columns[column]}`),
    markedRow: (row) => rows.has(`r${row}`),
  });
}

/** Whether a chart says something: several rows along a period, with an amount. */
export const isSeries = (held) =>
  held.rows?.length >= 3 &&
  held.columns.some((name) => PERIODS.test(name)) &&
  held.columns.some((name, index) => !PERIODS.test(name) && held.rows.every((row) => isDecimal(row[index])));

/** All tables of a run: those its figures stand on first, the others folded. */
export function resultTables(run, signal) {
  const used = new Set(run.answer.figures.flatMap((figure) => figure.evidence.map((cell) => cell.entry)));
  const held = run.answer.evidence.filter((entry) => Array.isArray(entry.rows) && entry.rows.length);
  const [behind, beside] = [held.filter((entry) => used.has(entry.id)), held.filter((entry) => !used.has(entry.id))];
  if (!held.length) return null;
  return h(
    "section.results",
    { "aria-labelledby": "results-title" },
    h("h2", { id: "results-title" }, t("results.title")),
    behind.map((entry) => one(run, entry, signal)),
    beside.length
      ? h(
          "details.beside",
          h("summary", t("results.beside", { count: beside.length })),
          beside.map((entry) => one(run, entry, signal)),
        )
      : null,
  );
}

function one(run, entry, signal) {
  const filters = (entry.arguments?.filters ?? []).map(filterText).join(" · ");
  const place = h("div");
  const said = h("div");
  const path = `/api/runs/${encodeURIComponent(run.id)}/tables/${encodeURIComponent(entry.id)}`;
  const save = (kind) => async () => {
    fill(said);
    try {
      await download(`${path}.${kind}`, `${entry.table ?? "table"}-${entry.id}.${kind}`, signal);
    } catch (error) {
      fill(said, errorNotice(error));
    }
  };
  const tools = [
    h("button.button.small", { on: { click: save("csv") } }, icon("download"), "CSV"),
    h("button.button.small", { on: { click: save("xlsx") } }, icon("download"), "Excel"),
  ];
  if (isSeries(entry)) tools.unshift(chartButton(path, place, signal));
  const title = h(
    "h3",
    tableName(entry.table),
    h(
      "span.hint",
      ` · ${t("result.rows", { count: entry.rows.length })}${entry.truncated ? ` · ${t("results.truncated")}` : ""}`,
    ),
  );
  return h(
    "details.result",
    { open: entry.rows.length <= 24, data: { entry: entry.id } },
    h("summary", title),
    filters ? h("p.hint", filters) : null,
    h("div.tools", tools),
    said,
    place,
    evidenceTable(entry),
  );
}

/** Shows and hides the chart. It is fetched with the key, so it comes as a picture of our own. */
function chartButton(path, place, signal) {
  const button = h(
    "button.button.small",
    { "aria-expanded": "false", on: { click: toggle } },
    icon("chart"),
    t("results.chart"),
  );
  let url = null;
  async function draw() {
    fill(place, loading());
    try {
      const response = await call(`${path}/chart.svg?theme=${shownTheme()}&language=${language()}`, {
        headers: { Accept: "image/svg+xml" },
        signal,
      });
      if (url) URL.revokeObjectURL(url);
      url = URL.createObjectURL(new Blob([await response.text()], { type: "image/svg+xml" }));
      fill(place, h("img.chart", { src: url, alt: t("results.chartAlt") }));
    } catch (error) {
      if (!signal?.aborted) fill(place, errorNotice(error, draw));
    }
  }
  function toggle() {
    const open = button.getAttribute("aria-expanded") !== "true";
    button.setAttribute("aria-expanded", String(open));
    open ? draw() : fill(place);
  }
  const redraw = () => button.getAttribute("aria-expanded") === "true" && draw();
  window.addEventListener("themechange", redraw, { signal });
  return button;
}
