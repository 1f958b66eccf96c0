// The conversation that a run goes on from: the questions before it, each with its answer, the first first.
import { json } from "../api.js";
import { fill, h } from "../dom.js";
import { t } from "../i18n.js";
import { href } from "../router.js";
import { answerText } from "./answer.js";

const MOST = 20;

export function thread(run, signal) {
  const node = h("section.thread", { "aria-label": t("run.thread"), hidden: !run.request.follows });
  if (run.request.follows) gather(run.request.follows);
  return node;

  async function gather(id) {
    const turns = [];
    try {
      for (; id && turns.length < MOST; id = turns[0].request.follows)
        turns.unshift(await json(`/api/runs/${encodeURIComponent(id)}`, { signal }));
    } catch {
      // an earlier run may have been deleted: what is left of the conversation is shown
    }
    node.hidden = !turns.length;
    fill(node, turns.map(turn));
  }

  function turn(record) {
    const answer = record.answer;
    return h(
      "article.turn",
      h("h2.turn-question", h("a", { href: href(`/runs/${record.id}`) }, record.request.question)),
      answer?.status === "approved"
        ? answerText(answer, (figure) => (location.hash = href(`/runs/${record.id}?figure=${figure}`)))
        : h("p.hint", answer?.reason ?? t("run.ended")),
    );
  }
}
