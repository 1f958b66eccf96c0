// The front page: a question box, examples, and what was asked last.
import { json, query } from "../api.js";
import { add, fill, h } from "../dom.js";
import { relative } from "../format.js";
import { t } from "../i18n.js";
import { composer } from "../parts/composer.js";
import { statusBadge } from "../parts/status.js";
import { href } from "../router.js";

export function askView(main, { signal }) {
  const box = composer({ signal, autofocus: true });
  const examples = [1, 2, 3, 4].map((number) => t(`ask.example${number}`));
  const recent = h("section.recent", { "aria-labelledby": "recent-title", hidden: true });
  add(
    main,
    h("div.hero", h("h1", t("ask.title")), h("p.lead", t("ask.lead"))),
    box.node,
    h(
      "section.examples",
      { "aria-labelledby": "examples-title" },
      h("h2", { id: "examples-title" }, t("ask.examples")),
      h(
        "ul",
        examples.map((text) => h("li", h("button.example", { on: { click: () => box.ask(text) } }, text))),
      ),
    ),
    recent,
  );
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
