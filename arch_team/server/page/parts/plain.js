// Calls, tables, columns and filters in words for people. What the page has no word for is shown as it is called, spaced.
import { exact } from "../format.js";
import { json, query } from "../api.js";
import { known, language, learn, t } from "../i18n.js";
import { isDecimal } from "./table.js";

const spaced = (name) =>
  name
    .replace(/[._]/g, " ")
    .replace(/([a-z0-9])([A-Z])/g, (_, a, b) => `${a} ${b.toLowerCase()}`);

let months = {};
let learning = Promise.resolve();
/** Learns what the asked data calls its tables and columns, and which of its columns hold months. */
export const learnWords = () => (learning = asked());
/** Settles when what was asked for last is known: what is drawn once waits for it. */
export const wordsLearned = () => learning;

async function asked() {
  try {
    const words = await json(query("/api/data/words", { language: language() }));
    const keyed = (kind, named) => Object.entries(named).map(([name, word]) => [`${kind}.${name}`, word]);
    learn(Object.fromEntries([...keyed("table", words.tables), ...keyed("column", words.columns)]));
    months = words.months;
  } catch {
    // the page's own words do as well
  }
}

export const tableName = (name) => known(`table.${name}`) ?? spaced(name ?? "");

export function columnName(name) {
  const word = known(`column.${name}`) ?? known(`column.${name.split(".").at(-1)}`);
  if (word) return word;
  const aggregate = /^(sum|avg|min|max|count)_(.+)$/i.exec(name);
  if (aggregate) return t(`aggregate.${aggregate[1].toLowerCase()}`, { column: columnName(aggregate[2]) });
  return spaced(name);
}

const isDate = (column, value) => /date$|At$/i.test(column) && Number.isInteger(value) && value > 1e8;

/** A cell's value: money with its digits, dates as dates, codes as they are. */
export function cellText(column, value) {
  if (value === null || value === undefined) return "–";
  if (typeof value === "boolean") return t(value ? "yes" : "no");
  if (isDate(column, value)) {
    return new Intl.DateTimeFormat(language() === "de" ? "de-CH" : "en-GB", {
      dateStyle: "medium",
      timeZone: "UTC",
    }).format(new Date(value * 1000));
  }
  if (column in months) return value === months[column] ? t("month.0") : monthName(value);
  if (typeof value === "string" && isDecimal(value)) return exact(value);
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

const monthName = (month) =>
  Number.isInteger(month) && month >= 1 && month <= 12
    ? new Intl.DateTimeFormat(language(), { month: "long", timeZone: "UTC" }).format(
        new Date(Date.UTC(2024, month - 1, 1)),
      )
    : String(month);

/** One filter as a phrase: "account begins with 102". */
export function filterText({ field, op = "=", value }) {
  const column = columnName(field);
  const shown = (one) => cellText(field, one);
  const operator = String(op).toUpperCase();
  if (field in months && operator === "=" && value === months[field]) return t("filter.wholeYear");
  if (operator === "LIKE" && typeof value === "string") {
    const [, before, middle, after] = /^(%?)(.*?)(%?)$/.exec(value);
    const key = before && after ? "contains" : after ? "begins" : before ? "ends" : "is";
    return t(`filter.${key}`, { column, value: middle });
  }
  if (operator === "BETWEEN" && Array.isArray(value))
    return t("filter.between", { column, low: shown(value[0]), high: shown(value[1]) });
  if (Array.isArray(value))
    return t(operator.startsWith("NOT") ? "filter.noneOf" : "filter.oneOf", {
      column,
      value: value.map(shown).join(", "),
    });
  if (operator === "IS NULL" || operator === "IS NOT NULL")
    return t(operator === "IS NULL" ? "filter.empty" : "filter.filled", { column });
  return known(`filter.${operator}`)
    ? t(`filter.${operator}`, { column, value: shown(value) })
    : `${column} ${op} ${shown(value)}`;
}

/** `name {json}` of a call event, taken apart. */
export function readCall(text) {
  const space = text.indexOf(" ");
  const tool = space < 0 ? text : text.slice(0, space);
  try {
    return { tool, args: JSON.parse(text.slice(space + 1)) };
  } catch {
    return { tool, args: {} };
  }
}

export function callText({ tool, args }) {
  const table = args.tableName ? tableName(args.tableName) : "";
  if (tool === "aggregateTable") {
    const what = t(
      `do.${String(args.aggregate ?? "").toUpperCase() === "COUNT" || !args.field ? "count" : "aggregate"}`,
      {
        aggregate: known(`function.${String(args.aggregate ?? "").toUpperCase()}`) ?? String(args.aggregate ?? ""),
        column: args.field ? columnName(args.field) : "",
        table,
      },
    );
    return args.groupBy?.length
      ? `${what}, ${t("do.per", { columns: args.groupBy.map(columnName).join(", ") })}`
      : what;
  }
  return known(`do.${tool}`) ? t(`do.${tool}`, { table, query: args.query ?? "" }) : t("do.other", { tool });
}

/** What a call gave back, in one line. */
export function resultText(text) {
  try {
    const result = JSON.parse(text);
    if (result.success === false)
      return t("result.rejected", { hint: result.errorDetails?.hint ?? result.error ?? "" });
    if (Number.isInteger(result.data?.rowCount)) return t("result.rows", { count: result.data.rowCount });
    if (Array.isArray(result.data?.passages)) return t("result.passages", { count: result.data.passages.length });
    if (typeof result.score === "number") return t("result.score", { score: result.score });
  } catch {
    // not JSON: told below
  }
  return t("result.other");
}

export const rejected = (text) => /^\s*\{\s*"success"\s*:\s*false/.test(text);
