// A question of the team to the person: suggested answers as buttons, or an answer of one's own.
import { ApiError } from "../api.js";
import { fill, h, uniqueId } from "../dom.js";
import { relative } from "../format.js";
import { t } from "../i18n.js";
import { answerQuestion } from "../inbox.js";
import { session } from "../storage.js";
import { icon } from "./icons.js";
import { announce, errorNotice, notice } from "./notice.js";

/** `onSettled(clarification|null)`: it was answered here, or elsewhere, or nobody wants to know any more. */
export function clarifyCard(question, { onSettled, context = null, signal } = {}) {
  const draft = `answer.${question.id}`;
  const field = uniqueId("answer");
  const input = h("input", {
    id: field,
    type: "text",
    maxlength: "10000",
    autocomplete: "off",
    value: session.get(draft, ""),
    on: { input: () => session.set(draft, input.value) },
  });
  const said = h("div.said", { "aria-live": "polite", tabindex: "-1" });
  const form = h(
    "form.own-answer",
    {
      on: {
        submit: (event) => (event.preventDefault(), input.value.trim() ? send(input.value.trim()) : input.focus()),
      },
    },
    h("label", { for: field }, t("clarify.own")),
    h("div.row", input, h("button.button.primary", { type: "submit" }, t("clarify.send"))),
  );
  const buttons = choiceButtons(question.suggestedAnswers, send);
  const controls = h(
    "fieldset.plain",
    h("legend.visually-hidden", question.question),
    buttons,
    form,
  );

  /** The buttons are gone for whoever had the focus on them: it goes to what became of the question. */
  function told(what) {
    fill(said, what);
    said.focus();
  }

  async function send(text) {
    controls.disabled = true;
    fill(said);
    try {
      const settled = await answerQuestion(question.id, text, signal);
      session.set(draft, null);
      told(notice("good", t("clarify.thanks", { answer: text })));
      announce(t("clarify.thanks", { answer: text }));
      onSettled?.(settled);
    } catch (error) {
      if (signal?.aborted) return;
      const word = settledElsewhere(error);
      if (word) {
        told(notice("warn", t(`clarify.${word}`), t(`clarify.${word}Next`)));
        onSettled?.(null);
      } else {
        controls.disabled = false;
        fill(said, errorNotice(error));
      }
    }
  }

  return h(
    "section.clarify",
    { "aria-label": t("clarify.label"), data: { clarification: question.id } },
    h(
      "div.clarify-head",
      icon("clarification"),
      h(
        "div",
        h("p.clarify-question", withoutChoices(question)),
        context,
        question.deadline ? h("p.hint", t("clarify.deadline", { when: relative(question.deadline) })) : null,
      ),
    ),
    controls,
    said,
  );
}

const LONG = 60;

/** Answers to choose from; whole sentences stand one below the other. Null: there are none. */
export function choiceButtons(answers, choose) {
  if (!answers?.length) return null;
  const stacked = answers.some((text) => text.length > LONG);
  return h(
    stacked ? "div.choices.stacked" : "div.choices",
    answers.map((text) => h("button.button.choice", { on: { click: () => choose(text) } }, text)),
  );
}

/** The question without the choices that stand below it as buttons. What it says of them beside their words stays. */
function withoutChoices({ question, suggestedAnswers }) {
  const list = suggestedAnswers.map((text, place) => `(${place + 1}) ${text}`).join("; ");
  return list && question.endsWith(`: ${list}?`) ? `${question.slice(0, -list.length - 3)}?` : question;
}

/** Why an answer comes too late, as a word of the page; null for any other error. */
function settledElsewhere(error) {
  if (!(error instanceof ApiError)) return null;
  if (error.code.includes("CANCEL") || error.status === 404) return "withdrawn";
  return { 409: "conflict", 410: "expired" }[error.status] ?? null;
}
