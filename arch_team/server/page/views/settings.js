// Model status, language, theme and the key.
import { apiKey, json, setApiKey } from "../api.js";
import { add, fill, h } from "../dom.js";
import { language, LANGUAGES, setLanguage, t } from "../i18n.js";
import { errorNotice, loading, toast } from "../parts/notice.js";
import { setTheme, theme, THEMES } from "../theme.js";

export function settingsView(main, { signal }) {
  const server = h("div", loading());
  add(
    main,
    h("h1", t("nav.settings")),
    h(
      "section.card.stack",
      { "aria-labelledby": "set-model" },
      h("h2", { id: "set-model" }, t("settings.server")),
      server,
    ),
    h(
      "section.card.stack",
      { "aria-labelledby": "set-page" },
      h("h2", { id: "set-page" }, t("settings.page")),
      choice(t("settings.language"), "set-language", LANGUAGES, language(), setLanguage),
      choice(
        t("settings.theme"),
        "set-theme",
        THEMES.map((name) => [name, t(`theme.${name}`)]),
        theme(),
        setTheme,
      ),
    ),
    h("section.card.stack", { "aria-labelledby": "set-key" }, h("h2", { id: "set-key" }, t("key.title")), keyForm()),
  );
  load();

  async function load() {
    try {
      fill(server, facts(await json("/api/me", { signal })));
    } catch (error) {
      if (!signal.aborted) fill(server, errorNotice(error, load));
    }
  }
}

function facts(me) {
  const { name, baseUrl, reachable } = me.model;
  const own = name === "embedded";
  const state = own
    ? t("model.embeddedText")
    : reachable === false
      ? t("model.unreachable")
      : reachable
        ? t("model.reachable")
        : t("model.unknown");
  const rows = [
    [t("settings.model"), own ? t("model.embedded") : name],
    [
      t("settings.state"),
      [h("span", { class: `dot ${!own && reachable === false ? "off" : "on"}`, "aria-hidden": "true" }), ` ${state}`],
    ],
    baseUrl ? [t("settings.address"), baseUrl] : null,
    [t("settings.tenant"), me.tenant],
    [t("settings.role"), t(`role.${me.role}`)],
    me.mandate ? [t("settings.mandate"), me.mandate] : null,
    [t("settings.version"), me.version],
  ].filter(Boolean);
  return [
    h(
      "dl.facts",
      rows.map(([word, value]) => [h("dt", word), h("dd", value)]),
    ),
    h(
      "details",
      h("summary", t("settings.skills", { count: me.skills.length })),
      h(
        "dl.facts",
        me.skills.map((skill) => [h("dt", h("code", skill.name)), h("dd", skill.title)]),
      ),
    ),
  ];
}

function choice(title, name, options, chosen, choose) {
  return h(
    "fieldset.choice-row",
    h("legend", title),
    options.map(([value, text]) =>
      h(
        "label",
        h("input", { type: "radio", name, value, checked: value === chosen, on: { change: () => choose(value) } }),
        h("span", text),
      ),
    ),
  );
}

function keyForm() {
  const field = h("input", {
    id: "own-key",
    type: "password",
    autocomplete: "off",
    spellcheck: "false",
    placeholder: apiKey() ? "••••••••" : "",
  });
  const use = (key, word) => {
    setApiKey(key);
    toast(t(word));
    window.dispatchEvent(new CustomEvent("keychange"));
  };
  return h(
    "form.stack",
    { on: { submit: (event) => (event.preventDefault(), field.value.trim() && use(field.value.trim(), "key.saved")) } },
    h("p.hint", t("key.about")),
    h("label", { for: "own-key" }, t("key.label")),
    h(
      "div.row",
      field,
      h("button.button.primary", { type: "submit" }, t("key.use")),
      apiKey() ? h("button.button", { on: { click: () => use(null, "key.forgotten") } }, t("key.forget")) : null,
    ),
  );
}
