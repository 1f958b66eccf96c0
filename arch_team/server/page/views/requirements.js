// Requirements: hand them in, see where they stand, mend them, take the result along.
import { saveAs } from "../api.js";
import { add, fill, h } from "../dom.js";
import { t } from "../i18n.js";
import { duplicateGroups } from "../parts/duplicates.js";
import { handIn, PASTED } from "../parts/hand_in.js";
import { icon } from "../parts/icons.js";
import { announce, awayLine, errorNotice } from "../parts/notice.js";
import { overview } from "../parts/overview.js";
import { requirementCard } from "../parts/requirement.js";
import { clearReview, goOn, isOpen, MOST_COMPARED, onReview, review, standingScore, startReview } from "../review.js";
import { asCsv, asJson } from "../review_files.js";
import { session } from "../storage.js";

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
  worst: (one, other) => (standingScore(one) ?? 2) - (standingScore(other) ?? 2),
  best: (one, other) => (standingScore(other) ?? -1) - (standingScore(one) ?? -1),
};

export function requirementsView(main, { signal }) {
  const away = awayLine();
  const body = h("div.stack");
  const said = h("div", { "aria-live": "polite" });
  add(main, h("h1", t("nav.requirements")), h("p.lead", t("requirements.lead")), away.node, body);
  review.items.length ? showReview() : showForm();

  function showForm() {
    fill(
      body,
      handIn((name, { requirements, notes }) => (startReview(name, requirements, notes), showReview()), signal),
    );
  }

  function work() {
    fill(said);
    goOn(away.set).then(
      () => signal.aborted || announce(t("requirements.done")),
      (error) => {
        if (!signal.aborted && error.name !== "AbortError") fill(said, errorNotice(error, work));
      },
    );
  }

  function showReview() {
    const summary = h("div.summary");
    const doubles = h("div");
    const list = reviewList(signal);
    const anew = () => (clearReview(), showForm(), main.focus());
    const tool = (text, click, sign) => h("button.button.small", { on: { click } }, sign ? icon(sign) : null, text);
    fill(
      body,
      h(
        "div.row.spread",
        h("p.hint", review.name === PASTED ? t("requirements.pasted") : review.name),
        h(
          "div.tools",
          tool("CSV", () => saveAs(asCsv(review), "requirements.csv"), "download"),
          tool("JSON", () => saveAs(asJson(review), "requirements.json"), "download"),
          tool(t("requirements.anew"), anew),
        ),
      ),
      notes(),
      said,
      summary,
      doubles,
      list.node,
    );

    let waiting = false;
    let whole = false;
    const draw = (item) => {
      if (signal.aborted || !review.items.length) return;
      if (item) list.redraw(item);
      whole ||= !item;
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(() => {
        fill(summary, overview());
        if (whole) (list.draw(), fill(doubles, duplicateGroups(signal)));
        waiting = whole = false;
      });
    };
    signal.addEventListener("abort", onReview(draw));
    draw(null);
    work();
  }

  function notes() {
    const notes =
      review.items.length > MOST_COMPARED
        ? [...review.notes, t("duplicates.tooMany", { count: MOST_COMPARED })]
        : review.notes;
    if (!notes.length) return null;
    return h(
      "details.hint",
      h("summary", t("requirements.notes", { count: notes.length })),
      h(
        "ul",
        notes.map((text) => h("li", text)),
      ),
    );
  }
}

/** The cards, filtered, sorted, and not all at once. */
function reviewList(signal) {
  const wanted = { show: "all", order: "given", search: "", ...session.get("review.shown", {}) };
  const cards = new Map();
  const list = h("ul.cards", { "aria-label": t("nav.requirements") });
  const count = h("p.hint", { role: "status" });
  const foot = h("div.actions");
  let most = PER_PAGE;
  const change = (name, value) => {
    wanted[name] = value;
    session.set("review.shown", wanted);
    most = PER_PAGE;
    draw();
  };
  const select = (name, keys) =>
    h(
      "div",
      h("label", { for: `requirements-${name}` }, t(`requirements.${name}`)),
      h(
        "select",
        { id: `requirements-${name}`, on: { change: (event) => change(name, event.target.value) } },
        keys.map((key) =>
          h("option", { value: key, selected: key === wanted[name] }, t(`requirements.${name}.${key}`)),
        ),
      ),
    );
  const search = h("input", {
    id: "requirements-search",
    type: "search",
    value: wanted.search,
    on: { input: () => change("search", search.value) },
  });
  const node = h(
    "div.stack",
    h(
      "div.filters",
      select("show", Object.keys(SHOWN)),
      select("order", Object.keys(ORDER)),
      h("div", h("label", { for: search.id }, t("requirements.search")), search),
    ),
    count,
    list,
    foot,
  );
  return { node, draw, redraw: (item) => cards.get(item)?.draw() };

  function draw() {
    const words = wanted.search.trim().toLowerCase();
    const fits = (item) =>
      SHOWN[wanted.show](item) && (!words || `${item.id} ${item.text}`.toLowerCase().includes(words));
    const shown = review.items.filter(fits).sort(ORDER[wanted.order]);
    const nodes = shown.slice(0, most).map((item) => {
      if (!cards.has(item)) cards.set(item, requirementCard(item, signal));
      return cards.get(item).node;
    });
    const same = nodes.length === list.children.length && nodes.every((one, index) => one === list.children[index]);
    if (!same) list.replaceChildren(...nodes);
    count.textContent = t("requirements.count", { count: shown.length, all: review.items.length });
    const more = () => ((most += PER_PAGE), draw());
    fill(
      foot,
      shown.length > most
        ? h("button.button", { on: { click: more } }, t("requirements.more", { count: shown.length - most }))
        : null,
    );
  }
}
