// Where requirements come in: pasted, chosen or dropped.
import { fill, h } from "../dom.js";
import { t } from "../i18n.js";
import { readRequirements } from "../review.js";
import { session } from "../storage.js";
import { icon } from "./icons.js";
import { errorNotice, notice } from "./notice.js";

const ACCEPTED = ".txt,.md,.csv,.tsv,.xlsx,.reqif,.reqifz";
export const PASTED = "pasted.txt";

/** `onRead(name, {requirements, notes})` once there is something to review. */
export function handIn(onRead, signal) {
  const box = h("textarea", {
    id: "paste",
    rows: "8",
    placeholder: t("requirements.placeholder"),
    value: session.get("paste", ""),
    on: { input: () => session.set("paste", box.value) },
  });
  const file = h("input.visually-hidden", {
    type: "file",
    id: "file",
    accept: ACCEPTED,
    on: { change: () => take(file.files[0]) },
  });
  const said = h("div", { "aria-live": "polite" });
  const button = h("button.button.primary", { type: "submit" }, t("requirements.review"));
  const example = () => {
    box.value = t("requirements.example");
    session.set("paste", box.value);
    box.focus();
  };
  const over = (is) => form.classList.toggle("over", is);
  const form = h(
    "form.card.hand-in",
    {
      on: {
        submit: (event) => (
          event.preventDefault(),
          box.value.trim() ? take(new File([box.value], PASTED, { type: "text/plain" })) : box.focus()
        ),
        dragover: (event) => (event.preventDefault(), over(true)),
        dragleave: () => over(false),
        drop: (event) => (event.preventDefault(), over(false), take(event.dataTransfer.files[0])),
      },
    },
    h("label", { for: "paste" }, t("requirements.paste")),
    box,
    h(
      "div.actions",
      button,
      file,
      h("label.button.file", { for: "file" }, icon("upload"), t("requirements.upload")),
      h("button.button.quiet", { on: { click: example } }, t("requirements.useExample")),
    ),
    h("p.hint", t("requirements.formats")),
    said,
  );
  return form;

  async function take(given) {
    if (!given) return;
    button.disabled = true;
    fill(said);
    try {
      const found = await readRequirements(given, signal);
      if (found.requirements.length) {
        session.set("paste", null);
        onRead(given.name, found);
      } else {
        fill(said, notice("warn", t("requirements.none"), t("requirements.noneNext")));
      }
    } catch (error) {
      if (!signal.aborted) fill(said, errorNotice(error));
    } finally {
      button.disabled = false;
      file.value = "";
    }
  }
}
