// The page's words in German and English. Answers come in the language of their question; this is everything around them.
import { settings } from "./storage.js";
import { words as de } from "./words/de.js";
import { words as en } from "./words/en.js";

export const DICTIONARIES = { de, en };
export const LANGUAGES = [
  ["de", "Deutsch"],
  ["en", "English"],
];

let current = settings.get("language") ?? (navigator.language?.toLowerCase().startsWith("de") ? "de" : "en");
if (!(current in DICTIONARIES)) current = "en";

export const language = () => current;

export function setLanguage(name) {
  if (!(name in DICTIONARIES)) return;
  current = name;
  settings.set("language", name);
  window.dispatchEvent(new CustomEvent("languagechange-page"));
}

/** A text by its key; `{name}` is filled in. With `count`, `key.one` stands for exactly one. */
export function t(key, values = {}) {
  const words = DICTIONARIES[current];
  const text = (values.count === 1 ? words[`${key}.one`] : undefined) ?? words[key];
  if (text === undefined) throw new Error(`no word for ${key} in ${current}`);
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

let learned = {};
/** What the asked data calls its tables and columns: it goes before the page's own words. */
export const learn = (words) => (learned = words);

/** The text, or null where there is none: for words that come from the server. */
export const known = (key) => learned[key] ?? DICTIONARIES[current][key] ?? null;
