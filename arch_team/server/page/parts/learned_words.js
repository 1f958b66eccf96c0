// Words that people explained: what each means, who may use it, and what an admin makes of it.
import { download, json } from "../api.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { icon } from "./icons.js";

/** The list as a card, or nothing where no word was learned. `act` does something and draws the view anew. */
export function learnedWords(state, act, signal) {
  if (!state.items.length) return null;
  const decide = (word, status) =>
    act(
      () => json(`/api/words/${word.id}/decision`, { method: "POST", body: { status }, signal }),
      t(`words.said.${status}`, { word: word.word }),
    );
  const button = (word, status) =>
    h("button.button.small", { on: { click: () => decide(word, status) } }, t(`words.${status}`));
  return h(
    "section.card.stack",
    { "aria-labelledby": "learned-words" },
    h("h2", { id: "learned-words" }, t("words.title")),
    h("p.hint", t("words.lead")),
    h(
      "ul.own-files",
      state.items.map((word) =>
        h(
          "li",
          h("span.own-file", t("words.means", { word: word.word, meaning: word.meaning })),
          h("span.hint", `${word.question} · ${t(`words.status.${word.status}`)}`),
          state.mayDecide && word.status !== "approved" ? button(word, "approved") : null,
          state.mayDecide && word.status !== "rejected" ? button(word, "rejected") : null,
        ),
      ),
    ),
    state.items.some((word) => word.status === "approved")
      ? h(
          "div.actions",
          h(
            "button.button.small",
            { on: { click: () => act(() => download("/api/words/export", "words.yaml", signal)) } },
            icon("download"),
            t("words.export"),
          ),
        )
      : null,
  );
}
