// The result of a review as files. A cell that a spreadsheet would take for a formula is told apart by a quote.
import { t } from "./i18n.js";
import { standing, standingScore } from "./review.js";

const row = (item) => ({
  id: item.id,
  original: item.text,
  originalScore: item.evaluation?.score ?? null,
  verdict: item.evaluation?.verdict ?? null,
  decision: item.decision,
  text: standing(item),
  score: standingScore(item),
  acceptanceCriteria: item.decision === "accepted" ? (item.rewrite?.acceptanceCriteria ?? []) : [],
  findings: (item.evaluation?.findings ?? [])
    .filter((finding) => !finding.suppressed)
    .map((finding) => finding.message),
  openQuestions: item.decision ? [] : (item.rewrite?.questions ?? []).map((gap) => gap.question),
});

export const asJson = (review) =>
  new Blob(
    [JSON.stringify({ name: review.name, requirements: review.items.map(row), duplicates: review.pairs }, null, 2)],
    { type: "application/json" },
  );

export function asCsv(review) {
  const columns = [
    "id",
    "original",
    "originalScore",
    "verdict",
    "decision",
    "text",
    "score",
    "acceptanceCriteria",
    "findings",
    "openQuestions",
  ];
  const lines = [
    columns.map((name) => t(`csv.${name}`)),
    ...review.items.map((item) => {
      const values = row(item);
      return columns.map((name) => values[name]);
    }),
  ];
  return new Blob(["\ufeff", lines.map((line) => line.map(cell).join(",")).join("\r\n"), "\r\n"], { type: "text/csv" });
}

function cell(value) {
  const text = Array.isArray(value) ? value.join("\n") : value === null ? "" : String(value);
  const safe = typeof value !== "number" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
