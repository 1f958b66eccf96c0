// All runs, newest first: look for one, go back to it, take it along, delete it.
import { download, json, query } from "../api.js";
import { add, fill, h } from "../dom.js";
import { when } from "../format.js";
import { t } from "../i18n.js";
import { confirmed } from "../parts/dialog.js";
import { icon } from "../parts/icons.js";
import { empty, errorNotice, loading, toast } from "../parts/notice.js";
import { ending, statusBadge } from "../parts/status.js";
import { href, note } from "../router.js";

const PER_PAGE = 20;
const STATES = ["queued", "running", "waiting", "done", "cancelled"];

export function historyView(main, { query: address, signal }) {
  const wanted = {
    search: address.get("search") ?? "",
    status: STATES.includes(address.get("status")) ? address.get("status") : "",
  };
  const search = h("input", {
    id: "history-search",
    type: "search",
    value: wanted.search,
    maxlength: "200",
    placeholder: t("history.search"),
  });
  const status = h(
    "select",
    { id: "history-status" },
    h("option", { value: "" }, t("history.all")),
    STATES.map((name) => h("option", { value: name, selected: name === wanted.status }, t(`status.${name}`))),
  );
  const list = h("ul.runs", { "aria-label": t("nav.history") });
  const foot = h("div.actions");
  const said = h("div", { "aria-live": "polite" });
  let asked = 0;
  let timer;
  const changed = () => {
    wanted.search = search.value.trim();
    wanted.status = status.value;
    note("/history", wanted);
    load(null);
  };
  search.addEventListener("input", () => (clearTimeout(timer), (timer = setTimeout(changed, 250))));
  status.addEventListener("change", changed);
  add(
    main,
    h("h1", t("nav.history")),
    h(
      "form.filters",
      { role: "search", on: { submit: (event) => (event.preventDefault(), changed()) } },
      h("div", h("label", { for: "history-search" }, t("history.searchLabel")), search),
      h("div", h("label", { for: "history-status" }, t("history.status")), status),
    ),
    said,
    list,
    foot,
    feedbackList(signal),
  );
  load(null);

  async function load(after) {
    const mine = (asked += 1);
    if (!after) fill(said, loading());
    try {
      const page = await json(query("/api/runs", { ...wanted, after, limit: PER_PAGE }), { signal });
      if (mine !== asked) return;
      if (!after) list.replaceChildren();
      list.append(...page.items.map(line));
      fill(
        said,
        list.children.length ? null : empty(t(wanted.search || wanted.status ? "history.none" : "history.empty")),
      );
      fill(foot, page.next ? h("button.button", { on: { click: () => load(page.next) } }, t("history.more")) : null);
    } catch (error) {
      if (!signal.aborted && mine === asked)
        fill(
          said,
          errorNotice(error, () => load(after)),
        );
    }
  }

  function line(run) {
    const row = h(
      "li.run-line",
      h(
        "a.run-link",
        { href: href(`/runs/${run.id}`) },
        h("span.run-question", run.request.question),
        h("span.run-answer", firstWords(run)),
      ),
      h("div.run-facts", statusBadge(run), h("time.hint", { datetime: run.createdAt }, when(run.createdAt))),
      h(
        "div.run-tools",
        h(
          "a.icon-button",
          {
            href: href(`/runs/${run.id}/trace`),
            "aria-label": t("history.trace", { question: run.request.question }),
            title: t("answer.trace"),
          },
          icon("history"),
        ),
        tool("download", "history.export", run, save),
        ["done", "cancelled"].includes(run.status)
          ? tool("trash", "history.delete", run, () => remove(run, row))
          : null,
      ),
    );
    row.dataset.ending = ending(run);
    return row;
  }

  const tool = (sign, word, run, act) =>
    h(
      "button.icon-button",
      { "aria-label": `${t(word)}: ${run.request.question}`, title: t(word), on: { click: () => act(run) } },
      icon(sign),
    );

  async function save(run) {
    try {
      await download(`/api/runs/${encodeURIComponent(run.id)}/export`, `run-${run.id}.json`, signal);
    } catch (error) {
      if (!signal.aborted) fill(said, errorNotice(error));
    }
  }

  async function remove(run, row) {
    if (
      !(await confirmed(
        t("history.deleteTitle"),
        t("history.deleteText", { question: run.request.question }),
        t("history.delete"),
      ))
    )
      return;
    try {
      await json(`/api/runs/${encodeURIComponent(run.id)}`, { method: "DELETE", signal });
      const near = row.nextElementSibling ?? row.previousElementSibling;
      row.remove();
      if (!near) await load(null);
      (near?.querySelector("a") ?? main).focus();
      toast(t("history.deleted"));
    } catch (error) {
      if (!signal.aborted) fill(said, errorNotice(error));
    }
  }
}

/** What people said of answers. Empty where nobody has. */
function feedbackList(signal) {
  const place = h("section.feedback-list", { "aria-labelledby": "feedback-title", hidden: true });
  json(query("/api/feedback", { limit: PER_PAGE }), { signal }).then(
    ({ items }) => {
      if (!items.length) return;
      place.hidden = false;
      fill(
        place,
        h("h2", { id: "feedback-title" }, t("feedback.list")),
        h(
          "ul.recent-list",
          items.map((one) =>
            h(
              "li",
              h(
                "a",
                { href: href(`/runs/${one.runId}`) },
                h("span.recent-question", one.note ? `${one.question} – ${one.note}` : one.question),
                h("span", { class: `badge ${one.verdict === "right" ? "proof" : "bad"}` }, t(`feedback.${one.verdict}`)),
                h("time.hint", { datetime: one.at }, when(one.at)),
              ),
            ),
          ),
        ),
      );
    },
    () => {},
  );
  return place;
}

/** What came out, without the answer's tables. */
const firstWords = ({ answer }) =>
  (answer?.text.replace(/\n\|[^]*/, "").replace(/\s*\n-?\s*/g, " ") || answer?.reason) ?? "";
