// Following a run. Read with fetch rather than EventSource, because a key travels in a header. The last number seen is
// given back on every new connection, so that nothing is missed and nothing comes twice.
import { ApiError, backoff, call, pause } from "./api.js";

const SILENCE = 45_000;
const LAST = ["done", "cancelled"];

/** Calls `onEvent` for each event after `after`, and `onAway(true|false)` when the connection goes and comes. Returns when the run ended. */
export async function follow(runId, { after = 0, onEvent, onAway = () => {}, signal }) {
  let seen = after;
  let tries = 0;
  for (;;) {
    try {
      const ended = await connection(runId, seen, signal, {
        opened: () => onAway(false),
        event: (event) => {
          tries = 0;
          if (event.seq <= seen) return;
          seen = event.seq;
          onEvent(event);
        },
      });
      if (ended) return;
    } catch (error) {
      if (signal?.aborted) throw error;
      if (error instanceof ApiError && !error.passing) throw error;
    }
    onAway(true);
    await pause(backoff(tries), signal);
    tries += 1;
  }
}

/** One connection; true once the run's last event has come. */
async function connection(runId, after, signal, on) {
  const own = new AbortController();
  const stop = () => own.abort(signal.reason);
  signal?.addEventListener("abort", stop);
  let watch;
  const alive = () => {
    clearTimeout(watch);
    watch = setTimeout(() => own.abort(), SILENCE);
  };
  try {
    alive();
    const headers = { Accept: "text/event-stream", ...(after ? { "Last-Event-ID": String(after) } : {}) };
    const response = await call(`/api/runs/${encodeURIComponent(runId)}/events`, { headers, signal: own.signal });
    on.opened();
    let ended = false;
    for await (const message of messages(response.body, alive)) {
      const event = JSON.parse(message);
      if (event.error) throw new ApiError(event.error.code === "UNKNOWN_RUN" ? 404 : 503, event.error);
      on.event(event);
      ended ||= LAST.includes(event.kind);
    }
    return ended;
  } finally {
    clearTimeout(watch);
    signal?.removeEventListener("abort", stop);
  }
}

/** The `data` of each message of an event stream. */
export async function* messages(body, onBytes = () => {}) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  let data = [];
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      onBytes();
      rest += value;
      const lines = rest.split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop();
      for (const line of lines) {
        if (line === "") {
          if (data.length) yield data.join("\n");
          data = [];
        } else if (line.startsWith("data:")) {
          data.push(line.slice(line[5] === " " ? 6 : 5));
        }
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}
