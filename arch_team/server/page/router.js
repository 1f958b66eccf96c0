// The current view is the address: `#/runs/abc?figure=2`. Reloading, going back and sharing a link all work by that alone.

const routes = [];

export function route(pattern, view, place) {
  const names = [];
  const expression = new RegExp(`^${pattern.replace(/:(\w+)/g, (_, name) => (names.push(name), "([^/]+)"))}$`);
  routes.push({ expression, names, view, place });
}

export function address() {
  const [path, search = ""] = window.location.hash.replace(/^#/, "").split("?");
  return { path: path || "/ask", query: new URLSearchParams(search) };
}

export const href = (path, values = {}) => {
  const given = Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== "");
  return `#${path}${given.length ? `?${new URLSearchParams(given)}` : ""}`;
};

/** Goes there. `replace`: without a step back. */
export function go(path, values = {}, { replace = false } = {}) {
  const target = href(path, values);
  if (window.location.hash === target) return;
  if (replace) {
    window.history.replaceState(null, "", target);
    window.dispatchEvent(new HashChangeEvent("hashchange"));
  } else {
    window.location.hash = target;
  }
}

/** Writes the address without drawing the view again: for what the view has drawn itself. */
export function note(path, values = {}) {
  window.history.replaceState(null, "", href(path, values));
}

export function match() {
  const { path, query } = address();
  for (const { expression, names, view, place } of routes) {
    const found = expression.exec(path);
    if (!found) continue;
    const params = Object.fromEntries(names.map((name, i) => [name, decoded(found[i + 1])]));
    return { view, place, params, query, path };
  }
  return null;
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
