// The scorecard of one requirement: the words at fault in the text, the criteria, and a proposal to accept, edit or reject.
import { characters, fill, h, uniqueId, vars } from "../dom.js";
import { score } from "../format.js";
import { t } from "../i18n.js";
import { answerGaps, decide, PASS_AT, scoreOf, standingScore } from "../review.js";
import { icon } from "./icons.js";
import { errorNotice, toast } from "./notice.js";

const LEVELS = ["error", "warning", "info"];

export function requirementCard(item, signal) {
  const node = h("li", { class: "card requirement", data: { requirement: item.id } });
  const state = { editing: false, open: false };
  draw();
  return { node, draw };

  function draw() {
    const focused = node.contains(document.activeElement) ? document.activeElement?.dataset.keep : null;
    const evaluation = item.evaluation;
    node.className = `card requirement${item.decision ? ` decided ${item.decision}` : ""}`;
    fill(
      node,
      h(
        "div",
        { class: "requirement-head" },
        scoreMark(standingScore(item)),
        h(
          "div",
          { class: "requirement-name" },
          h("h3", {}, item.id),
          item.place ? h("span", { class: "hint" }, item.place) : null,
        ),
        item.decision
          ? h(
              "span",
              { class: `badge ${item.decision === "rejected" ? "plain" : "proof"}` },
              t(`requirement.${item.decision}`),
            )
          : verdict(evaluation),
      ),
      h(
        "p",
        { class: `requirement-text${item.final && item.decision !== "rejected" ? " replaced" : ""}` },
        evaluation ? marked(item.text, evaluation.findings ?? []) : item.text,
      ),
      evaluation ? details(evaluation) : null,
      proposal(),
    );
    if (focused) node.querySelector(`[data-keep="${focused}"]`)?.focus();
  }

  function details(evaluation) {
    const findings = (evaluation.findings ?? []).filter((finding) => !finding.suppressed);
    const bars = h(
      "ul",
      { class: "meters" },
      evaluation.evaluation.map((one) =>
        h(
          "li",
          { class: one.passed ? null : "low" },
          h("span", {}, t(`criterion.${one.criterion}`)),
          vars(h("span", { class: "meter", "aria-hidden": "true" }), { share: one.score }),
          h("span", { class: "numeric" }, score(one.score)),
        ),
      ),
    );
    const fold = h(
      "details",
      { open: state.open, on: { toggle: () => (state.open = fold.open) } },
      h("summary", { data: { keep: "details" } }, t("requirement.findings", { count: findings.length })),
      h(
        "div",
        { class: "requirement-details" },
        bars,
        findings.length
          ? h(
              "ul",
              { class: "findings" },
              findings.map((finding) =>
                h(
                  "li",
                  { class: finding.level },
                  h("span", { class: "finding-level" }, t(`level.${finding.level}`)),
                  h("span", {}, finding.message),
                  h("span", { class: "hint" }, `${t(`criterion.${finding.criterion}`)} · ${finding.reference}`),
                ),
              ),
            )
          : null,
        evaluation.model
          ? h(
              "p",
              { class: "hint" },
              t("requirement.model", { model: evaluation.model.model, score: score(evaluation.model.score) }),
            )
          : null,
      ),
    );
    return fold;
  }

  function proposal() {
    const rewrite = item.rewrite;
    if (!rewrite || rewrite.status === "unchanged") return null;
    if (item.decision && !state.editing) return decided();
    if (state.editing) return editor();
    const open = rewrite.questions ?? [];
    return h(
      "div",
      { class: "proposal" },
      h(
        "p",
        { class: "proposal-title" },
        t("requirement.proposal"),
        scores(rewrite.originalScore, open.length ? null : rewrite.score),
      ),
      rewritten(rewrite),
      open.length ? gaps(open) : null,
      h(
        "div",
        { class: "actions" },
        h(
          "button",
          {
            class: "button primary small",
            type: "button",
            disabled: open.length > 0,
            data: { keep: "accept" },
            on: { click: () => settle("accepted", { text: whole(rewrite), score: rewrite.score }) },
          },
          icon("check"),
          t("requirement.accept"),
        ),
        h(
          "button",
          {
            class: "button small",
            type: "button",
            data: { keep: "edit" },
            on: { click: () => ((state.editing = true), draw(), node.querySelector("textarea").focus()) },
          },
          t("requirement.edit"),
        ),
        h(
          "button",
          { class: "button small", type: "button", data: { keep: "reject" }, on: { click: () => settle("rejected") } },
          t("requirement.reject"),
        ),
      ),
    );
  }

  function settle(decision, final = null) {
    state.editing = false;
    decide(item, decision, final);
    toast(t(`requirement.${decision}Done`, { id: item.id }));
    node.querySelector('[data-keep="undo"]')?.focus();
  }

  function decided() {
    return h(
      "div",
      { class: "proposal" },
      item.final
        ? [
            h("p", { class: "proposal-title" }, t("requirement.now"), scores(item.evaluation?.score, item.final.score)),
            h("p", { class: "rewritten" }, item.final.text),
          ]
        : h("p", { class: "hint" }, t("requirement.kept")),
      h(
        "div",
        { class: "actions" },
        h(
          "button",
          {
            class: "button small",
            type: "button",
            data: { keep: "undo" },
            on: { click: () => (decide(item, null), node.querySelector('[data-keep="accept"]')?.focus()) },
          },
          t("requirement.undo"),
        ),
      ),
    );
  }

  /** What only the person knows: suggested answers, or their own. */
  function gaps(open) {
    const said = h("div", { "aria-live": "polite" });
    const fields = open.map((gap) => {
      const list = uniqueId("answers");
      const field = h("input", {
        type: "text",
        id: uniqueId("gap"),
        list: gap.suggestedAnswers.length ? list : null,
        autocomplete: "off",
        value: item.answers[gap.placeholder] ?? "",
      });
      const offers = gap.suggestedAnswers.map((text) =>
        h(
          "button",
          { class: "button choice small", type: "button", on: { click: () => ((field.value = text), field.focus()) } },
          text,
        ),
      );
      return {
        gap,
        field,
        row: h(
          "div",
          { class: "gap" },
          h("label", { for: field.id }, gap.question),
          field,
          offers.length ? h("div", { class: "choices" }, offers) : null,
        ),
      };
    });
    const button = h(
      "button",
      { class: "button small primary", type: "submit", data: { keep: "answers" } },
      t("requirement.update"),
    );
    return h(
      "form",
      { class: "gaps", on: { submit: send } },
      h("p", { class: "gaps-title" }, icon("clarification"), t("requirement.questions", { count: open.length })),
      fields.map(({ row }) => row),
      h("div", { class: "actions" }, button),
      said,
    );

    async function send(event) {
      event.preventDefault();
      const answers = Object.fromEntries(
        fields.filter(({ field }) => field.value.trim()).map(({ gap, field }) => [gap.placeholder, field.value.trim()]),
      );
      if (!Object.keys(answers).length) return fields[0].field.focus();
      button.disabled = true;
      try {
        await answerGaps(item, answers, signal);
        (node.querySelector(".gaps input") ?? node.querySelector('[data-keep="accept"]'))?.focus();
      } catch (error) {
        button.disabled = false;
        if (!signal.aborted) fill(said, errorNotice(error));
      }
    }
  }

  /** The person's own wording, scored before it stands. */
  function editor() {
    const id = uniqueId("edit");
    const box = h("textarea", { id, rows: "4", value: item.final?.text ?? whole(item.rewrite) });
    const said = h("div", { "aria-live": "polite" });
    const save = h("button", { class: "button primary small", type: "submit" }, t("requirement.save"));
    return h(
      "form",
      { class: "proposal", on: { submit: send } },
      h("label", { for: id }, t("requirement.own")),
      box,
      h(
        "div",
        { class: "actions" },
        save,
        h(
          "button",
          {
            class: "button small",
            type: "button",
            on: {
              click: () => (
                (state.editing = false),
                draw(),
                node.querySelector('[data-keep="edit"], [data-keep="undo"]')?.focus()
              ),
            },
          },
          t("cancel"),
        ),
      ),
      said,
    );

    async function send(event) {
      event.preventDefault();
      const text = box.value.trim();
      if (!text) return box.focus();
      save.disabled = true;
      try {
        const found = await scoreOf(text, signal);
        settle("edited", { text, score: found.score });
      } catch (error) {
        save.disabled = false;
        if (!signal.aborted) fill(said, errorNotice(error));
      }
    }
  }
}

/** A rewrite that was split is the texts of its parts. */
const whole = (rewrite) =>
  rewrite.parts?.length ? rewrite.parts.map((part) => part.text).join("\n") : rewrite.correctedText;

function rewritten(rewrite) {
  const texts = rewrite.parts?.length
    ? rewrite.parts
    : [{ text: rewrite.correctedText, acceptanceCriteria: rewrite.acceptanceCriteria ?? [] }];
  return texts.map((part) => [
    h("p", { class: "rewritten" }, withGaps(part.text)),
    part.acceptanceCriteria?.length
      ? h(
          "details",
          {},
          h("summary", {}, t("requirement.criteria", { count: part.acceptanceCriteria.length })),
          part.acceptanceCriteria.map((text) => h("pre", { class: "gherkin" }, text)),
        )
      : null,
  ]);
}

/** What is still open in a rewrite, `[Metrik?]`, stands out. */
const withGaps = (text) =>
  text
    .split(/(\[[^\]]+\?\])/)
    .map((part) => (/^\[[^\]]+\?\]$/.test(part) ? h("mark", { class: "open-gap" }, part) : part));

const scores = (before, after) =>
  h(
    "span",
    { class: "scores" },
    before === undefined || before === null ? null : score(before),
    h("span", { "aria-label": t("requirement.to") }, " → "),
    after === null || after === undefined ? t("requirement.pending") : h("strong", {}, score(after)),
  );

const verdict = (evaluation) =>
  evaluation
    ? h(
        "span",
        { class: `badge ${evaluation.verdict === "pass" ? "proof" : "warn"}` },
        t(`verdict.${evaluation.verdict}`),
      )
    : h("span", { class: "badge plain" }, t("requirement.waits"));

export function scoreMark(value) {
  if (value === null) return h("span", { class: "score-mark empty", "aria-hidden": "true" });
  const level = value >= PASS_AT ? "good" : value >= 0.4 ? "middle" : "low";
  return vars(
    h(
      "span",
      { class: `score-mark ${level}`, role: "img", "aria-label": t("requirement.score", { score: score(value) }) },
      h("span", {}, score(value)),
    ),
    { share: value },
  );
}

/** The text with the words of the findings marked at their places. */
export function marked(text, findings) {
  const letters = characters(text);
  const level = new Array(letters.length).fill(null);
  for (const finding of findings.filter((one) => !one.suppressed)) {
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
