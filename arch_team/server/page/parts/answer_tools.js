// What can be done with an answer: take it along, pass it on, pin it, say whether it is right, ask on.
import { download, json, query } from "../api.js";
import { fill, h, uniqueId } from "../dom.js";
import { language, t } from "../i18n.js";
import { icon } from "./icons.js";
import { errorNotice, notice, toast } from "./notice.js";

const KINDS = [
  ["csv", "CSV"],
  ["xlsx", "Excel"],
  ["md", "Markdown"],
];
const DRAWN = [
  ["svg", "SVG"],
  ["png", "PNG"],
];

export function answerTools(run, signal) {
  const path = `/api/runs/${encodeURIComponent(run.id)}`;
  const said = h("div", { "aria-live": "polite" });
  const act = (work) => async () => {
    fill(said);
    try {
      await work();
    } catch (error) {
      if (!signal?.aborted) fill(said, errorNotice(error));
    }
  };
  const save = ([kind, name]) => {
    const take = () => download(`${path}/answer.${kind}?language=${language()}`, `answer-${run.id}.${kind}`, signal);
    return h("button.button.small", { on: { click: act(take) } }, name);
  };
  const drawn = h("span.drawn-exports", { hidden: true }, DRAWN.map(save));
  json(`${path}/series`, { signal }).then(
    ({ kind }) => (drawn.hidden = !kind),
    () => {},
  );
  return h(
    "section.answer-tools",
    { "aria-label": t("tools.label") },
    h(
      "details.export",
      h("summary.button.small", icon("download"), t("tools.export")),
      h("div.tools", KINDS.map(save), drawn),
    ),
    h("button.button.small", { on: { click: act(copyLink) } }, icon("link"), t("tools.link")),
    h("button.button.small", { on: { click: act(pin) } }, icon("board"), t("tools.pin")),
    feedback(run, path, signal),
    said,
  );

  async function copyLink() {
    const address = `${window.location.origin}${window.location.pathname}#/runs/${encodeURIComponent(run.id)}`;
    try {
      await navigator.clipboard.writeText(address);
      toast(t("tools.linkCopied"));
    } catch {
      fill(said, notice("info", t("tools.linkHere"), address));
    }
  }

  async function pin() {
    await json("/api/pins", { method: "POST", body: { runId: run.id }, signal });
    toast(t("tools.pinned"));
  }
}

/** Right or wrong. Whoever says wrong may say why. */
function feedback(run, path, signal) {
  const field = uniqueId("why");
  const note = h("input", { id: field, type: "text", maxlength: "2000" });
  const more = h(
    "form.feedback-why",
    { hidden: true, on: { submit: (event) => (event.preventDefault(), send("wrong", note.value.trim())) } },
    h("label", { for: field }, t("feedback.why")),
    h("div.row", note, h("button.button.small", { type: "submit" }, t("feedback.send"))),
  );
  const button = (verdict, act) =>
    h(
      "button.button.small",
      { "aria-pressed": "false", data: { verdict }, on: { click: act } },
      icon(verdict === "right" ? "check" : "close"),
      t(`feedback.${verdict}`),
    );
  const right = button("right", () => send("right"));
  const wrong = button("wrong", () => send("wrong"));
  const said = h("span.hint", { role: "status" });
  const mark = (verdict) => {
    right.setAttribute("aria-pressed", String(verdict === "right"));
    wrong.setAttribute("aria-pressed", String(verdict === "wrong"));
    more.hidden = verdict !== "wrong";
  };
  json(query("/api/feedback", { runId: run.id, limit: 1 }), { signal }).then(
    ({ items }) => items.length && mark(items[0].verdict),
    () => {},
  );
  return h("div.feedback", { role: "group", "aria-label": t("feedback.label") }, right, wrong, said, more);

  async function send(verdict, why = "") {
    try {
      await json(`${path}/feedback`, { method: "POST", body: { verdict, note: why }, signal });
      mark(verdict);
      said.textContent = t("feedback.thanks");
      if (verdict === "wrong" && !why) note.focus();
      else more.hidden = true;
    } catch (error) {
      if (!signal?.aborted) fill(said, errorNotice(error));
    }
  }
}

/** Three questions that the same data can answer next. Empty where there are none. */
export function nextQuestions(run, { onAsk, signal }) {
  const place = h("section.examples.next-questions", { "aria-labelledby": "next-title", hidden: true });
  json(query(`/api/runs/${encodeURIComponent(run.id)}/next`, { language: run.answer.language }), { signal }).then(
    ({ questions }) => {
      if (!questions.length) return;
      place.hidden = false;
      fill(
        place,
        h("h2", { id: "next-title" }, t("ask.onward")),
        h(
          "ul",
          questions.map((text) => h("li", h("button.example", { on: { click: () => onAsk(text) } }, text))),
        ),
      );
    },
    () => {},
  );
  return place;
}
