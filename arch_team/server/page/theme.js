// Light, dark, or whatever the system says.
import { settings } from "./storage.js";

export const THEMES = ["system", "light", "dark"];
const system = window.matchMedia("(prefers-color-scheme: dark)");

export const theme = () => settings.get("theme", "system");
export const shownTheme = () => (theme() === "system" ? (system.matches ? "dark" : "light") : theme());

export function setTheme(name) {
  settings.set("theme", name === "system" ? null : name);
  applyTheme();
}

export function applyTheme() {
  const root = document.documentElement;
  if (theme() === "system") delete root.dataset.theme;
  else root.dataset.theme = theme();
  window.dispatchEvent(new CustomEvent("themechange"));
}

system.addEventListener("change", () => window.dispatchEvent(new CustomEvent("themechange")));
