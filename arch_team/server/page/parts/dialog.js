// Dialogs on the browser's own <dialog>: it holds the focus, closes on Escape and makes the rest inert.
import { h, uniqueId } from "../dom.js";
import { t } from "../i18n.js";
import { icon } from "./icons.js";

/** Opens a dialog. `kind`: "drawer" from the side, or "box". Closing gives the focus back and calls `onClose`. */
export function openDialog({ title, kind = "box", content, onClose = () => {} }) {
  const back = document.activeElement;
  const heading = uniqueId("dialog-title");
  const close = h(
    "button.icon-button",
    { "aria-label": t("close"), on: { click: () => dialog.close() } },
    icon("close"),
  );
  const body = h("div.dialog-body", content);
  const dialog = h(
    "dialog",
    { class: `dialog ${kind}`, "aria-labelledby": heading },
    h("header.dialog-head", h("h2", { id: heading, tabindex: "-1" }, title), close),
    body,
  );
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.addEventListener("close", () => {
    window.removeEventListener("hashchange", leave);
    dialog.remove();
    if (back?.isConnected) back.focus();
    onClose(dialog.returnValue);
  });
  const leave = () => dialog.close();
  window.addEventListener("hashchange", leave);
  document.body.append(dialog);
  dialog.showModal();
  dialog.querySelector("[autofocus]")?.focus() ?? dialog.querySelector("h2").focus();
  return { dialog, body, close: (value) => dialog.close(value) };
}

/** Asks before something that cannot be undone. */
export function confirmed(title, text, action) {
  return new Promise((resolve) => {
    const opened = openDialog({
      title,
      onClose: (value) => resolve(value === "yes"),
      content: [
        h("p", text),
        h(
          "div.actions",
          h("button.button.danger", { on: { click: () => opened.close("yes") } }, action),
          h("button.button", { autofocus: true, on: { click: () => opened.close("no") } }, t("cancel")),
        ),
      ],
    });
  });
}

let asking = null;
/** Asks for the key, once for all requests that wait for it. True: there is one to try. */
export function askForKey(save, wasWrong) {
  asking ??= new Promise((resolve) => {
    const field = h("input", {
      type: "password",
      id: "api-key",
      autocomplete: "off",
      spellcheck: "false",
      required: true,
      autofocus: true,
    });
    const form = h(
      "form.stack",
      h("p", t(wasWrong ? "key.wrong" : "key.wanted")),
      h("label", { for: "api-key" }, t("key.label")),
      field,
      h("p.hint", t("key.kept")),
      h("div.actions", h("button.button.primary", { type: "submit" }, t("key.use"))),
    );
    const opened = openDialog({ title: t("key.title"), content: form, onClose: (value) => resolve(value === "yes") });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      save(field.value.trim());
      opened.close("yes");
    });
  }).finally(() => (asking = null));
  return asking;
}
