// Elements, made by hand. Text is always text: nothing in this page is ever parsed as HTML.

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element: `h("p.hint", "text")`, `h("input", { id, on: { input: keep } })`. `on` holds listeners, `data` the dataset;
 * false, null and undefined are left out. A button is no submit button unless it says so.
 */
export function h(tag, ...rest) {
  const [name, ...classes] = tag.split(".");
  const element = filled(document.createElement(name), classes, rest);
  if (name === "button" && !element.hasAttribute("type")) element.type = "button";
  return element;
}

export function svg(tag, ...rest) {
  const [name, ...classes] = tag.split(".");
  return filled(document.createElementNS(SVG, name), classes, rest);
}

function filled(element, classes, rest) {
  const props = isProps(rest[0]) ? rest.shift() : {};
  if (classes.length) element.classList.add(...classes);
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "on") for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    else if (name === "data") Object.assign(element.dataset, value);
    else if (name === "value") element.value = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  return add(element, ...rest);
}

const isProps = (value) =>
  value !== null && typeof value === "object" && Object.getPrototypeOf(value) === Object.prototype;

/** Appends children: nodes, texts, lists of them; what is empty is skipped. */
export function add(element, ...children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false || child === "") continue;
    element.append(child instanceof Node ? child : String(child));
  }
  return element;
}

export function fill(element, ...children) {
  element.replaceChildren();
  return add(element, ...children);
}

/** A custom property, set by script: the strict style policy allows that, and no style attribute. */
export function vars(element, values) {
  for (const [name, value] of Object.entries(values)) element.style.setProperty(`--${name}`, String(value));
  return element;
}

let count = 0;
export const uniqueId = (prefix) => `${prefix}-${++count}`;

/** Positions from the server count characters; strings here count UTF-16 units. This is a text by its characters. */
export const characters = (text) => Array.from(text ?? "");
