// The server's door. Every error becomes an ApiError with what happened and what to do next.
import { session } from "./storage.js";

export class ApiError extends Error {
  constructor(status, body = {}) {
    super(body.message ?? "");
    this.status = status;
    this.code = body.code ?? (status === 0 ? "OFFLINE" : "ERROR");
    this.nextStep = body.nextStep ?? "";
    this.details = body.details ?? [];
  }

  /** Nobody answered, or somebody who cannot right now: trying again may help. */
  get passing() {
    return this.status === 0 || this.status === 429 || this.status >= 502;
  }
}

let askForKey = async () => false;
let declined = false;
/** Who asks the person for a key when the server wants one. */
export function onKeyWanted(ask) {
  askForKey = ask;
}

export const apiKey = () => session.get("key", "");
export function setApiKey(key) {
  declined = false;
  session.set("key", key);
}

/** The answer as it came; throws ApiError for everything but success. A 401 asks for the key once and tries again. */
export async function call(path, { method = "GET", body, headers = {}, signal, form } = {}, mayAsk = true) {
  const all = { Accept: "application/json", ...headers };
  const used = apiKey();
  if (used) all.Authorization = `Bearer ${used}`;
  if (body !== undefined) all["Content-Type"] = "application/json";
  let response;
  try {
    response = await fetch(path, {
      method,
      headers: all,
      body: form ?? (body === undefined ? undefined : JSON.stringify(body)),
      signal,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError(0);
  }
  if (response.ok) return response;
  if (response.status === 401 && mayAsk && (apiKey() !== used || (await keyGiven(used)))) {
    return call(path, { method, body, headers, signal, form }, apiKey() !== used);
  }
  throw new ApiError(response.status, await errorBody(response));
}

/** Whoever closes the dialog without a key is not asked again and again. */
async function keyGiven(used) {
  if (declined) return false;
  const given = await askForKey(Boolean(used));
  declined = !given;
  return given;
}

async function errorBody(response) {
  try {
    const { error } = await response.json();
    return error ?? {};
  } catch {
    return {};
  }
}

export async function json(path, options) {
  const response = await call(path, options);
  return response.status === 204 ? null : response.json();
}

export const query = (path, values) => {
  const given = Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== "");
  return given.length ? `${path}?${new URLSearchParams(given)}` : path;
};

/** Tries again, ever less often, while the server is away. `onAway(true|false)` says so. */
export async function patiently(work, { signal, onAway = () => {} } = {}) {
  for (let tries = 0; ; tries += 1) {
    try {
      const done = await work();
      if (tries) onAway(false);
      return done;
    } catch (error) {
      if (signal?.aborted || !(error instanceof ApiError) || !error.passing) throw error;
      onAway(true);
      await pause(backoff(tries), signal);
    }
  }
}

export const backoff = (tries) => Math.min(8000, 400 * 2 ** tries) * (0.8 + 0.4 * Math.random());

/** Waits; coming back online or into view ends the wait early. */
export function pause(ms, signal) {
  return new Promise((resolve, reject) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener("online", done);
      document.removeEventListener("visibilitychange", seen);
      signal?.removeEventListener("abort", stop);
      resolve();
    };
    const seen = () => document.visibilityState === "visible" && done();
    const stop = () => (done(), reject(signal.reason));
    const timer = setTimeout(done, ms);
    window.addEventListener("online", done);
    document.addEventListener("visibilitychange", seen);
    if (signal?.aborted) stop();
    signal?.addEventListener("abort", stop);
  });
}

export function randomId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Fetches with the key and hands the file to the browser. */
export async function download(path, name, signal) {
  const response = await call(path, { headers: { Accept: "*/*" }, signal });
  saveAs(await response.blob(), name);
}

export function saveAs(blob, name) {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
