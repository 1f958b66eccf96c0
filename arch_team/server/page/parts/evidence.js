// The evidence of a figure: the cell in its row, the table, the filters in plain words, and how it was computed.
import { json } from "../api.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { openDialog } from "./dialog.js";
import { derivationPart } from "./derivation.js";
import { errorNotice, loading } from "./notice.js";
import { cellText, columnName, filterText, tableName, wordsLearned } from "./plain.js";
import { evidenceTable } from "./results.js";

/** Opens the evidence of figure `number` (from 1) of a run. */
export function openEvidence(run, number, { onClose } = {}) {
  const figure = run.answer.figures[number - 1];
  const abort = new AbortController();
  const opened = openDialog({
    kind: "drawer",
    title: t("evidence.title"),
    content: [
      h("p.evidence-value", figure.display),
      h(
        "p",
        h(
          "span",
          { class: `badge ${figure.kind === "quotation" ? "warn" : "proof"}` },
          t(`evidence.kind.${figure.kind}`),
        ),
      ),
      loading(),
    ],
    onClose: () => (abort.abort(), onClose?.()),
  });
  load();
  return opened;

  async function load() {
    const place = opened.body.lastElementChild;
    try {
      const address = `/api/runs/${encodeURIComponent(run.id)}/figures/${number}`;
      const [found] = await Promise.all([json(address, { signal: abort.signal }), wordsLearned()]);
      place.replaceWith(h("div.stack", explained(run, found)));
    } catch (error) {
      if (!abort.signal.aborted) place.replaceWith(errorNotice(error));
    }
  }
}

function explained(run, { figure, cells, derivation }) {
  if (figure.kind === "quotation") return h("p", t("evidence.quotation"));
  const parts = [];
  if (figure.kind === "derivation") parts.push(derivationPart(figure, cells, derivation));
  const groups = new Map();
  for (const cell of cells) groups.set(cell.entry, [...(groups.get(cell.entry) ?? []), cell]);
  for (const [entry, found] of groups) parts.push(source(run, entry, found));
  return parts;
}

/** One call that gave cells: where it read, what it kept, and the rows. */
function source(run, entry, cells) {
  const held = run.answer.evidence.find((one) => one.id === entry);
  if (held?.text !== undefined) return passage(held);
  const { tool, table, arguments: args = {} } = cells[0];
  const filters = args.filters ?? [];
  return h(
    "section.source",
    h("h3", tableName(table)),
    filters.length
      ? [
          h("p.hint", t("evidence.filters")),
          h(
            "ul.chips",
            filters.map((one) => h("li", filterText(one))),
          ),
        ]
      : h("p.hint", t("evidence.noFilters")),
    cells.length <= 3 ? cells.map(row) : null,
    held
      ? h(
          "details",
          { open: cells.length > 3 },
          h("summary", t("evidence.table", { count: held.rows?.length ?? 0 })),
          evidenceTable(held, { marked: cells.map(({ row: rowId, column }) => [rowId, column]) }),
        )
      : null,
    h(
      "details",
      h("summary", t("evidence.technical")),
      h(
        "dl.facts",
        h("dt", t("evidence.call")),
        h("dd", `${tool} · ${entry}`),
        h("dt", t("evidence.cell")),
        h("dd", h("code", cells.map((one) => `${one.entry}.${one.row}.${one.column}`).join(", "))),
      ),
      h("pre", { tabindex: "0" }, JSON.stringify(args, null, 2)),
    ),
  );
}

/** A row with its cell marked. */
function row(cell) {
  const values = Object.entries(cell.rowValues ?? { [cell.column]: cell.value });
  return h(
    "dl.evidence-row",
    values.map(([column, value]) => {
      const here = column === cell.column;
      return h(
        "div",
        { class: here ? "here" : null },
        h("dt", columnName(column)),
        h("dd", here ? h("mark.cell", cellText(column, value)) : cellText(column, value)),
      );
    }),
  );
}

function passage(held) {
  return h("section.source", h("h3", held.place), h("blockquote", held.text), h("p.hint", fileName(held.source)));
}

export const fileName = (source) =>
  String(source ?? "")
    .split(/[\\/]/)
    .at(-1);
