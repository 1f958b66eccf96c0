// One run: the seats at work, the question back, the answer. Everything is drawn from the record and the events, so a
// reload, a lost connection or a restarted server changes nothing on screen.
import { json, patiently, pause, query } from "../api.js";
import { add, fill, h } from "../dom.js";
import { follow } from "../events.js";
import { t } from "../i18n.js";
import { refreshInbox } from "../inbox.js";
import { answerChart } from "../parts/answer_chart.js";
import { answerTools, nextQuestions } from "../parts/answer_tools.js";
import { clarifyCard } from "../parts/clarify.js";
import { composer } from "../parts/composer.js";
import { endingCard } from "../parts/ending.js";
import { openEvidence } from "../parts/evidence.js";
import { announce, awayLine, errorNotice, loading } from "../parts/notice.js";
import { resultTables } from "../parts/results.js";
import { teamView } from "../parts/team.js";
import { thread } from "../parts/thread.js";
import { note } from "../router.js";

const ENDED = ["done", "cancelled"];

export async function runView(main, { params, query: address, signal, setTitle }) {
  const path = `/api/runs/${encodeURIComponent(params.id)}`;
  const away = awayLine();
  const place = h("div.run", loading());
  let waiting = false;
  const next = composer({ signal, before: abandon, follows: params.id });
  add(main, place, away.node, h("section.next-question", { "aria-label": t("ask.next") }, next.node));
  const get = () => patiently(() => json(path, { signal }), { signal, onAway: away.set });
  try {
    await draw(await get());
  } catch (error) {
    if (!signal.aborted) fill(place, h("h1", t("run.title")), errorNotice(error));
  }

  /** Who asks something else instead of answering leaves this run: its question is withdrawn. */
  async function abandon() {
    if (!waiting) return;
    waiting = false;
    await json(`${path}/cancel`, { method: "POST" }).catch(() => {});
    refreshInbox();
  }

  async function draw(run) {
    setTitle(run.request.question.slice(0, 60));
    const live = !ENDED.includes(run.status);
    const events = [];
    const team = teamView();
    const asked = h("div.asked");
    const outcome = h("div.outcome");
    const cancel = h("button.button.small", { on: { click: stop } }, t("run.cancel"));
    const work = h(
      "details.work.card",
      { open: live },
      h("summary", h("span.work-title", t(live ? "run.work" : "run.worked")), h("span.work-state", { role: "status" })),
      team.node,
      h("div.actions", cancel),
    );
    const state = work.querySelector(".work-state");
    fill(place, thread(run, signal), h("h1.question", run.request.question), outcome, asked, work);
    if (!live) finish(run);

    let drawing = false;
    const redraw = () => {
      if (drawing) return;
      drawing = true;
      requestAnimationFrame(() => {
        drawing = false;
        team.show(events);
      });
    };
    team.show(events);
    await follow(run.id, {
      signal,
      onAway: away.set,
      onEvent: (event) => (events.push(event), redraw(), onEvent(event)),
    }).catch((error) => {
      if (live || signal.aborted) throw error; // the events of an ended run are only shown beside its answer
    });
    if (live) finish(await settled(), true);

    /** The record once it says that it has ended: the last event may be a moment ahead of it. */
    async function settled() {
      for (;;) {
        const record = await get();
        if (ENDED.includes(record.status)) return record;
        await pause(300, signal);
      }
    }

    function onEvent(event) {
      if (ENDED.includes(run.status)) return;
      waiting = event.kind === "asked";
      state.textContent = t(waiting ? "run.waits" : "run.works");
      if (event.kind === "asked") showQuestion();
      if (event.kind === "answered") clear();
    }

    /** Takes the question away. Whoever was in it finds themselves at the team's work. */
    function clear() {
      const inside = asked.contains(document.activeElement);
      fill(asked);
      if (inside) work.querySelector("summary").focus();
    }

    async function showQuestion() {
      try {
        const { items } = await patiently(
          () => json(query("/api/clarifications", { status: "pending", runId: run.id }), { signal }),
          { signal, onAway: away.set },
        );
        const [question] = items.filter((one) => one.runId === run.id);
        if (!question || asked.querySelector(`[data-clarification="${CSS.escape(question.id)}"]`)) return;
        fill(asked, clarifyCard(question, { signal, onSettled: () => refreshInbox() }));
        announce(t("run.asks", { question: question.question }));
      } catch (error) {
        if (!signal.aborted) fill(asked, errorNotice(error, showQuestion));
      }
    }

    async function stop() {
      cancel.disabled = true;
      try {
        await json(`${path}/cancel`, { method: "POST", signal });
      } catch (error) {
        if (!signal.aborted) fill(asked, errorNotice(error));
      } finally {
        cancel.disabled = false;
      }
    }

    function finish(ended, justNow = false) {
      run = ended;
      waiting = false;
      cancel.parentElement.remove();
      clear();
      state.textContent = "";
      work.querySelector(".work-title").textContent = t("run.worked");
      const open = (number) => {
        note(`/runs/${run.id}`, { figure: number });
        openEvidence(run, number, { onClose: () => signal.aborted || note(`/runs/${run.id}`) });
      };
      const whole = run.answer?.understoodAs;
      fill(
        outcome,
        whole ? h("p.hint.understood", t("run.understood", { question: whole })) : null,
        endingCard(run, { onFigure: open, onAgain: next.put }),
      );
      if (run.answer?.status === "approved" && run.answer.fromOwnData) showMore();
      if (justNow) {
        work.open = false;
        refreshInbox();
        announce(
          run.answer?.status === "approved" ? t("run.ready", { text: run.answer.text.slice(0, 400) }) : t("run.ended"),
        );
      }
      const figure = Number(address.get("figure"));
      if (!justNow && figure >= 1 && figure <= (run.answer?.figures.length ?? 0)) open(figure);
    }

    /** What comes with an answer from own data. Only what stands last may still grow. */
    async function showMore() {
      const chart = answerChart(run, signal);
      add(outcome, chart.node);
      await chart.settled;
      if (signal.aborted) return;
      add(
        outcome,
        answerTools(run, signal),
        resultTables(run, signal),
        nextQuestions(run, { onAsk: next.ask, signal }),
      );
    }
  }
}
