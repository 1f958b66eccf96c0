// A review of requirements in this tab: what was handed in, what the server found, what the person decided.
import { json, patiently, query } from "./api.js";
import { language } from "./i18n.js";
import { session } from "./storage.js";

const AT_ONCE = 4;
const PER_BATCH = 20;
export const MOST_COMPARED = 1000;
export const PASS_AT = 0.7;

const EMPTY = {
  name: "",
  items: [],
  pairs: [],
  groups: [],
  rejected: [],
  notes: [],
  compared: false,
};
export const review = { ...structuredClone(EMPTY), ...session.get("review", {}) };
const listeners = new Set();
let timer;
let abort = null;
let work = null;
let tellAway = () => {};

export function onReview(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function changed(item = null) {
  listeners.forEach((listener) => listener(item));
  clearTimeout(timer);
  timer = setTimeout(keep, 300);
}
const keep = () => session.set("review", review);
window.addEventListener("pagehide", keep);

function stop() {
  abort?.abort();
  work = null;
}

export function clearReview() {
  stop();
  Object.assign(review, structuredClone(EMPTY));
  session.set("review", null);
  changed();
}

/** Reads a file, or a text as one, into requirements. */
export async function readRequirements(file, signal) {
  const form = new FormData();
  form.append("file", file, file.name);
  return json(query("/api/requirements/upload", { language: language() }), { method: "POST", form, signal });
}

/** Takes the requirements on; `goOn` works through them. */
export function startReview(name, requirements, notes = []) {
  stop();
  Object.assign(review, structuredClone(EMPTY), {
    name,
    notes,
    items: requirements.map(({ id, text, place }) => ({
      id,
      text,
      place: place ?? "",
      evaluation: null,
      rewrite: null,
      answers: {},
      decision: null,
      final: null,
    })),
  });
  changed();
}

export const isWorking = () => work !== null;

/** Goes on where it was left, after a reload for one. `onAway` says when the server is gone for a while. */
export function goOn(onAway = () => {}) {
  tellAway = onAway;
  if (!work) {
    const mine = (work = workThrough());
    const ended = () => {
      if (work === mine) work = null;
      changed();
    };
    mine.then(ended, ended);
  }
  return work;
}

async function workThrough() {
  const { signal } = (abort = new AbortController());
  const post = (path, body) => () => json(path, { method: "POST", body, signal });
  const ask = (path, body) => patiently(post(path, body), { signal, onAway: (away) => tellAway(away) });
  await eachOf(
    review.items.filter((item) => !item.evaluation),
    async (item) => {
      item.evaluation = await ask("/api/v2/evaluate/single", { text: item.text });
      changed(item);
    },
  );
  const failing = review.items.filter((item) => item.evaluation.verdict === "fail" && !item.rewrite);
  for (let at = 0; at < failing.length; at += PER_BATCH) {
    const some = failing.slice(at, at + PER_BATCH);
    const found = await ask("/api/v1/validate/batch", { items: some.map(({ text, answers }) => ({ text, answers })) });
    some.forEach((item, index) => ((item.rewrite = found[index]), changed(item)));
  }
  if (!review.compared && review.items.length > 1 && review.items.length <= MOST_COMPARED) {
    const requirements = review.items.map(({ id, text }) => ({ id, text }));
    Object.assign(review, await ask("/api/requirements/duplicates", { requirements }), { compared: true });
  }

  async function eachOf(items, work) {
    const queue = [...items];
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (queue.length && !signal.aborted) await work(queue.shift());
      }),
    );
  }
}

/** The rewrite again, with what the person said. */
export async function answerGaps(item, answers, signal) {
  const given = { ...item.answers, ...answers };
  const [found] = await json("/api/v1/validate/batch", {
    method: "POST",
    body: { items: [{ text: item.text, answers: given }] },
    signal,
  });
  Object.assign(item, { answers: given, rewrite: found });
  changed(item);
}

export const scoreOf = (text, signal) => json("/api/v2/evaluate/single", { method: "POST", body: { text }, signal });

/** `decision`: accepted, edited or rejected, or null to think again. `final`: the text that stands, with its score. */
export function decide(item, decision, final = null) {
  Object.assign(item, { decision, final });
  changed(item);
}

/** Says that two are no duplicates, or takes that back. It is kept for the next review too. */
export async function rejectPair(pair, isRejected, signal) {
  const text = (id) => review.items.find((item) => item.id === id)?.text ?? "";
  const body = { one: text(pair.one), other: text(pair.other), rejected: isRejected };
  await json("/api/requirements/duplicates/rejected", { method: "POST", body, signal });
  const name = `${pair.one} ${pair.other}`;
  review.rejected = isRejected ? [...review.rejected, name] : review.rejected.filter((one) => one !== name);
  changed();
}

export const isRejected = (pair) => review.rejected.includes(`${pair.one} ${pair.other}`);
export const isOpen = (item) => !item.decision && (item.rewrite?.questions?.length ?? 0) > 0;
export const standing = (item) => item.final?.text ?? item.text;
export const standingScore = (item) => item.final?.score ?? item.evaluation?.score ?? null;

/** Pairs by the groups they make. */
export function groups() {
  const rest = new Set(review.pairs);
  const found = review.groups.map((ids) =>
    review.pairs.filter((pair) => ids.includes(pair.one) && ids.includes(pair.other) && rest.delete(pair)),
  );
  return [...found.filter((pairs) => pairs.length), ...[...rest].map((pair) => [pair])];
}
