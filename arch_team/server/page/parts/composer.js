// The question box. Enter sends, Shift+Enter is a new line; what is not sent yet survives a reload.
import { json, patiently, randomId } from "../api.js";
import { fill, h, uniqueId } from "../dom.js";
import { t } from "../i18n.js";
import { go } from "../router.js";
import { session } from "../storage.js";
import { icon } from "./icons.js";
import { awayLine, errorNotice } from "./notice.js";

/** `before()` is waited for before a question is sent. `follows` is the run that the question goes on from. */
export function composer({ signal, autofocus = false, text = null, before = async () => {}, follows = null } = {}) {
  const id = uniqueId("question");
  const box = h("textarea", {
    id,
    rows: "1",
    maxlength: "10000",
    placeholder: t("ask.placeholder"),
    "aria-describedby": `${id}-hint`,
    value: text ?? session.get("draft", ""),
    on: {
      input: keep,
      keydown: (event) =>
        event.key === "Enter" && !event.shiftKey && !event.isComposing && (event.preventDefault(), send()),
    },
  });
  if (autofocus) box.dataset.firstFocus = "";
  const button = h("button.button.primary.send", { type: "submit", "aria-label": t("ask.send") }, icon("send"));
  const away = awayLine();
  const said = h("div", { "aria-live": "polite" });
  const form = h(
    "form.composer",
    { on: { submit: (event) => (event.preventDefault(), send()) } },
    h("label", { for: id, class: "visually-hidden" }, t("ask.label")),
    h("div.composer-box", box, button),
    h("p.hint", { id: `${id}-hint` }, t("ask.hint")),
    away.node,
    said,
  );

  function keep() {
    session.set("draft", box.value);
    grow();
  }

  function grow() {
    box.style.height = "auto";
    box.style.height = `${Math.min(box.scrollHeight, 260)}px`;
  }

  /** Sent under one key until somebody took it on: a restart in between starts no second run. */
  async function send() {
    const question = box.value.trim();
    if (!question || button.disabled) return;
    button.disabled = true;
    fill(said);
    const headers = { "Idempotency-Key": randomId() };
    try {
      await before();
      const run = await patiently(() => json("/api/runs", { method: "POST", body: { question, ...(follows && { follows }) }, headers, signal }), {
        signal,
        onAway: away.set,
      });
      session.set("draft", null);
      box.value = "";
      go(`/runs/${run.id}`);
    } catch (error) {
      if (!signal.aborted) fill(said, errorNotice(error));
    } finally {
      button.disabled = false;
    }
  }

  requestAnimationFrame(grow);
  return {
    node: form,
    /** Puts a text into the box, to be changed or sent. */
    put(question) {
      box.value = question;
      keep();
      box.focus();
      form.scrollIntoView({ block: "nearest" });
    },
    ask(question) {
      box.value = question;
      send();
    },
  };
}
