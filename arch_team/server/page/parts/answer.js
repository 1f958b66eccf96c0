// An answer's text with its figures as buttons. Lines, lists and tables are drawn; everything is inserted as text.
import { characters, h, uniqueId, vars } from "../dom.js";
import { t } from "../i18n.js";

/** The answer's text. `onFigure(number)` is called with the number of a figure, from 1. */
export function answerText(answer, onFigure) {
  const letters = characters(answer.text);
  const figures = answer.figures
    .map((figure, index) => ({ ...figure, number: index + 1, end: figure.start + characters(figure.display).length }))
    .filter((figure) => letters.slice(figure.start, figure.end).join("") === figure.display)
    .sort((one, other) => one.start - other.start);
  const described = uniqueId("figures");
  const view = { letters, figures, described, onFigure, strong: false };
  const node = h(
    "div.answer-text",
    blocks(letters).map((block) => drawn(view, block)),
  );
  if (figures.length) node.append(h("p", { id: described, class: "visually-hidden" }, t("figure.open")));
  return node;
}

/** Lines gathered into paragraphs, lists and tables, as [kind, lines], a line being [start, end). */
function blocks(letters) {
  const found = [];
  let start = 0;
  for (let at = 0; at <= letters.length; at += 1) {
    if (at < letters.length && letters[at] !== "\n") continue;
    const text = letters.slice(start, at).join("");
    const kind = !text.trim()
      ? "gap"
      : /^\s*\|/.test(text)
        ? "table"
        : /^\s*[-*•] /.test(text)
          ? "list"
          : /^#{1,4} /.test(text)
            ? "heading"
            : "lines";
    const last = found.at(-1);
    if (last && last.kind === kind && kind !== "heading") last.lines.push([start, at]);
    else found.push({ kind, lines: [[start, at]] });
    start = at + 1;
  }
  return found.filter((block) => block.kind !== "gap");
}

function drawn(view, { kind, lines }) {
  const skip = ([start, end], expression) => {
    const sign = expression.exec(view.letters.slice(start, end).join(""));
    return [start + (sign ? characters(sign[0]).length : 0), end];
  };
  if (kind === "table") return table(view, lines);
  if (kind === "list")
    return h(
      "ul",
      lines.map((line) => h("li", inline(view, ...skip(line, /^\s*[-*•] /)))),
    );
  if (kind === "heading") return h("h3", inline(view, ...skip(lines[0], /^#{1,4} /)));
  return h(
    "p",
    lines.map((line, index) => [index ? h("br") : null, inline(view, ...line)]),
  );
}

/** The text from start to end, with the figures in it. Pairs of ** make it bold. */
function inline(view, start, end) {
  const nodes = [];
  let at = start;
  const plain = (to) => {
    view.letters
      .slice(at, to)
      .join("")
      .split("**")
      .forEach((part, index) => {
        if (index) view.strong = !view.strong;
        if (part) nodes.push(view.strong ? h("strong", part) : part);
      });
    at = to;
  };
  for (const figure of view.figures) {
    if (figure.start < at || figure.end > end) continue;
    plain(figure.start);
    nodes.push(figureButton(view, figure));
    at = figure.end;
  }
  plain(end);
  view.strong = false;
  return nodes;
}

function figureButton(view, figure) {
  const amount =
    figure.unit ||
    (typeof figure.value === "string" && /^-?\d+(\.\d+)?$/.test(figure.value) && /\d/.test(figure.display));
  return h(
    "button",
    {
      class: `figure ${amount ? "amount" : "word"}`,
      "aria-haspopup": "dialog",
      "aria-describedby": view.described,
      data: { figure: figure.number, kind: figure.kind },
      on: { click: () => view.onFigure(figure.number) },
    },
    figure.display,
  );
}

/** A table. Where a column holds one amount of the same unit in each row, bars stand beside it. */
function table(view, lines) {
  const rows = lines
    .map((line) => cells(view, line))
    .filter((row) => !row.every(([a, b]) => /^[\s:|-]*$/.test(view.letters.slice(a, b).join(""))));
  const [head, ...body] = rows;
  const series = seriesOf(view, body);
  return h(
    "div.table-wrap",
    { tabindex: "0", role: "region", "aria-label": t("answer.table") },
    h(
      "table.answer-table",
      h(
        "thead",
        h(
          "tr",
          head.map((cell, index) =>
            h("th", { scope: "col", class: numeric(view, body, index) ? "numeric" : null }, inline(view, ...cell)),
          ),
          series ? h("th.bar-cell", h("span.visually-hidden", t("answer.bar"))) : null,
        ),
      ),
      h(
        "tbody",
        body.map((row, number) =>
          h(
            "tr",
            row.map((cell, index) =>
              h("td", { class: numeric(view, body, index) ? "numeric" : null }, inline(view, ...cell)),
            ),
            series
              ? h(
                  "td.bar-cell",
                  vars(h("span", { class: `bar${series[number] < 0 ? " minus" : ""}`, "aria-hidden": "true" }), {
                    share: Math.abs(series[number]) / Math.max(...series.map(Math.abs), 1e-9),
                  }),
                )
              : null,
          ),
        ),
      ),
    ),
  );
}

function cells(view, [start, end]) {
  const bars = [];
  for (let at = start; at < end; at += 1) {
    if (view.letters[at] === "|" && !view.figures.some((figure) => figure.start <= at && at < figure.end))
      bars.push(at);
  }
  const edges = bars.slice(0, -1).map((bar, index) => [bar + 1, bars[index + 1]]);
  if (
    view.letters
      .slice(bars.at(-1) + 1, end)
      .join("")
      .trim()
  )
    edges.push([bars.at(-1) + 1, end]);
  return edges.map(([a, b]) => {
    while (a < b && view.letters[a] === " ") a += 1;
    while (b > a && view.letters[b - 1] === " ") b -= 1;
    return [a, b];
  });
}

const amountsIn = (view, [start, end]) =>
  view.figures.filter((figure) => figure.unit && figure.start >= start && figure.end <= end);
const numeric = (view, body, index) =>
  body.length > 0 && body.every((row) => row[index] && amountsIn(view, row[index]).length === 1);

function seriesOf(view, body) {
  if (body.length < 3) return null;
  const columns = body[0].map((_, index) => index).filter((index) => numeric(view, body, index));
  if (columns.length !== 1) return null;
  const figures = body.map((row) => amountsIn(view, row[columns[0]])[0]);
  return figures.every((figure) => figure.unit === figures[0].unit)
    ? figures.map((figure) => Number(figure.value))
    : null;
}
