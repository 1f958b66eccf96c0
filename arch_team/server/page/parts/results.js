// The tables behind an answer: sort them, take them along, see how they were read.
import { download } from "../api.js";
import { fill, h } from "../dom.js";
import { t } from "../i18n.js";
import { icon } from "./icons.js";
import { errorNotice } from "./notice.js";
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

/** All tables of a run: those its figures stand on first, the others folded. */
export function resultTables(run, signal) {
  const used = new Set(run.answer.figures.flatMap((figure) => figure.evidence.map((cell) => cell.entry)));
  const held = run.answer.evidence.filter((entry) => Array.isArray(entry.rows) && entry.rows.length);
  const [behind, beside] = [held.filter((entry) => used.has(entry.id)), held.filter((entry) => !used.has(entry.id))];
  if (!held.length) return null;
  return h(
    "details.results",
    h("summary", h("h2", t("results.title"))),
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
    evidenceTable(entry),
    entry.sql ? sqlPart(entry.sql) : null,
  );
}

/** The statement that was run, to look at and to copy. */
function sqlPart(sql) {
  const said = h("span.hint", { role: "status" });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(sql);
      said.textContent = t("results.sqlCopied");
    } catch {
      said.textContent = t("results.sqlNotCopied");
    }
  };
  return h(
    "details.sql",
    h("summary", t("results.sql")),
    h("pre", { tabindex: "0" }, h("code", sql)),
    h("div.actions", h("button.button.small", { on: { click: copy } }, icon("copy"), t("results.sqlCopy")), said),
  );
}
