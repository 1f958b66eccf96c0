// The board: pinned questions, each with its latest answer and what changed since the time before. What was asked more
// than an hour ago is asked again when the board is opened.
import { json, pause } from "../api.js";
import { add, fill, h } from "../dom.js";
import { relative } from "../format.js";
import { t } from "../i18n.js";
import { answerText } from "../parts/answer.js";
import { icon } from "../parts/icons.js";
import { announce, empty, errorNotice, loading } from "../parts/notice.js";
import { href } from "../router.js";

const ENDED = ["done", "cancelled"];
const FRESH = 60 * 60 * 1000;

/** The answer with its lists and tables drawn; its figures are opened on its own page. */
function shown(answer) {
  if (answer?.status === "approved") return answerText({ text: answer.text, figures: [] });
  return h("p", answer?.reason ?? t("board.noAnswer"));
}

export function boardView(main, { signal }) {
  const list = h("ul.cards.board", { "aria-label": t("board.list") });
  const said = h("div", { "aria-live": "polite" }, loading());
  const all = h("button.button", { on: { click: askAll }, hidden: true }, icon("history"), t("board.all"));
  const cards = new Map();
  add(main, h("h1", t("nav.board")), h("p.lead", t("board.lead")), h("div.actions", all), said, list);
  load();

  async function load() {
    try {
      const { items } = await json("/api/pins", { signal });
      all.hidden = items.length === 0;
      fill(said, items.length ? null : empty(t("board.empty"), t("board.emptyText")));
      list.replaceChildren();
      for (const item of items) list.append(card(item));
    } catch (error) {
      if (!signal.aborted) fill(said, errorNotice(error, load));
    }
  }

  async function askAll() {
    all.disabled = true;
    await Promise.allSettled([...cards.values()].map((one) => one.again()));
    all.disabled = false;
    announce(t("board.done"));
  }

  function card(item) {
    const node = h("li.card.pin");
    const own = { again: () => again(item.id) };
    cards.set(item.id, own);
    draw(item);
    const age = item.run ? Date.now() - new Date(item.run.createdAt).getTime() : 0;
    if (item.run && !ENDED.includes(item.run.status)) wait(item.id);
    else if (age > FRESH) again(item.id);
    return node;

    function draw(pin) {
      const answer = pin.run?.answer;
      const works = pin.run && !ENDED.includes(pin.run.status);
      fill(
        node,
        h("h2", pin.run ? h("a", { href: href(`/runs/${pin.run.id}`) }, pin.question) : pin.question),
        works
          ? pin.run.status === "waiting"
            ? h("p.hint", t("status.waiting"))
            : loading()
          : h("div.pin-answer", shown(answer)),
        changed(pin),
        h(
          "div.actions",
          h(
            "button.button.small",
            { disabled: works, on: { click: () => own.again() } },
            icon("history"),
            t("board.again"),
          ),
          h(
            "button.button.small.quiet",
            { "aria-label": `${t("board.unpin")}: ${pin.question}`, on: { click: () => unpin(pin) } },
            t("board.unpin"),
          ),
        ),
      );
    }

    async function again(id) {
      try {
        draw(await json(`/api/pins/${encodeURIComponent(id)}/run`, { method: "POST", signal }));
        await wait(id);
      } catch (error) {
        if (!signal.aborted) node.append(errorNotice(error));
      }
    }

    async function wait(id) {
      for (;;) {
        const { items } = await json("/api/pins", { signal });
        const now = items.find((one) => one.id === id);
        if (!now) return;
        if (!now.run || ENDED.includes(now.run.status) || now.run.status === "waiting") return draw(now);
        await pause(400, signal);
      }
    }

    async function unpin(pin) {
      try {
        await json(`/api/pins/${encodeURIComponent(pin.id)}`, { method: "DELETE", signal });
        cards.delete(pin.id);
        node.remove();
        if (!cards.size) load();
        main.focus();
      } catch (error) {
        if (!signal.aborted) node.append(errorNotice(error));
      }
    }
  }
}

/** What is different from the time before, or that nothing is. */
function changed(pin) {
  if (pin.changed === null) return null;
  const since = pin.comparedWith ? relative(pin.comparedWith) : "";
  if (!pin.changed) return h("p", h("span.badge", t("board.same", { since })));
  return h(
    "div.changes",
    h("p", h("span.badge.warn", t("board.changed", { since }))),
    h(
      "ul",
      pin.changes.map((one) =>
        h(
          "li",
          one.label ? h("strong", `${one.label}: `) : null,
          one.before === null ? t("board.new") : h("del", one.before),
          " → ",
          one.after === null ? t("board.gone") : h("ins", one.after),
        ),
      ),
    ),
  );
}
