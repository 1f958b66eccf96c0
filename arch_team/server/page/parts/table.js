// A table whose columns sort. Numbers stand to the right, and every digit that came is shown.
import { h, uniqueId } from "../dom.js";
import { language, t } from "../i18n.js";
import { icon } from "./icons.js";

export const isDecimal = (value) =>
  typeof value === "number" || (typeof value === "string" && /^-?\d+\.\d+$/.test(value));

/**
 * `columns`: [{label, show(value), numeric}], `rows`: lists of values. `marked(rowIndex, columnIndex)` marks a cell,
 * `markedRow(rowIndex)` its row. Row indices are those of `rows`, whatever the order on screen.
 */
export function sortableTable({ caption, columns, rows, marked = () => false, markedRow = () => false, most = 200 }) {
  const order = rows.map((_, index) => index);
  const state = { column: null, down: false };
  const body = h("tbody");
  const heads = columns.map((column, index) =>
    h(
      "th",
      { scope: "col", class: column.numeric ? "numeric" : null },
      h("button", { class: "sort", on: { click: () => sort(index) } }, column.label, icon("sort")),
    ),
  );
  const foot = h("p.hint");
  const name = uniqueId("caption");
  const table = h(
    "table",
    h("caption", { id: name, class: "visually-hidden" }, caption),
    h("thead", h("tr", heads)),
    body,
  );
  const collator = new Intl.Collator(language(), { numeric: true });

  function sort(index) {
    state.down = state.column === index ? !state.down : false;
    state.column = index;
    const numeric = columns[index].numeric;
    order.sort((a, b) => {
      const [one, other] = [rows[a][index], rows[b][index]];
      if (one === null || other === null) return (one === null) - (other === null);
      const difference = numeric ? Number(one) - Number(other) : collator.compare(String(one), String(other));
      return (state.down ? -difference : difference) || a - b;
    });
    heads.forEach((head, i) =>
      i === index
        ? head.setAttribute("aria-sort", state.down ? "descending" : "ascending")
        : head.removeAttribute("aria-sort"),
    );
    draw();
  }

  function draw() {
    body.replaceChildren(
      ...order.slice(0, most).map((row) =>
        h(
          "tr",
          { class: markedRow(row) ? "marked-row" : null },
          columns.map((column, index) => {
            const cell = h("td", { class: column.numeric ? "numeric" : null, "data-label": column.label });
            const text = column.show(rows[row][index]);
            cell.append(marked(row, index) ? h("mark.cell", text) : text);
            return cell;
          }),
        ),
      ),
    );
    foot.textContent = rows.length > most ? t("table.shown", { shown: most, count: rows.length }) : "";
  }
  draw();
  return h(
    "div.table-part",
    h("div.table-wrap", { tabindex: "0", role: "region", "aria-labelledby": name }, table),
    foot,
  );
}
