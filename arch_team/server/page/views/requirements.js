// Requirements: hand them in, see where they stand, mend them, take the result along.
import { saveAs } from "../api.js";
import { add, fill, h, vars } from "../dom.js";
import { score } from "../format.js";
import { t } from "../i18n.js";
import { duplicateGroups } from "../parts/duplicates.js";
import { icon } from "../parts/icons.js";
import { announce, awayLine, errorNotice } from "../parts/notice.js";
import { requirementCard } from "../parts/requirement.js";
import {
  clearReview,
  goOn,
  isOpen,
  onReview,
  readRequirements,
  review,
  standingScore,
  startReview,
} from "../review.js";
import { asCsv, asJson } from "../review_files.js";
import { session } from "../storage.js";

const ACCEPTED = ".txt,.md,.csv,.tsv,.xlsx,.reqif,.reqifz,.docx";
const PER_PAGE = 25;
const SHOWN = {
  all: () => true,
  fail: (item) => item.evaluation?.verdict === "fail",
  open: isOpen,
  undecided: (item) => item.rewrite && item.rewrite.status !== "unchanged" && !item.decision,
  decided: (item) => item.decision,
};
const ORDER = {
  given: () => 0,
  worst: (a, b) => (standingScore(a) ?? 2) - (standingScore(b) ?? 2),
  best: (a, b) => (standingScore(b) ?? -1) - (standingScore(a) ?? -1),
};

export function requirementsView(main, { signal }) {
  const away = awayLine();
  const body = h("div", { class: "stack" });
  add(main, h("h1", {}, t("nav.requirements")), h("p", { class: "lead" }, t("requirements.lead")), away.node, body);
  review.items.length ? showReview() : showForm();

  function showForm() {
    const box = h("textarea", {
      id: "paste",
      rows: "8",
      placeholder: t("requirements.placeholder"),
      value: session.get("paste", ""),
      on: { input: () => session.set("paste", box.value) },
    });
    const said = h("div", { "aria-live": "polite" });
    const file = h("input", {
      type: "file",
      id: "file",
      class: "visually-hidden",
      accept: ACCEPTED,
      on: { change: () => file.files[0] && read(file.files[0]) },
    });
    const button = h("button", { class: "button primary", type: "submit" }, t("requirements.review"));
    const drop = h(
      "form",
      {
        class: "card hand-in",
        on: {
          submit: (event) => (
            event.preventDefault(),
            box.value.trim() ? read(new File([box.value], "pasted.txt", { type: "text/plain" })) : box.focus()
          ),
          dragover: (event) => (event.preventDefault(), drop.classList.add("over")),
          dragleave: () => drop.classList.remove("over"),
          drop: (event) => (
            event.preventDefault(),
            drop.classList.remove("over"),
            event.dataTransfer.files[0] && read(event.dataTransfer.files[0])
          ),
        },
      },
      h("label", { for: "paste" }, t("requirements.paste")),
      box,
      h(
        "div",
        { class: "actions" },
        button,
        h("label", { class: "button file", for: "file" }, icon("upload"), t("requirements.upload")),
        file,
        h(
          "button",
          {
            class: "button quiet",
            type: "button",
            on: {
              click: () => ((box.value = t("requirements.example")), session.set("paste", box.value), box.focus()),
            },
          },
          t("requirements.useExample"),
        ),
      ),
      h("p", { class: "hint" }, t("requirements.formats")),
      said,
    );
    fill(body, drop);

    async function read(given) {
      button.disabled = true;
      fill(said);
      try {
        const found = await readRequirements(given, signal);
        if (!found.requirements.length)
          throw Object.assign(new Error(t("requirements.none")), { code: "", nextStep: t("requirements.noneNext") });
        session.set("paste", null);
        startReview(given.name, found.requirements, found.notes).catch(failed);
        showReview();
      } catch (error) {
        button.disabled = false;
        if (!signal.aborted) fill(said, errorNotice(error));
      }
    }
  }

  function failed(error) {
    if (!signal.aborted && error.name !== "AbortError")
      fill(
        body.querySelector(".review-said"),
        errorNotice(error, () => goOn(away.set).catch(failed)),
      );
  }

  function showReview() {
    const wanted = session.get("review.shown", { show: "all", order: "given", search: "" });
    const summary = h("div", { class: "summary" });
    const list = h("ul", { class: "cards" });
    const foot = h("div", { class: "actions" });
    const doubles = h("div");
    const said = h("div", { class: "review-said", "aria-live": "polite" });
    const count = h("p", { class: "hint", role: "status" });
    const cards = new Map();
    let most = PER_PAGE;
    const select = (id, word, keys, name) =>
      h(
        "div",
        {},
        h("label", { for: id }, t(word)),
        h(
          "select",
          { id, on: { change: (event) => change(name, event.target.value) } },
          keys.map((key) => h("option", { value: key, selected: key === wanted[name] }, t(`${word}.${key}`))),
        ),
      );
    const search = h("input", {
      id: "requirements-search",
      type: "search",
      value: wanted.search,
      on: { input: () => change("search", search.value) },
    });
    const change = (name, value) => {
      wanted[name] = value;
      session.set("review.shown", wanted);
      most = PER_PAGE;
      drawList();
    };
    fill(
      body,
      h(
        "div",
        { class: "row spread" },
        h("p", { class: "hint" }, review.name === "pasted.txt" ? t("requirements.pasted") : review.name),
        h(
          "div",
          { class: "tools" },
          h(
            "button",
            { class: "button small", type: "button", on: { click: () => saveAs(asCsv(review), "requirements.csv") } },
            icon("download"),
            "CSV",
          ),
          h(
            "button",
            { class: "button small", type: "button", on: { click: () => saveAs(asJson(review), "requirements.json") } },
            icon("download"),
            "JSON",
          ),
          h(
            "button",
            { class: "button small", type: "button", on: { click: () => (clearReview(), showForm(), main.focus()) } },
            t("requirements.anew"),
          ),
        ),
      ),
      said,
      review.notes.length
        ? h(
            "details",
            {},
            h("summary", { class: "hint" }, t("requirements.notes", { count: review.notes.length })),
            h(
              "ul",
              { class: "hint" },
              review.notes.map((text) => h("li", {}, text)),
            ),
          )
        : null,
      summary,
      doubles,
      h(
        "div",
        { class: "filters" },
        select("requirements-show", "requirements.show", Object.keys(SHOWN), "show"),
        select("requirements-order", "requirements.order", Object.keys(ORDER), "order"),
        h("div", {}, h("label", { for: "requirements-search" }, t("requirements.search")), search),
      ),
      count,
      list,
      foot,
    );

    function drawList() {
      const words = wanted.search.trim().toLowerCase();
      const shown = review.items
        .filter(
          (item) => SHOWN[wanted.show](item) && (!words || `${item.id} ${item.text}`.toLowerCase().includes(words)),
        )
        .sort(ORDER[wanted.order]);
      const nodes = shown.slice(0, most).map((item) => {
        if (!cards.has(item)) cards.set(item, requirementCard(item, signal));
        return cards.get(item).node;
      });
      if (nodes.length !== list.children.length || nodes.some((node, index) => node !== list.children[index]))
        list.replaceChildren(...nodes);
      count.textContent = t("requirements.count", { count: shown.length, all: review.items.length });
      fill(
        foot,
        shown.length > most
          ? h(
              "button",
              { class: "button", type: "button", on: { click: () => ((most += PER_PAGE), drawList()) } },
              t("requirements.more", { count: shown.length - most }),
            )
          : null,
      );
    }

    let waiting = false;
    const stop = onReview((item) => {
      if (signal.aborted || !review.items.length) return;
      if (item) cards.get(item)?.draw();
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(() => {
        waiting = false;
        drawSummary();
        if (!item || wanted.order === "given") drawList();
        if (!item) fill(doubles, duplicateGroups(signal));
      });
    });
    signal.addEventListener("abort", stop);
    drawSummary();
    drawList();
    fill(doubles, duplicateGroups(signal));
    goOn(away.set).then(() => signal.aborted || announce(t("requirements.done")), failed);

    function drawSummary() {
      fill(summary, overview());
    }
  }
}

/** Where the whole set stands. */
function overview() {
  const judged = review.items.filter((item) => item.evaluation);
  const mean = judged.length ? judged.reduce((sum, item) => sum + standingScore(item), 0) / judged.length : null;
  const passed = judged.filter((item) => item.evaluation.verdict === "pass").length;
  const mended = review.items.filter((item) => item.decision === "accepted" || item.decision === "edited").length;
  const busy = judged.length < review.items.length;
  const facts = [
    [t("requirements.number"), String(review.items.length)],
    [t("requirements.passed"), String(passed)],
    [t("requirements.mended"), String(mended)],
    [t("requirements.openQuestions"), String(review.items.filter(isOpen).length)],
    [t("requirements.mean"), mean === null ? "–" : score(mean)],
  ];
  return [
    busy || !review.done.duplicates
      ? h(
          "div",
          { class: "progress-line" },
          h("progress", { max: review.items.length, value: judged.length, "aria-label": t("requirements.progress") }),
          h(
            "span",
            { class: "hint" },
            busy
              ? t("requirements.judged", { done: judged.length, all: review.items.length })
              : t("requirements.comparing"),
          ),
        )
      : null,
    h(
      "dl",
      { class: "figures-row" },
      facts.map(([word, value]) => h("div", {}, h("dt", {}, word), h("dd", {}, value))),
    ),
    judged.length ? criteria(judged) : null,
  ];
}

function criteria(judged) {
  const sums = new Map();
  for (const item of judged)
    for (const one of item.evaluation.evaluation)
      sums.set(one.criterion, [...(sums.get(one.criterion) ?? []), one.score]);
  return h(
    "details",
    { class: "means" },
    h("summary", {}, t("requirements.byCriterion")),
    h(
      "ul",
      { class: "meters" },
      [...sums].map(([name, values]) => {
        const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
        return h(
          "li",
          { class: mean < 0.7 ? "low" : null },
          h("span", {}, t(`criterion.${name}`)),
          vars(h("span", { class: "meter", "aria-hidden": "true" }), { share: mean }),
          h("span", { class: "numeric" }, score(mean)),
        );
      }),
    ),
  );
}
