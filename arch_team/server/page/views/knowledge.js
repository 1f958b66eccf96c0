// Search among the held documents: what was found, why it stands where it does, and what the finds leave open.
import { json } from "../api.js";
import { add, fill, h } from "../dom.js";
import { day, number, percent } from "../format.js";
import { known, language, t } from "../i18n.js";
import { fileName } from "../parts/evidence.js";
import { icon } from "../parts/icons.js";
import { meter } from "../parts/marks.js";
import { announce, empty, errorNotice, loading, notice } from "../parts/notice.js";
import { note } from "../router.js";
import { session } from "../storage.js";

export function knowledgeView(main, { query: address, signal }) {
  const field = h("input", {
    id: "knowledge-question",
    type: "search",
    maxlength: "2000",
    value: address.get("q") ?? session.get("knowledge", ""),
    placeholder: t("knowledge.placeholder"),
    on: { input: () => session.set("knowledge", field.value) },
  });
  const found = h("div.stack");
  const held = h(
    "section.card",
    { "aria-labelledby": "held-title" },
    h("h2", { id: "held-title" }, t("knowledge.documents")),
    loading(),
  );
  add(
    main,
    h("h1", t("nav.knowledge")),
    h("p.lead", t("knowledge.lead")),
    h(
      "form.search-line",
      { role: "search", on: { submit: (event) => (event.preventDefault(), find()) } },
      h("label", { for: "knowledge-question", class: "visually-hidden" }, t("knowledge.label")),
      field,
      h("button.button.primary", { type: "submit" }, icon("search"), t("knowledge.find")),
    ),
    found,
    held,
  );
  documents();
  if (address.get("q")) find();

  async function find() {
    const question = field.value.trim();
    if (!question) return field.focus();
    note("/knowledge", { q: question });
    fill(found, loading());
    try {
      const answer = await json("/api/knowledge/search", {
        method: "POST",
        body: { question, language: language(), top_k: 8, debug: true },
        signal,
      });
      fill(found, results(answer));
      announce(t("knowledge.count", { count: answer.hits.length }));
    } catch (error) {
      if (!signal.aborted) fill(found, errorNotice(error, find));
    }
  }

  async function documents() {
    try {
      const all = await json("/api/knowledge/documents", { signal });
      fill(
        held,
        h("h2", { id: "held-title" }, t("knowledge.documents")),
        all.length
          ? h(
              "ul.documents",
              all.map((one) =>
                h(
                  "li",
                  icon("requirements"),
                  h(
                    "div",
                    h("strong", one.title),
                    h(
                      "p.hint",
                      [
                        fileName(one.source),
                        t("knowledge.passages", { count: one.passages }),
                        one.date ? day(one.date) : null,
                        one.licence,
                      ]
                        .filter(Boolean)
                        .join(" · "),
                    ),
                  ),
                  one.sensitive ? h("span.badge.warn", t("knowledge.sensitive")) : null,
                ),
              ),
            )
          : empty(
              t("knowledge.nothing"),
              t("knowledge.nothingText"),
              h("code", "arch-team knowledge add handbook.pdf"),
            ),
      );
    } catch (error) {
      if (!signal.aborted)
        fill(held, h("h2", { id: "held-title" }, t("knowledge.documents")), errorNotice(error, documents));
    }
  }
}

function results({ result, hits }) {
  const flags = result.flags ?? {};
  return [
    flags.rag_unavailable ? notice("warn", t("knowledge.unavailable")) : null,
    hits.length ? coverage(result) : empty(t("knowledge.none"), t("knowledge.noneText")),
    h(
      "ol.hits",
      hits.map((hit) =>
        h(
          "li.card.hit",
          h(
            "div.hit-head",
            h("h3", hit.passage.path.join(" › ")),
            h("span.badge.plain", t("knowledge.points", { score: number(hit.score, 0) })),
          ),
          h("blockquote", hit.passage.text),
          h("p.reason", icon("info"), hit.reason),
          h("p.hint.cite", cite(hit.passage)),
        ),
      ),
    ),
  ];
}

/** Where to find it, as one would cite it. */
function cite({ document, page }) {
  const parts = [
    document.title,
    document.author,
    fileName(document.source),
    page ? t("knowledge.page", { page }) : null,
    document.date ? day(document.date) : null,
    document.licence,
  ];
  return [...new Set(parts.filter(Boolean))].join(", ");
}

function coverage(result) {
  const top = result.flags?.debug?.coverage?.top_k ?? {};
  const gaps = result.flags?.debug?.coverage?.gaps ?? [];
  const facets = Object.entries(top)
    .filter(([, value]) => value > 0)
    .sort((one, other) => other[1] - one[1]);
  return h(
    "section.card.coverage",
    { "aria-labelledby": "coverage-title" },
    h("h2", { id: "coverage-title" }, t("knowledge.coverage")),
    h("p", result.coverage_delta.replace(/\b[A-Z]{3,}[A-Z_]*\b/g, facet)),
    facets.length
      ? h(
          "ul.meters",
          facets.map(([name, value]) => meter(facet(name), value, false, percent(value))),
        )
      : null,
    gaps.length
      ? h(
          "details",
          h("summary", t("knowledge.gaps", { count: gaps.length })),
          h(
            "ul.chips",
            gaps.map((name) => h("li", facet(name))),
          ),
        )
      : null,
  );
}

const facet = (name) =>
  known(`facet.${name}`) ??
  name
    .replace(/^CUSTOM_/, "")
    .replaceAll("_", " ")
    .toLowerCase();
