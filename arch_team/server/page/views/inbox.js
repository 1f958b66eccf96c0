// The team's open questions. They come by themselves; answering one lets its run go on.
import { json, pause } from "../api.js";
import { add, fill, h } from "../dom.js";
import { relative } from "../format.js";
import { t } from "../i18n.js";
import { inbox, onInbox, refreshInbox } from "../inbox.js";
import { clarifyCard } from "../parts/clarify.js";
import { awayLine, empty, errorNotice, loading, toast } from "../parts/notice.js";
import { href } from "../router.js";

export function inboxView(main, { signal }) {
  const list = h("ul.cards", { "aria-label": t("inbox.list") });
  const nothing = h("div", { role: "status" });
  const away = awayLine();
  const cards = new Map();
  add(main, h("h1", t("nav.inbox")), h("p.lead", t("inbox.lead")), away.node, nothing, list);

  /** Questions that are settled here stay, with what became of them; those settled elsewhere say so. */
  function draw() {
    away.set(inbox.away);
    const open = new Set(inbox.items.map((item) => item.id));
    for (const item of inbox.items) if (!cards.has(item.id)) cards.set(item.id, card(item));
    for (const [id, one] of cards) if (!open.has(id) && !one.settled && inbox.loaded && !inbox.away) gone(id, one);
    fill(
      nothing,
      !inbox.loaded
        ? inbox.away
          ? null
          : loading()
        : cards.size
          ? null
          : empty(t("inbox.empty"), t("inbox.emptyText")),
    );
  }

  function card(item) {
    const context = h("p.hint");
    const own = { settled: false, node: null };
    const outcome = h("div", { "aria-live": "polite" });
    const dismiss = h(
      "button.button.small.quiet",
      { on: { click: () => dismissed(item, own, outcome) } },
      t("inbox.dismiss"),
    );
    own.node = h(
      "li.card",
      clarifyCard(item, {
        signal,
        context,
        onSettled: (settled) => {
          own.settled = true;
          dismiss.remove();
          refreshInbox();
          if (settled) result(item, outcome);
        },
      }),
      outcome,
      h(
        "p.card-foot",
        h("a", { href: href(`/runs/${item.runId}`) }, t("inbox.toRun")),
        dismiss,
        h("time.hint", { datetime: item.createdAt }, relative(item.createdAt)),
      ),
    );
    list.append(own.node);
    json(`/api/runs/${encodeURIComponent(item.runId)}`, { signal }).then(
      (run) => fill(context, t("inbox.about", { question: run.request.question })),
      () => {},
    );
    return own;
  }

  /** Nobody needs to know any more: the run ends, and its question with it. */
  async function dismissed(item, own, outcome) {
    try {
      own.settled = true;
      await json(`/api/runs/${encodeURIComponent(item.runId)}/cancel`, { method: "POST", signal });
      own.node.remove();
      cards.delete(item.id);
      toast(t("inbox.dismissed"));
      refreshInbox();
      main.focus();
    } catch (error) {
      own.settled = false;
      if (!signal.aborted) fill(outcome, errorNotice(error));
    }
  }

  /** What came of the answer, once the run has ended. */
  async function result(item, place) {
    fill(place, loading());
    try {
      for (;;) {
        const run = await json(`/api/runs/${encodeURIComponent(item.runId)}`, { signal });
        if (run.status === "waiting") return fill(place, h("p.hint", t("inbox.asksMore")));
        if (["done", "cancelled"].includes(run.status)) {
          const text = run.answer?.status === "approved" ? run.answer.text : (run.answer?.reason ?? t("run.ended"));
          return fill(place, h("div.inbox-result", h("h3", t("inbox.result")), h("p.pin-answer", text)));
        }
        await pause(300, signal);
      }
    } catch (error) {
      if (!signal.aborted) fill(place, errorNotice(error));
    }
  }

  function gone(id, one) {
    if (one.node.contains(document.activeElement) && document.activeElement.value) return;
    one.node.remove();
    cards.delete(id);
  }

  const stop = onInbox(draw);
  signal.addEventListener("abort", stop);
  draw();
  refreshInbox();
}
