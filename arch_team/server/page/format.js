// Dates, durations and numbers as people write them here. Swiss German groups with an apostrophe, as the answers do.
import { language } from "./i18n.js";

const locale = () => (language() === "de" ? "de-CH" : "en-GB");

export const when = (text) =>
  text ? new Intl.DateTimeFormat(locale(), { dateStyle: "medium", timeStyle: "short" }).format(new Date(text)) : "–";
export const day = (text) =>
  text ? new Intl.DateTimeFormat(locale(), { dateStyle: "medium" }).format(new Date(text)) : "–";
export const clock = (text) =>
  text
    ? new Intl.DateTimeFormat(locale(), { hour: "2-digit", minute: "2-digit", second: "2-digit" }).format(
        new Date(text),
      )
    : "";
export const number = (value, digits = 2) =>
  new Intl.NumberFormat(locale(), { maximumFractionDigits: digits }).format(value);
export const percent = (value, digits = 0) =>
  new Intl.NumberFormat(locale(), { style: "percent", maximumFractionDigits: digits }).format(value);
export const score = (value) =>
  new Intl.NumberFormat(locale(), { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value);

/** A decimal that came as text keeps every digit it came with; only the grouping and the sign are drawn. */
export function exact(text) {
  const match = /^(-?)(\d+)(\.\d+)?$/.exec(String(text));
  if (!match) return String(text);
  const group = language() === "de" ? "'" : ",";
  const whole = match[2].replace(/\B(?=(\d{3})+(?!\d))/g, group);
  return `${match[1] ? "−" : ""}${whole}${match[3] ?? ""}`;
}

export function duration(ms) {
  if (ms === null || ms === undefined) return "–";
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${number(ms / 1000, 1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
}

/** How long until then or since then: "in 3 Stunden", "2 minutes ago". */
export function relative(text) {
  const seconds = (new Date(text).getTime() - Date.now()) / 1000;
  const format = new Intl.RelativeTimeFormat(locale(), { numeric: "auto" });
  for (const [unit, size] of [
    ["day", 86400],
    ["hour", 3600],
    ["minute", 60],
  ]) {
    if (Math.abs(seconds) >= size) return format.format(Math.trunc(seconds / size), unit);
  }
  return format.format(Math.trunc(seconds), "second");
}
