// Where a whole set of requirements stands.
import { h } from "../dom.js";
import { score } from "../format.js";
import { t } from "../i18n.js";
import { isOpen, isWorking, PASS_AT, review, standingScore } from "../review.js";
import { meter } from "./marks.js";

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

export function overview() {
  const judged = review.items.filter((item) => item.evaluation);
  const count = (test) => String(review.items.filter(test).length);
  const facts = [
    [t("requirements.number"), String(review.items.length)],
    [t("requirements.passed"), count((item) => item.evaluation?.verdict === "pass")],
    [t("requirements.mended"), count((item) => item.final)],
    [t("requirements.openQuestions"), count(isOpen)],
    [t("requirements.mean"), judged.length ? score(mean(judged.map(standingScore))) : "–"],
  ];
  return [
    isWorking() ? progress(judged.length) : null,
    h(
      "dl.figures-row",
      facts.map(([word, value]) => h("div", h("dt", word), h("dd", value))),
    ),
    judged.length ? criteria(judged) : null,
  ];
}

function progress(done) {
  const all = review.items.length;
  return h(
    "div.progress-line",
    h("progress", { max: all, value: done, "aria-label": t("requirements.progress") }),
    h("span.hint", done < all ? t("requirements.judged", { done, all }) : t("requirements.comparing")),
  );
}

function criteria(judged) {
  const scores = Map.groupBy(
    judged.flatMap((item) => item.evaluation.evaluation),
    (one) => one.criterion,
  );
  return h(
    "details.means",
    h("summary", t("requirements.byCriterion")),
    h(
      "ul.meters",
      [...scores].map(([name, found]) => {
        const value = mean(found.map((one) => one.score));
        return meter(t(`criterion.${name}`), value, value < PASS_AT);
      }),
    ),
  );
}
