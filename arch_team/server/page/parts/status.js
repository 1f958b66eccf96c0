// A run's state in one word.
import { h } from "../dom.js";
import { t } from "../i18n.js";

export const ending = (run) => (run.status === "done" ? (run.answer?.status ?? "failed") : run.status);

const KINDS = {
  approved: "proof",
  needs_clarification: "warn",
  refused: "plain",
  exhausted: "plain",
  failed: "bad",
  queued: "info",
  running: "info",
  waiting: "warn",
  cancelled: "plain",
};

export const statusBadge = (run) => h("span", { class: `badge ${KINDS[ending(run)]}` }, t(`status.${ending(run)}`));
