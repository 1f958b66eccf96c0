// A rewrite to accept, edit or reject. What only the person knows is asked; until then there is nothing to accept.
import { fill, h, uniqueId } from "../dom.js";
import { score } from "../format.js";
import { t } from "../i18n.js";
import { answerGaps, decide, scoreOf } from "../review.js";
import { icon } from "./icons.js";
import { withGaps } from "./marks.js";
import { errorNotice, toast } from "./notice.js";

/** The panel under a requirement, or null where there is nothing to propose. */
export function proposal(item, card) {
  const { rewrite } = item;
  if (!rewrite || rewrite.status === "unchanged") return null;
  if (card.state.editing) return editor(item, card);
  if (item.decision) return decided(item, card);
  const open = rewrite.questions ?? [];
  const accept = () => settle(item, card, "accepted", { text: whole(rewrite), score: rewrite.score });
  const edit = () => ((card.state.editing = true), card.draw(), card.focus("own"));
  return h(
    "div.proposal",
    title("requirement.proposal", rewrite.originalScore, open.length ? null : rewrite.score),
    texts(rewrite),
    rewrite.leftAlone ? h("p.hint", rewrite.leftAlone) : null,
    open.length ? gaps(item, open, card) : null,
    h(
      "div.actions",
      h(
        "button.button.primary.small",
        { disabled: open.length > 0, data: { keep: "accept" }, on: { click: accept } },
        icon("check"),
        t("requirement.accept"),
      ),
      h("button.button.small", { data: { keep: "edit" }, on: { click: edit } }, t("requirement.edit")),
      h(
        "button.button.small",
        { data: { keep: "reject" }, on: { click: () => settle(item, card, "rejected") } },
        t("requirement.reject"),
      ),
    ),
  );
}

function settle(item, card, decision, final = null) {
  card.state.editing = false;
  decide(item, decision, final);
  toast(t(`requirement.${decision}Done`, { id: item.id }));
  card.focus("undo");
}

function decided(item, card) {
  const again = () => (decide(item, null), card.focus("accept"));
  return h(
    "div.proposal",
    item.final
      ? [title("requirement.now", item.evaluation?.score, item.final.score), h("p.rewritten", item.final.text)]
      : h("p.hint", t("requirement.kept")),
    h("div.actions", h("button.button.small", { data: { keep: "undo" }, on: { click: again } }, t("requirement.undo"))),
  );
}

/** One field per open question, with the suggested answers beside it. */
function gaps(item, open, card) {
  const said = h("div", { "aria-live": "polite" });
  const fields = open.map((gap) => ({
    gap,
    input: h("input", {
      type: "text",
      id: uniqueId("gap"),
      autocomplete: "off",
      value: item.answers[gap.placeholder] ?? "",
    }),
  }));
  const button = h("button.button.small.primary", { type: "submit" }, t("requirement.update"));
  const offer = (input) => (text) =>
    h("button.button.choice.small", { on: { click: () => ((input.value = text), input.focus()) } }, text);
  return h(
    "details.gaps",
    { open: card.state.asking, on: { toggle: (event) => (card.state.asking = event.target.open) } },
    h("summary.gaps-title", { data: { keep: "gaps" } }, t("requirement.questions", { count: open.length })),
    h(
      "form.stack",
      { on: { submit: send } },
      fields.map(({ gap, input }) =>
        h(
          "div.gap",
          h("label", { for: input.id }, gap.question),
          gap.suggestedAnswers.length ? h("div.choices", gap.suggestedAnswers.map(offer(input))) : null,
          input,
        ),
      ),
      h("div.actions", button),
      said,
    ),
  );

  async function send(event) {
    event.preventDefault();
    const given = fields.filter(({ input }) => input.value.trim());
    if (!given.length) return fields[0].input.focus();
    button.disabled = true;
    try {
      await answerGaps(
        item,
        Object.fromEntries(given.map(({ gap, input }) => [gap.placeholder, input.value.trim()])),
        card.signal,
      );
      card.focus("accept", "gaps");
    } catch (error) {
      button.disabled = false;
      if (!card.signal.aborted) fill(said, errorNotice(error));
    }
  }
}

/** The person's own wording, scored before it stands. */
function editor(item, card) {
  const id = uniqueId("edit");
  const box = h("textarea", { id, rows: "4", data: { keep: "own" }, value: item.final?.text ?? whole(item.rewrite) });
  const said = h("div", { "aria-live": "polite" });
  const save = h("button.button.primary.small", { type: "submit" }, t("requirement.save"));
  const back = () => ((card.state.editing = false), card.draw(), card.focus("edit", "undo"));
  return h(
    "form.proposal",
    { on: { submit: send } },
    h("label", { for: id }, t("requirement.own")),
    box,
    h("div.actions", save, h("button.button.small", { on: { click: back } }, t("cancel"))),
    said,
  );

  async function send(event) {
    event.preventDefault();
    const text = box.value.trim();
    if (!text) return box.focus();
    save.disabled = true;
    try {
      const found = await scoreOf(text, card.signal);
      settle(item, card, "edited", { text, score: found.score });
    } catch (error) {
      save.disabled = false;
      if (!card.signal.aborted) fill(said, errorNotice(error));
    }
  }
}

/** A rewrite that was split is the texts of its parts. */
const whole = (rewrite) =>
  rewrite.parts?.length ? rewrite.parts.map((part) => part.text).join("\n") : rewrite.correctedText;

function texts(rewrite) {
  const alone = { text: rewrite.correctedText, acceptanceCriteria: rewrite.acceptanceCriteria };
  return (rewrite.parts?.length ? rewrite.parts : [alone]).map(({ text, acceptanceCriteria = [] }) => [
    h("p.rewritten", withGaps(text)),
    acceptanceCriteria.length
      ? h(
          "details",
          h("summary", t("requirement.criteria", { count: acceptanceCriteria.length })),
          acceptanceCriteria.map((one) => h("pre.gherkin", one)),
        )
      : null,
  ]);
}

function title(word, before, after) {
  const to = after === null ? t("requirement.pending") : h("strong", score(after));
  return h(
    "p.proposal-title",
    t(word),
    h("span.scores", score(before ?? 0), h("span", { role: "img", "aria-label": t("requirement.to") }, " → "), to),
  );
}
