// The shell: navigation, the current view, and what every view shares.
import { json, onKeyWanted, setApiKey } from "./api.js";
import { add, fill, h } from "./dom.js";
import { language, LANGUAGES, setLanguage, t } from "./i18n.js";
import { inbox, onInbox, refreshInbox, startInbox } from "./inbox.js";
import { askForKey } from "./parts/dialog.js";
import { icon } from "./parts/icons.js";
import { empty } from "./parts/notice.js";
import { learnWords } from "./parts/plain.js";
import { href, match, route } from "./router.js";
import { applyTheme } from "./theme.js";
import { askView } from "./views/ask.js";
import { benchmarksView, benchmarkView } from "./views/benchmarks.js";
import { boardView } from "./views/board.js";
import { dataView } from "./views/data.js";
import { historyView } from "./views/history.js";
import { inboxView } from "./views/inbox.js";
import { knowledgeView } from "./views/knowledge.js";
import { requirementsView } from "./views/requirements.js";
import { runView } from "./views/run.js";
import { settingsView } from "./views/settings.js";
import { traceView } from "./views/trace.js";

route("/ask", askView, "ask");
route("/runs/:id", runView, "ask");
route("/runs/:id/trace", traceView, "history");
route("/inbox", inboxView, "inbox");
route("/board", boardView, "board");
route("/data", dataView, "data");
route("/requirements", requirementsView, "requirements");
route("/knowledge", knowledgeView, "knowledge");
route("/history", historyView, "history");
route("/benchmarks", benchmarksView, "benchmarks");
route("/benchmarks/:name", benchmarkView, "benchmarks");
route("/settings", settingsView, "settings");

const FIRST = ["ask", "inbox", "data", "requirements", "knowledge"];
const SECOND = ["board", "history", "benchmarks", "settings"];
const root = document.getElementById("page");
let main,
  leave,
  title = "",
  badges = [];

function shell() {
  const second = h("ul", { id: "second-places", class: "places second" }, SECOND.map(place));
  const more = h(
    "button.more-places",
    { "aria-expanded": "false", "aria-controls": "second-places", on: { click: () => toggle() } },
    icon("more"),
    h("span", t("nav.more")),
  );
  const toggle = (open = more.getAttribute("aria-expanded") !== "true") => {
    more.setAttribute("aria-expanded", String(open));
    second.classList.toggle("open", open);
  };
  second.addEventListener("click", () => toggle(false));
  badges = [];
  main = h("main", { id: "main", tabindex: "-1" });
  fill(
    root,
    h("a.skip", { href: "#main", on: { click: (event) => (event.preventDefault(), main.focus()) } }, t("nav.skip")),
    h(
      "header.side",
      h(
        "a.brand",
        { href: href("/ask") },
        h("img", { src: "icon.svg", alt: "", width: "32", height: "32" }),
        h("span", "arch_team"),
      ),
      h("nav", { "aria-label": t("nav.label") }, h("ul.places.first", FIRST.map(place)), more, second),
      h("div.side-foot", modelChip(), languages()),
    ),
    main,
  );
  showBadge();
}

function place(name) {
  const badge = name === "inbox" ? h("span.count", { hidden: true }) : null;
  if (badge) badges.push(badge);
  return h(
    "li",
    h("a", { href: href(`/${name}`), data: { place: name } }, icon(name), h("span", t(`nav.${name}`)), badge),
  );
}

function languages() {
  return h(
    "div.language",
    { role: "group", "aria-label": t("settings.language") },
    LANGUAGES.map(([name, full]) =>
      h(
        "button",
        {
          lang: name,
          "aria-pressed": String(language() === name),
          "aria-label": full,
          on: { click: () => setLanguage(name) },
        },
        name.toUpperCase(),
      ),
    ),
  );
}

let me = null;
function modelChip() {
  const chip = h("a.model-chip", { href: href("/settings") });
  const draw = () => {
    if (!me) return;
    const state = me.model.name === "embedded" ? "on" : me.model.reachable === false ? "off" : "on";
    fill(
      chip,
      h("span", { class: `dot ${state}`, "aria-hidden": "true" }),
      h("span", me.model.name === "embedded" ? t("model.embedded") : me.model.name),
      state === "off" ? h("span.visually-hidden", t("model.unreachable")) : null,
    );
  };
  draw();
  if (!me)
    json("/api/me").then(
      (found) => ((me = found), draw()),
      () => chip.remove(),
    );
  return chip;
}

function showBadge() {
  const count = inbox.items.length;
  const text = inbox.more ? `${count}+` : String(count);
  for (const badge of badges) {
    badge.hidden = count === 0;
    fill(badge, text, h("span.visually-hidden", ` ${t("inbox.open")}`));
  }
  showTitle();
}

function showTitle() {
  const count = inbox.items.length;
  document.title = `${count ? `(${inbox.more ? `${count}+` : count}) ` : ""}${title ? `${title} · ` : ""}arch_team`;
}

/** Draws the view of the current address. The view before is told to stop. */
function show({ focus = true } = {}) {
  leave?.abort();
  leave = new AbortController();
  const found = match();
  for (const link of root.querySelectorAll("[data-place]")) {
    if (link.dataset.place === found?.place) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  main.replaceChildren();
  main.className = found ? `view-${found.place}` : "";
  title = found ? t(`nav.${found.place}`) : t("nav.unknown");
  showTitle();
  if (!found) {
    add(
      main,
      h("h1", t("nav.unknown")),
      empty(t("nav.unknownText"), "", h("a.button", { href: href("/ask") }, t("nav.ask"))),
    );
    return;
  }
  found.view(main, {
    params: found.params,
    query: found.query,
    signal: leave.signal,
    setTitle: (text) => ((title = text), showTitle()),
  });
  if (focus) {
    window.scrollTo(0, 0);
    (main.querySelector("[data-first-focus]") ?? main).focus({ preventScroll: true });
  }
}

function start() {
  learnWords();
  document.documentElement.lang = language();
  shell();
  show({ focus: false });
}

applyTheme();
onKeyWanted((wasWrong) => askForKey(setApiKey, wasWrong));
window.addEventListener("hashchange", () => show());
window.addEventListener("languagechange-page", () => {
  start();
  root.querySelector(`.language [lang="${language()}"]`)?.focus();
});
window.addEventListener("keychange", () => ((me = null), start(), refreshInbox()));
onInbox(showBadge);
start();
startInbox();
