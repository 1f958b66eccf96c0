// Requirements that say the same: how alike, why, and the person's word that they are not.
import { fill, h } from "../dom.js";
import { percent } from "../format.js";
import { t } from "../i18n.js";
import { groups, isRejected, rejectPair, review } from "../review.js";
import { errorNotice } from "./notice.js";

export function duplicateGroups(signal) {
  const found = groups();
  if (!found.length) return null;
  return h(
    "section.duplicates",
    { "aria-labelledby": "duplicates-title" },
    h("h2", { id: "duplicates-title" }, t("duplicates.title", { count: found.length })),
    h(
      "ul.cards",
      found.map((pairs) => group(pairs, signal)),
    ),
  );
}

function group(pairs, signal) {
  const ids = [...new Set(pairs.flatMap((pair) => [pair.one, pair.other]))];
  const text = (id) => review.items.find((item) => item.id === id)?.text ?? "";
  const rejected = pairs.every(isRejected);
  return h(
    "li",
    { class: `card duplicate${rejected ? " rejected" : ""}` },
    h(
      "ul.same",
      ids.map((id) => h("li", h("strong", id), " ", text(id))),
    ),
    h(
      "ul.pairs",
      pairs.map((pair) => line(pair, signal)),
    ),
  );
}

function line(pair, signal) {
  const rejected = isRejected(pair);
  const said = h("div");
  const button = h(
    "button.button.small",
    { "aria-pressed": String(rejected), on: { click: change } },
    t(rejected ? "duplicates.allow" : "duplicates.reject"),
  );
  async function change() {
    button.disabled = true;
    try {
      await rejectPair(pair, !rejected, signal);
    } catch (error) {
      button.disabled = false;
      if (!signal.aborted) fill(said, errorNotice(error));
    }
  }
  return h(
    "li",
    h(
      "div.pair",
      h(
        "span",
        { class: `badge ${rejected ? "plain" : "info"}` },
        rejected ? t("duplicates.rejected") : percent(pair.similarity),
      ),
      h("span", `${pair.one} ↔ ${pair.other}: ${pair.reason}`),
      button,
    ),
    said,
  );
}
