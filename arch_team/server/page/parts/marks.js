// A requirement's text with the words at fault marked, and its score as a ring.
import { characters, h, vars } from "../dom.js";
import { score } from "../format.js";
import { t } from "../i18n.js";
import { PASS_AT } from "../review.js";

const LEVELS = ["error", "warning", "info"];

/** The text with the words of the findings marked at their places. Where several meet, the gravest shows. */
export function marked(text, findings) {
  const letters = characters(text);
  const level = new Array(letters.length).fill(null);
  for (const finding of findings) {
    for (const { start, end } of finding.spans ?? []) {
      for (let at = start; at < Math.min(end, letters.length); at += 1) {
        if (level[at] === null || LEVELS.indexOf(finding.level) < LEVELS.indexOf(level[at])) level[at] = finding.level;
      }
    }
  }
  const nodes = [];
  for (let at = 0; at < letters.length;) {
    let to = at;
    while (to < letters.length && level[to] === level[at]) to += 1;
    const part = letters.slice(at, to).join("");
    nodes.push(level[at] ? h("mark", { class: `finding ${level[at]}` }, part) : part);
    at = to;
  }
  return nodes;
}

/** What is still open in a rewrite, `[Metrik?]`, stands out. */
export const withGaps = (text) =>
  text.split(/(\[[^\]]+\?\])/).map((part) => (/^\[[^\]]+\?\]$/.test(part) ? h("mark.open-gap", part) : part));

export function scoreMark(value) {
  if (value === null) return h("span.score-mark.empty", { "aria-hidden": "true" });
  const level = value >= PASS_AT ? "good" : value >= 0.4 ? "middle" : "low";
  const label = t("requirement.score", { score: score(value) });
  const ring = h("span", { class: `score-mark ${level}`, role: "img", "aria-label": label }, h("span", score(value)));
  return vars(ring, { share: value });
}

/** A row of a list of meters. */
export const meter = (name, value, isLow, shown = score(value)) =>
  h(
    "li",
    { class: isLow ? "low" : null },
    h("span", name),
    vars(h("span.meter", { "aria-hidden": "true" }), { share: Math.min(1, value) }),
    h("span.numeric", shown),
  );
