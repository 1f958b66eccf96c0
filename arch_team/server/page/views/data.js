// The data that is asked: tables, fields, samples, relations and words; files to upload, a database to connect.
import { call, json, query } from "../api.js";
import { add, fill, h, uniqueId } from "../dom.js";
import { relative } from "../format.js";
import { language, t } from "../i18n.js";
import { confirmed } from "../parts/dialog.js";
import { icon } from "../parts/icons.js";
import { learnedWords } from "../parts/learned_words.js";
import { announce, errorNotice, loading, notice, toast } from "../parts/notice.js";
import { cellText, learnWords } from "../parts/plain.js";
import { sortableTable } from "../parts/table.js";
import { go } from "../router.js";
import { shownTheme } from "../theme.js";
import { session } from "../storage.js";

const TABLES = ".csv,.tsv,.txt,.xlsx,.xlsm,.parquet";
const DOCUMENTS = ".pdf,.docx,.md,.html,.htm";

export function dataView(main, { signal }) {
  const said = h("div", { "aria-live": "polite" });
  const place = h("div.stack", loading());
  add(main, h("h1", t("nav.data")), h("p.lead", t("data.lead")), said, place);
  load();

  async function load() {
    try {
      const [state, words] = await Promise.all([
        json(query("/api/data", { language: language() }), { signal }),
        json("/api/words", { signal }),
      ]);
      draw(state, words);
    } catch (error) {
      if (!signal.aborted) fill(place, errorNotice(error, load));
    }
  }

  async function act(work, done) {
    fill(said);
    try {
      await work();
      if (done) toast(done);
      learnWords();
      await load();
    } catch (error) {
      if (!signal.aborted) fill(said, errorNotice(error));
    }
  }

  function draw(state, words) {
    fill(
      place,
      sources(state),
      (state.overview?.notes ?? []).map(opened),
      state.may.upload ? uploads(state) : null,
      state.may.connect ? connecting(state) : null,
      learnedWords(words, act, signal),
      state.problem
        ? notice("bad", state.problem, state.nextStep ?? "")
        : [suggested(), tables(state.overview), relations(state.overview)],
    );
  }

  /** Which data is asked, where there is a choice. */
  function sources(state) {
    const name = state.overview?.name ?? "";
    if (state.available.length < 2) return name ? h("p.source-name", t("data.asked", { name })) : null;
    return h(
      "fieldset.choice-row",
      h("legend", t("data.source")),
      state.available.map((source) =>
        h(
          "label",
          h("input", {
            type: "radio",
            name: "source",
            value: source,
            checked: source === state.source,
            on: {
              change: () =>
                act(() => json("/api/data/source", { method: "POST", body: { source }, signal }), t("data.chosen")),
            },
          }),
          t(`data.source.${source}`),
        ),
      ),
    );
  }

  /** How the data was opened, where that is not what its reader may expect. */
  function opened(note) {
    return notice("info", t(`data.note.${note.kind}`, { names: note.names.join(", ") }));
  }

  function uploads(state) {
    const id = uniqueId("upload");
    const input = h("input.visually-hidden", {
      type: "file",
      id,
      multiple: true,
      accept: `${TABLES},${DOCUMENTS}`,
      on: { change: () => take([...input.files]) },
    });
    const over = (is) => card.classList.toggle("over", is);
    const card = h(
      "section.card.hand-in",
      {
        "aria-labelledby": `${id}-title`,
        on: {
          dragover: (event) => (event.preventDefault(), over(true)),
          dragleave: () => over(false),
          drop: (event) => (event.preventDefault(), over(false), take([...event.dataTransfer.files])),
        },
      },
      h("h2", { id: `${id}-title` }, t("data.files")),
      h("div.actions", input, h("label.button.file", { for: id }, icon("upload"), t("data.upload"))),
      h("p.hint", t("data.formats", { megabytes: state.largestMegabytes, count: state.mostFiles })),
      state.files.length
        ? h(
            "ul.own-files",
            state.files.map((file) =>
              h(
                "li",
                h("span.own-file", file.name),
                h("span.hint", `${file.tables.join(", ")} · ${relative(file.uploadedAt)}`),
                h(
                  "button.icon-button",
                  {
                    "aria-label": `${t("data.delete")}: ${file.name}`,
                    title: t("data.delete"),
                    on: { click: () => remove(file) },
                  },
                  icon("trash"),
                ),
              ),
            ),
          )
        : null,
    );
    return card;
  }

  async function take(files) {
    for (const file of files) {
      const form = new FormData();
      form.append("file", file);
      const document = DOCUMENTS.split(",").some((ending) => file.name.toLowerCase().endsWith(ending));
      const path = document ? "/api/knowledge/documents" : "/api/data/files";
      announce(t("data.reading", { name: file.name }));
      await act(
        () => call(path, { method: "POST", form, signal }),
        t(document ? "data.documentKept" : "data.kept", { name: file.name }),
      );
    }
  }

  async function remove(file) {
    if (await confirmed(t("data.deleteTitle"), t("data.deleteText", { name: file.name }), t("data.delete")))
      await act(() => json(`/api/data/files/${file.id}`, { method: "DELETE", signal }), t("data.deleted"));
  }

  function connecting(state) {
    const id = uniqueId("connect");
    const input = h("input", {
      id,
      type: "password",
      autocomplete: "off",
      maxlength: "2000",
      placeholder: "postgresql://…",
      "aria-describedby": `${id}-hint`,
    });
    const connect = async () => {
      const url = input.value.trim();
      if (!url) return input.focus();
      input.value = "";
      await act(() => json("/api/data/connection", { method: "POST", body: { url }, signal }), t("data.connected"));
    };
    return h(
      "section.card",
      { "aria-labelledby": `${id}-title` },
      h("h2", { id: `${id}-title` }, t("data.database")),
      state.connection
        ? h(
            "p.row",
            h("code", state.connection.address),
            h(
              "button.button.small",
              {
                on: {
                  click: () =>
                    act(() => json("/api/data/connection", { method: "DELETE", signal }), t("data.disconnected")),
                },
              },
              t("data.disconnect"),
            ),
          )
        : null,
      h(
        "form.stack",
        { on: { submit: (event) => (event.preventDefault(), connect()) } },
        h("label", { for: id }, t("data.address")),
        h("div.row", input, h("button.button", { type: "submit" }, t("data.connect"))),
        h("p.hint", { id: `${id}-hint` }, t("data.addressHint", { schemes: state.schemes.join(", ") })),
      ),
    );
  }

  function suggested() {
    const list = h("section.examples", { "aria-labelledby": "suggested-title", hidden: true });
    json(query("/api/data/questions", { language: language() }), { signal }).then(
      ({ questions }) => {
        if (!questions.length) return;
        list.hidden = false;
        fill(
          list,
          h("h2", { id: "suggested-title" }, t("data.questions")),
          h(
            "ul",
            questions.map((text) =>
              h(
                "li",
                h("button.example", { on: { click: () => (session.set("draft", text), go("/ask")) } }, text),
              ),
            ),
          ),
        );
      },
      () => {},
    );
    return list;
  }

  function tables(overview) {
    return h(
      "section.stack",
      { "aria-labelledby": "tables-title" },
      h("h2", { id: "tables-title" }, t("data.tables", { count: overview.tables.length })),
      overview.tables.map(table),
    );
  }

  function table(one) {
    const sample = h("div");
    const fold = h(
      "details.result",
      { data: { table: one.name } },
      h("summary", h("h3", one.title, h("span.hint", ` · ${t("data.fields", { count: one.fields.length })}`))),
      one.words.length ? h("p.hint", t("data.words", { words: one.words.join(", ") })) : null,
      sortableTable({
        caption: one.title,
        columns: ["data.field", "data.called", "data.kind"].map((key) => ({ label: t(key), show: (value) => value })),
        rows: one.fields.map((field) => [
          field.name,
          [field.title, ...field.words].join(", "),
          field.refersTo ? t("data.role.link", { table: field.refersTo }) : t(`data.role.${field.role}`),
        ]),
      }),
      sample,
    );
    fold.addEventListener("toggle", () => fold.open && !sample.firstChild && load());
    return fold;

    async function load() {
      fill(sample, loading());
      try {
        const { columns, rows } = await json(`/api/data/tables/${encodeURIComponent(one.name)}/sample`, { signal });
        fill(
          sample,
          h("h4", t("data.sample")),
          sortableTable({
            caption: t("data.sample"),
            columns: columns.map((name) => ({ label: name, show: (value) => cellText(name, value) })),
            rows,
          }),
        );
      } catch (error) {
        if (!signal.aborted) fill(sample, errorNotice(error, load));
      }
    }
  }

  function relations(overview) {
    if (!overview.relations.length) return null;
    const picture = h("div.table-wrap", { tabindex: "0", role: "region", "aria-label": t("data.picture") });
    const draw = async () => {
      try {
        const address = query("/api/data/picture.svg", { theme: shownTheme(), language: language() });
        const response = await call(address, { headers: { Accept: "image/svg+xml" }, signal });
        const url = URL.createObjectURL(new Blob([await response.text()], { type: "image/svg+xml" }));
        fill(picture, h("img.relations-picture", { src: url, alt: t("data.picture") }));
      } catch (error) {
        if (!signal.aborted) fill(picture, errorNotice(error, draw));
      }
    };
    window.addEventListener("themechange", draw, { signal });
    draw();
    const called = (name, field) => {
      const table = overview.tables.find((one) => one.name === name);
      const column = table?.fields.find((one) => one.name === field);
      return `${table?.title ?? name}, ${column?.title ?? field}`;
    };
    return h(
      "section.stack",
      { "aria-labelledby": "relations-title" },
      h("h2", { id: "relations-title" }, t("data.relations")),
      picture,
      h(
        "ul.relations",
        overview.relations.map((one) =>
          h(
            "li",
            `${called(one.fromTable, one.fromField)} → ${called(one.toTable, one.toField)}`,
            one.words.length ? h("span.hint", ` ${one.words.join(", ")}`) : null,
          ),
        ),
      ),
    );
  }
}
