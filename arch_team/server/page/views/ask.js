// The front page: a question box, examples, and what was asked last.
import { json, query } from "../api.js";
import { add, fill, h } from "../dom.js";
import { relative } from "../format.js";
import { language, t } from "../i18n.js";
import { composer } from "../parts/composer.js";
import { statusBadge } from "../parts/status.js";
import { href } from "../router.js";

export function askView(main, { signal }) {
  const box = composer({ signal, autofocus: true });
  const examples = h("section.examples", { "aria-labelledby": "examples-title" });
  const recent = h("section.recent", { "aria-labelledby": "recent-title", hidden: true });
  add(
    main,
    h("div.hero", h("h1", t("ask.title")), h("p.lead", t("ask.lead"))),
    box.node,
    examples,
    recent,
  );
  suggest();

  /** Questions that the data can answer now. */
  async function suggest() {
    let questions = [];
    try {
      ({ questions } = await json(query("/api/data/questions", { language: language() }), { signal }));
    } catch {
      // the box is there all the same
    }
    if (signal.aborted || !questions.length) return;
    fill(
      examples,
      h("h2", { id: "examples-title" }, t("ask.examples")),
      h(
        "ul",
        questions.map((text) => h("li", h("button.example", { on: { click: () => box.ask(text) } }, text))),
      ),
    );
  }
  json(query("/api/runs", { limit: 5 }), { signal }).then(
    ({ items }) => {
      if (!items.length) return;
      recent.hidden = false;
      fill(
        recent,
        h("h2", { id: "recent-title" }, t("ask.recent")),
        h(
          "ul.recent-list",
          items.map((run) =>
            h(
              "li",
              h(
                "a",
                { href: href(`/runs/${run.id}`) },
                h("span.recent-question", run.request.question),
                statusBadge(run),
                h("time.hint", { datetime: run.createdAt }, relative(run.createdAt)),
              ),
            ),
          ),
        ),
      );
    },
    () => {},
  );
}
