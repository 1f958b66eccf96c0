// Benchmark reports: how right the team is, with and without its parts, and question by question.
import { call, json } from "../api.js";
import { add, fill, h } from "../dom.js";
import { number, percent, when } from "../format.js";
import { known, t } from "../i18n.js";
import { icon } from "../parts/icons.js";
import { empty, errorNotice, loading } from "../parts/notice.js";
import { sortableTable } from "../parts/table.js";
import { href } from "../router.js";

const VERDICTS = ["right", "incomplete", "asked", "refused", "timeout", "failed", "wrong"];

export async function benchmarksView(main, { signal }) {
  const place = h("div.stack", loading());
  add(main, h("h1", t("nav.benchmarks")), h("p.lead", t("benchmarks.lead")), place);
  try {
    const found = await json("/api/benchmarks", { signal });
    const reports = found.items;
    fill(
      place,
      reports.length
        ? h(
            "ul.cards",
            reports.map((one) =>
              h(
                "li.card",
                h(
                  "a.report-link",
                  { href: href(`/benchmarks/${encodeURIComponent(one.name)}`) },
                  h("strong", one.name),
                  h("span.hint", when(one.madeAt)),
                ),
              ),
            ),
          )
        : empty(t("benchmarks.empty"), t("benchmarks.emptyText"), h("code", "arch-team benchmark trustee")),
    );
  } catch (error) {
    if (!signal.aborted) fill(place, errorNotice(error));
  }
}

export async function benchmarkView(main, { params, signal, setTitle }) {
  const path = `/api/benchmarks/${encodeURIComponent(params.name)}`;
  const place = h("div.stack", loading());
  add(
    main,
    h("p", h("a.back", { href: href("/benchmarks") }, icon("back"), t("nav.benchmarks"))),
    h("h1", params.name),
    place,
  );
  setTitle(params.name);
  try {
    const [twin, list] = await Promise.all([json(path, { signal }), json("/api/benchmarks?limit=200", { signal })]);
    fill(
      place,
      twin.modes ? summary(twin) : null,
      charts(list.items.find((one) => one.name === params.name)?.charts ?? []),
      await whole(),
    );
  } catch (error) {
    if (!signal.aborted) fill(place, errorNotice(error));
  }

  function charts(names) {
    const row = h("div.charts");
    names.forEach(async (name) => {
      try {
        const response = await call(`${path}/charts/${encodeURIComponent(name)}.svg`, {
          headers: { Accept: "image/svg+xml" },
          signal,
        });
        row.append(
          h("img.chart", { src: URL.createObjectURL(await response.blob()), alt: t("benchmarks.chart", { name }) }),
        );
      } catch {
        // the tables say the same
      }
    });
    return names.length ? row : null;
  }

  /** The report as it was written. */
  async function whole() {
    const response = await call(`${path}/report.md`, { headers: { Accept: "text/markdown" }, signal });
    return h(
      "details.card",
      h("summary", t("benchmarks.report")),
      h("pre.report", { tabindex: "0" }, await response.text()),
    );
  }
}

function summary(twin) {
  const share = (rate) => (rate ? rate.value : null);
  const shown = (value) => (value === null || value === undefined ? "–" : percent(value, 1));
  const plain = (value) => (value === null || value === undefined ? "–" : String(value));
  const count = (value) => (value === null || value === undefined ? "–" : number(value, 2));
  return [
    twin.goals?.length
      ? h(
          "section.card",
          { "aria-labelledby": "goals" },
          h("h2", { id: "goals" }, t("benchmarks.goals")),
          h(
            "ul.goals",
            twin.goals.map((goal) =>
              h(
                "li",
                h(
                  "span",
                  { class: `badge ${goal.reached === null ? "plain" : goal.reached ? "proof" : "warn"}` },
                  t(`benchmarks.reached.${goal.reached}`),
                ),
                h("span", `${goal.goal}: ${goal.measured}`),
              ),
            ),
          ),
        )
      : null,
    h(
      "section.card",
      { "aria-labelledby": "modes" },
      h("h2", { id: "modes" }, t("benchmarks.modes")),
      sortableTable({
        caption: t("benchmarks.modes"),
        columns: [
          { label: t("benchmarks.mode"), show: plain },
          { label: t("benchmarks.accuracy"), show: shown, numeric: true },
          { label: t("benchmarks.wrong"), show: shown, numeric: true },
          { label: t("benchmarks.pattern"), show: shown, numeric: true },
          { label: t("benchmarks.repair"), show: shown, numeric: true },
          { label: t("benchmarks.rounds"), show: count, numeric: true },
          { label: t("benchmarks.tokens"), show: count, numeric: true },
        ],
        rows: twin.modes.map((mode) => [
          mode.mode,
          share(mode.accuracy),
          share(mode.wrong),
          share(mode.patternCompliance),
          mode.repairs?.conversion ?? null,
          mode.rounds,
          mode.promptTokens + mode.completionTokens,
        ]),
      }),
    ),
    twin.questions?.length
      ? h(
          "section.card",
          { "aria-labelledby": "questions" },
          h("h2", { id: "questions" }, t("benchmarks.each")),
          sortableTable({
            caption: t("benchmarks.each"),
            columns: [
              { label: t("benchmarks.id"), show: plain },
              { label: t("benchmarks.question"), show: plain },
              ...twin.modes.map((mode) => ({ label: mode.mode, show: (value) => value })),
            ],
            rows: twin.questions.map((one) => [
              one.id,
              one.question,
              ...twin.modes.map((mode) => verdicts(one.verdicts?.[mode.mode] ?? [])),
            ]),
          }),
        )
      : null,
  ];
}

const verdicts = (list) =>
  [...new Set(list)]
    .sort((a, b) => VERDICTS.indexOf(a) - VERDICTS.indexOf(b))
    .map((name) => known(`verdict.${name}`) ?? name)
    .join(", ") || "–";
