// Elements, made by hand. Text is always text: nothing in this page is ever parsed as HTML.

const SVG = "http://www.w3.org/2000/svg";

/** An element. `props`: attributes; `on` holds listeners, `data` the dataset; false, null and undefined are left out. */
export function h(tag, props = {}, ...children) {
  return filled(document.createElement(tag), props, children);
}

export function svg(tag, props = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), props, children);
}

function filled(element, props, children) {
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "on") for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    else if (name === "data") Object.assign(element.dataset, value);
    else if (name === "value") element.value = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  add(element, ...children);
  return element;
}

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
