// The team's open questions, asked for every few seconds while somebody looks, less often while the server is away.
import { json, query } from "./api.js";

const INTERVAL = 4000;
const SLOWEST = 60_000;
const MOST = 100;

export const inbox = { items: [], more: false, away: false, loaded: false };
const listeners = new Set();
let timer = null;
let failures = 0;
let asking = null;

/** Calls the listener on every change; gives back how to stop that. */
export function onInbox(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const tell = () => listeners.forEach((listener) => listener(inbox));

export async function refreshInbox() {
  clearTimeout(timer);
  asking ??= ask().finally(() => {
    asking = null;
    schedule();
  });
  return asking;
}

async function ask() {
  const before = JSON.stringify([inbox.items.map((item) => item.id), inbox.more, inbox.away, inbox.loaded]);
  try {
    const page = await json(query("/api/clarifications", { status: "pending", limit: MOST }));
    Object.assign(inbox, { items: page.items, more: Boolean(page.next), away: false, loaded: true });
    failures = 0;
  } catch {
    inbox.away = true;
    failures += 1;
  }
  const after = JSON.stringify([inbox.items.map((item) => item.id), inbox.more, inbox.away, inbox.loaded]);
  if (before !== after) tell();
}

function schedule() {
  clearTimeout(timer);
  if (document.visibilityState !== "visible") return;
  timer = setTimeout(refreshInbox, Math.min(SLOWEST, INTERVAL * 2 ** Math.min(failures, 5)));
}

export function startInbox() {
  document.addEventListener("visibilitychange", () =>
    document.visibilityState === "visible" ? refreshInbox() : clearTimeout(timer),
  );
  refreshInbox();
}

export const answerQuestion = (id, answer, signal) =>
  json(`/api/clarifications/${encodeURIComponent(id)}/answer`, { method: "POST", body: { answer }, signal });
