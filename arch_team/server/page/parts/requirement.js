// The scorecard of one requirement: score, text with the words at fault, criteria, findings, and the proposal.
import { fill, h } from "../dom.js";
import { score } from "../format.js";
import { t } from "../i18n.js";
import { standingScore } from "../review.js";
import { marked, meter, scoreMark } from "./marks.js";
import { proposal } from "./proposal.js";

export function requirementCard(item, signal) {
  const node = h("li", { data: { requirement: item.id } });
  const state = { open: false, editing: false, asking: false };
  const focus = (...names) => node.querySelector(names.map((name) => `[data-keep="${name}"]`).join(", "))?.focus();
  draw();
  return { node, draw };

  function draw() {
    const focused = node.contains(document.activeElement) ? document.activeElement.dataset.keep : null;
    const { evaluation } = item;
    const findings = (evaluation?.findings ?? []).filter((finding) => !finding.suppressed);
    node.className = `card requirement ${item.decision ?? ""}`;
    fill(
      node,
      h("div.requirement-head", scoreMark(standingScore(item)), name(), badge()),
      h("p", { class: `requirement-text${item.final ? " replaced" : ""}` }, marked(item.text, findings)),
      evaluation ? details(evaluation, findings) : null,
      proposal(item, { state, signal, draw, focus }),
    );
    if (focused) focus(focused);
  }

  function name() {
    return h("div.requirement-name", h("h3", item.id), item.place ? h("span.hint", placed(item.place)) : null);
  }

  function badge() {
    if (item.decision) {
      const kind = item.decision === "rejected" ? "plain" : "proof";
      return h("span", { class: `badge ${kind}` }, t(`requirement.${item.decision}`));
    }
    if (!item.evaluation) return h("span.badge", t("requirement.waits"));
    const { verdict } = item.evaluation;
    return h("span", { class: `badge ${verdict === "pass" ? "proof" : "warn"}` }, t(`verdict.${verdict}`));
  }

  function details({ evaluation, model }, findings) {
    const fold = h(
      "details",
      { open: state.open, on: { toggle: () => (state.open = fold.open) } },
      h("summary", { data: { keep: "details" } }, t("requirement.findings", { count: findings.length })),
      h(
        "div.requirement-details",
        h(
          "ul.meters",
          evaluation.map((one) => meter(t(`criterion.${one.criterion}`), one.score, !one.passed)),
        ),
        findings.length ? h("ul.findings", findings.map(line)) : null,
        model ? h("p.hint", t("requirement.model", { model: model.model, score: score(model.score) })) : null,
      ),
    );
    return fold;
  }
}

const line = (finding) =>
  h(
    "li",
    { class: finding.level },
    h("span.finding-level", t(`level.${finding.level}`)),
    h("span", finding.message),
    h("span.hint", `${t(`criterion.${finding.criterion}`)} · ${finding.reference}`),
  );

/** Where it stands in its file; a line in the words of the page. */
const placed = (place) => place.replace(/^line (\d+)$/, (_, line) => t("requirement.line", { line }));
