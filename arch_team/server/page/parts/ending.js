// How a run ended. Only an approved answer looks like one; every other ending says why, and what to do next.
import { h } from "../dom.js";
import { duration, number } from "../format.js";
import { t } from "../i18n.js";
import { href } from "../router.js";
import { answerText } from "./answer.js";
import { choiceButtons } from "./clarify.js";
import { icon } from "./icons.js";

/** `onFigure(number)` opens evidence, `onAgain(text)` puts a text into the question box. */
export function endingCard(run, { onFigure, onAgain }) {
  const answer = run.answer;
  if (run.status === "cancelled" || !answer)
    return quiet("cancelled", t("ending.cancelled"), t("ending.cancelledText"), [again(run, onAgain)]);
  if (answer.status === "approved") return approved(run, onFigure);
  const reason =
    answer.status === "needs_clarification" ? (answer.clarification?.question ?? answer.reason) : answer.reason;
  return quiet(answer.status, t(`ending.${answer.status}`), reason ?? "", [
    answer.nextStep ? h("p.next-step", h("strong", t("ending.next")), " ", answer.nextStep) : null,
    choiceButtons(answer.clarification?.suggestedAnswers, (text) => onAgain(`${run.request.question} ${text}`)),
    again(run, onAgain),
  ]);
}

const again = (run, onAgain) =>
  h("button.button", { on: { click: () => onAgain(run.request.question) } }, t("ending.again"));

function approved(run, onFigure) {
  const answer = run.answer;
  const proven = answer.figures.filter((figure) => figure.kind !== "quotation").length;
  const quoted = answer.figures.length - proven;
  const hasTexts = answer.figures.some(({ value }) => typeof value === "string" && Number.isNaN(Number(value)));
  return h(
    "article",
    { class: `card answer${answer.fromOwnData ? "" : " foreign"}`, "aria-labelledby": "answer-title" },
    h(
      "header.answer-head",
      h("h2", { id: "answer-title", class: "visually-hidden" }, t("answer.title")),
      answer.fromOwnData
        ? h("span.badge.proof", icon("check"), proven ? t(hasTexts ? "answer.provenToo" : "answer.proven", { count: proven }) : t("answer.checked"))
        : h("span.badge.warn", icon("info"), t("answer.notOwn")),
      quoted ? h("span.badge.warn", t("answer.quoted", { count: quoted })) : null,
    ),
    answerText(answer, onFigure),
    answer.reading ? h("p.reading", t("answer.read", { reading: answer.reading })) : null,
    readingParts(answer),
    (answer.assumptions ?? []).map((taken) => h("p.reading", t(`answer.assumed.${taken.origin}`, taken))),
    answer.warnings?.length
      ? h(
          "ul.warnings",
          answer.warnings.map((text) => h("li", text)),
        )
      : null,
    facts(run),
  );
}

/** Which words of the question were read as what, folded away. */
function readingParts({ reading, readingParts: parts = [] }) {
  if (!reading || !parts.length) return null;
  return h(
    "details.reading-parts",
    h("summary", t("answer.wordByWord")),
    h(
      "dl.facts",
      parts.map(({ words, meaning }) => [h("dt", words), h("dd", meaning)]),
    ),
  );
}

/** Where it comes from and what it took. */
function facts(run) {
  const { source, model, trace } = run.answer;
  const parts = [
    source,
    model === "embedded" ? t("model.embedded") : model,
    duration(trace.durationMs),
    trace.llmCalls ? t("answer.tokens", { count: number(trace.promptTokens + trace.completionTokens, 0) }) : null,
  ].filter(Boolean);
  return h(
    "footer.answer-foot",
    h("span", parts.join(" · ")),
    h("a", { href: href(`/runs/${run.id}/trace`) }, t("answer.trace")),
  );
}

function quiet(kind, title, reason, more) {
  return h(
    "article",
    { class: `card ending ${kind}`, "aria-labelledby": "ending-title" },
    h(
      "div.ending-mark",
      icon(kind === "failed" ? "warning" : kind === "needs_clarification" ? "clarification" : "info"),
    ),
    h("div.ending-body", h("h2", { id: "ending-title" }, title), reason ? h("p.reason", reason) : null, more),
  );
}
