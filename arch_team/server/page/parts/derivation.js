// How a figure was computed, as a small sheet: the cells with their values, what was done with them, what came out.
// Nothing is computed here: values are the server's.
import { h } from "../dom.js";
import { known, t } from "../i18n.js";
import { cellText, columnName } from "./plain.js";

const MOST = 14;
const SIGNS = { sum: "+", difference: "−", ratio: "÷", percent: "÷", product: "×" };

export function derivationPart(figure, cells, derivation) {
  const expression = read(derivation?.expression ?? figure.references[0] ?? "");
  const byName = new Map(cells.map((cell) => [`${cell.entry}.${cell.row}.${cell.column}`, cell]));
  return h(
    "section.source",
    h("h3", t("evidence.computed")),
    expression ? [h("p", sentence(expression)), sheet(expression, figure, cells, byName, derivation)] : null,
    h("details", h("summary", t("evidence.expression")), h("pre", { tabindex: "0" }, figure.references.join("\n"))),
  );
}

/** `f(a, g(b))` as a tree: {name, args} for functions, a text for cells and columns. */
export function read(text) {
  let at = 0;
  const skip = () => {
    while (text[at] === " ") at += 1;
  };
  function one() {
    skip();
    if (text[at] === "-") return ((at += 1), { name: "negated", args: [one()] });
    const word = /^[^\s(),]+/.exec(text.slice(at))?.[0];
    if (!word) throw new SyntaxError(text);
    at += word.length;
    skip();
    if (text[at] !== "(") return word;
    const args = [];
    do {
      at += 1;
      args.push(one());
      skip();
    } while (text[at] === ",");
    if (text[at] !== ")") throw new SyntaxError(text);
    at += 1;
    return { name: word, args };
  }
  try {
    const found = one();
    skip();
    return at === text.length ? found : null;
  } catch {
    return null;
  }
}

const sentence = (tree) => (typeof tree === "string" ? "" : (known(`derive.${tree.name}`) ?? tree.name));

function sheet(tree, figure, cells, byName, derivation) {
  const results = new Map((derivation?.steps ?? []).map((step) => [step.expression, step]));
  const rows = [];
  const line = (sign, label, value, note = "", depth = 0) =>
    rows.push(
      h(
        "tr",
        { class: depth ? "inner" : null },
        h("td.sign", sign),
        h("th", { scope: "row" }, label, note ? h("span.hint", ` ${note}`) : null),
        h("td.numeric", value),
      ),
    );
  const operand = (node, sign, depth = 0) => {
    if (typeof node === "string" && byName.has(node))
      return line(sign, labelOf(byName.get(node)), shown(byName.get(node)), "", depth);
    if (typeof node === "string")
      return cells
        .filter((cell) => node === cell.entry || node === `${cell.entry}.${cell.column}`)
        .slice(0, MOST)
        .forEach((cell) => line(sign, labelOf(cell), shown(cell), "", depth));
    if (node.name === "negated" && byName.has(node.args[0])) {
      const cell = byName.get(node.args[0]);
      return line(sign, labelOf(cell), flipped(shown(cell)), t("evidence.turned"), depth);
    }
    const step = results.get(written(node));
    line(
      sign,
      sentence(node),
      step ? `${step.unit && step.unit !== "count" ? `${step.unit} ` : ""}${cellText("", step.result)}` : "",
      "",
      depth,
    );
    node.args.forEach((arg, index) => operand(arg, index ? (SIGNS[node.name] ?? "·") : "", depth + 1));
  };
  const top =
    typeof tree === "string"
      ? { name: "", args: [tree] }
      : tree.name === "negated"
        ? { name: "negated", args: [tree] }
        : tree;
  top.args.slice(0, MOST).forEach((arg, index) => operand(arg, index ? (SIGNS[top.name] ?? "") : ""));
  if (top.args.length > MOST || (typeof top.args[0] === "string" && !byName.has(top.args[0]) && cells.length > MOST))
    line("…", t("evidence.moreCells", { count: cells.length - MOST }), "");
  return h(
    "table.sheet",
    h("caption.visually-hidden", t("evidence.computed")),
    h("tbody", rows),
    h(
      "tfoot",
      h(
        "tr",
        h("td.sign", "="),
        h("th", { scope: "row" }, t("evidence.result")),
        h("td.numeric", h("mark.cell", figure.display)),
      ),
    ),
  );
}

const written = (node) => (typeof node === "string" ? node : `${node.name}(${node.args.map(written).join(", ")})`);
const shown = (cell) =>
  `${cell.unit && cell.unit !== "count" ? `${cell.unit} ` : ""}${cellText(cell.column, cell.value)}`;
const flipped = (text) => (text.includes("−") ? text.replace("−", "") : text.replace(/(\d)/, "−$1"));

/** What tells the row apart: its texts and periods. */
function labelOf(cell) {
  const names = Object.entries(cell.rowValues ?? {})
    .filter(
      ([column, value]) =>
        column !== cell.column && !/currency/i.test(column) && value !== null && !/^-?\d+\.\d+$/.test(String(value)),
    )
    .map(([column, value]) => cellText(column, value))
    .slice(0, 3);
  return names.length ? `${names.join(" · ")} – ${columnName(cell.column)}` : columnName(cell.column);
}
