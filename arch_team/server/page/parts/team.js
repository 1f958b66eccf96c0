// The four seats at work: what each does now, and what happened so far, in plain words with the raw words folded away.
import { fill, h } from "../dom.js";
import { clock } from "../format.js";
import { t } from "../i18n.js";
import { icon } from "./icons.js";
import { callText, filterText, readCall, rejected, resultText } from "./plain.js";

export const SEATS = ["QueryOperator", "Validator", "UserClarification", "QAApprover"];
export const SEAT_ICONS = {
  QueryOperator: "operator",
  Validator: "validator",
  UserClarification: "clarification",
  QAApprover: "approver",
};

/** Where everybody stands after these events. */
export function seatsAfter(events) {
  const seats = Object.fromEntries(SEATS.map((name) => [name, { state: "idle", says: t(`seat.${name}.job`) }]));
  const set = (name, state, says) => name in seats && (seats[name] = { state, says });
  const last = events.at(-1);
  if (!last || last.kind === "routed") set("QueryOperator", "working", t("seat.starts"));
  for (const event of events) {
    if (event.kind === "call") set(event.seat, "working", callText(readCall(event.text)));
    else if (event.kind === "result") set(event.seat, "working", resultText(event.text));
    else if (event.kind === "seat") {
      const { state, says, isLast } = turn(event);
      set(event.seat, state, says);
      const next = SEATS[(SEATS.indexOf(event.seat) + 1) % SEATS.length];
      if (!isLast) set(next, "working", t(`seat.${next}.now`));
    } else if (event.kind === "asked") set("UserClarification", "waiting", t("seat.waits"));
    else if (event.kind === "answered") {
      set("UserClarification", "done", t("seat.answered"));
      set("QueryOperator", "working", t("seat.goesOn"));
    } else if (event.kind === "done" || event.kind === "cancelled") {
      for (const name of SEATS)
        if (seats[name].state === "working")
          seats[name] = { state: "idle", says: t(event.kind === "cancelled" ? "seat.stopped" : "seat.rests") };
    }
  }
  return seats;
}

/** A seat's turn in plain words. */
export function turn({ seat, text }) {
  const count = Number(/(\d+) (?:figures|sentences|requirements)/.exec(text)?.[1] ?? NaN);
  const after = (word) =>
    text
      .slice(text.indexOf(word) + word.length)
      .split("\n")[0]
      .trim();
  if (/NEED_USER_CLARIFICATION:/.test(text))
    return { state: "done", says: t("turn.needs", { what: after("NEED_USER_CLARIFICATION:").replace(/: \(1\) .*/, "?") }) };
  if (/CANNOT_ANSWER:/.test(text)) return { state: "done", says: t("turn.cannot") };
  if (/READY_FOR_VALIDATION/.test(text)) return { state: "done", says: t("turn.drafted") };
  if (/^INVALID/.test(text)) return { state: "back", says: t("turn.invalid") };
  if (/^VALID/.test(text))
    return { state: "done", says: count > 0 ? t("turn.valid", { count }) : t("turn.validOther") };
  if (/^PASS/.test(text)) return { state: "done", says: t(/nobody/.test(text) ? "turn.nobody" : "turn.pass") };
  if (/^The user provided/.test(text)) return { state: "done", says: t("turn.relayed") };
  if (/^NOT APPROVED: the user has answered/.test(text)) return { state: "done", says: t("turn.handsOver") };
  if (/^NOT APPROVED/.test(text)) return { state: "back", says: t("turn.notApproved") };
  if (/^APPROVE/.test(text)) return { state: "done", says: t("turn.approved"), isLast: true };
  return { state: "done", says: t(seat === "QueryOperator" ? "turn.spoke" : "turn.said") };
}

export function seatRow(seats) {
  return h(
    "ol.seats",
    { "aria-label": t("seats.label") },
    SEATS.map((name) =>
      h(
        "li",
        { class: `seat ${seats[name].state}` },
        h("span.seat-mark", icon(SEAT_ICONS[name])),
        h(
          "span.seat-text",
          h("span.seat-name", t(`seat.${name}`), h("span.visually-hidden", `: ${t(`seatState.${seats[name].state}`)}`)),
          h("span.seat-says", seats[name].says),
        ),
      ),
    ),
  );
}

/** One line of what happened. */
export function logLine(event) {
  const seat = event.seat && SEATS.includes(event.seat) ? t(`seat.${event.seat}`) : t("seat.house");
  const call = event.kind === "call" ? readCall(event.text) : null;
  const says = call
    ? callText(call)
    : event.kind === "result"
      ? resultText(event.text)
      : event.kind === "seat"
        ? turn(event).says
        : t(`event.${event.kind}`);
  const bad =
    (event.kind === "result" && rejected(event.text)) || (event.kind === "seat" && turn(event).state === "back");
  const filters = call?.args.filters?.length ? call.args.filters.map(filterText).join(" · ") : "";
  return h(
    "li",
    { class: `log-line${bad ? " back" : ""}` },
    h("span.log-seat", seat),
    h(
      "div.log-text",
      h("span", says),
      filters ? h("span.hint", filters) : null,
      event.text ? h("details", h("summary", t("log.raw")), h("pre", { tabindex: "0" }, pretty(event.text))) : null,
    ),
    h("time.log-time", { datetime: event.at }, clock(event.at)),
  );
}

function pretty(text) {
  const at = text.search(/[{[]/);
  try {
    return (at > 0 ? text.slice(0, at) : "") + JSON.stringify(JSON.parse(text.slice(at)), null, 2);
  } catch {
    return text;
  }
}

/** The live view. `show(events)` draws the new ones. */
export function teamView() {
  const row = h("div");
  const log = h("ol.log");
  let drawn = 0;
  return {
    node: h("div.team", row, h("details.log-fold", h("summary", t("log.title")), log)),
    show(events) {
      fill(row, seatRow(seatsAfter(events)));
      for (; drawn < events.length; drawn += 1) log.append(logLine(events[drawn]));
    },
  };
}
