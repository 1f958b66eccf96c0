// Things said beside the content: errors with a next step, a lost connection, a short word that something was done.
import { h } from "../dom.js";
import { known, t } from "../i18n.js";
import { icon } from "./icons.js";

/** An error for people. Codes the page knows are told in its own words; the rest as the server says it. */
export function errorNotice(error, retry) {
  const title =
    error.status === 0 ? t("error.offline") : (known(`error.${error.code}`) ?? capital(error.message || t("error.unknown")));
  const next =
    error.status === 0 ? t("error.offlineNext") : (known(`error.${error.code}.next`) ?? error.nextStep ?? "");
  const details = (error.details ?? []).map((one) => h("li", one.field ? `${one.field}: ${one.problem}` : one.problem));
  return notice(
    "bad",
    title,
    next,
    error.code === "UNREADABLE_UPLOAD" ? h("p.hint", error.message) : null,
    details.length ? h("ul", details) : null,
    retry ? h("button.button.small", { on: { click: retry } }, t("retry")) : null,
  );
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

export function notice(kind, title, text = "", ...more) {
  const sign = kind === "good" ? "check" : kind === "info" ? "info" : "warning";
  return h(
    "div",
    { class: `notice ${kind}`, role: kind === "bad" ? "alert" : "status" },
    icon(sign),
    h("div.notice-body", h("p.notice-title", title), text ? h("p", text) : null, more),
  );
}

/** The calm line that says the connection is gone and comes back by itself. */
export function awayLine() {
  const line = h("p.away", { role: "status", hidden: true }, icon("cloud"), h("span", {}));
  return {
    node: line,
    set(away) {
      line.hidden = !away;
      line.querySelector("span").textContent = away ? t("away") : "";
    },
  };
}

export const empty = (title, text = "", ...more) =>
  h("div.empty", h("p.empty-title", title), text ? h("p", text) : null, more);

export const loading = () =>
  h("p.loading", { role: "status" }, h("span.spinner", { "aria-hidden": "true" }), t("loading"));

const live = h("div.visually-hidden", { "aria-live": "polite", id: "announcer" });
/** Says something to a screen reader. */
export function announce(text) {
  if (!live.isConnected) document.body.append(live);
  live.textContent = "";
  requestAnimationFrame(() => (live.textContent = text));
}

let shelf = null;
/** A word that something is done; it goes by itself, and says nothing that is not on the page as well. */
export function toast(text) {
  if (!shelf?.isConnected) document.body.append((shelf = h("div.toasts", { "aria-hidden": "true" })));
  const line = h("p.toast", icon("check"), text);
  shelf.append(line);
  announce(text);
  setTimeout(() => line.remove(), 4000);
}
