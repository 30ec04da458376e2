/** A part of an id that no other widget of the page has: each loads this script anew, so that a counter would not do. */
const unique = () => Math.random().toString(36).slice(2);

/** Copy a text; where a page may not write to the clipboard, by a field from which it is copied. */
const copied = async (text) => {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = Object.assign(document.createElement("textarea"), { value: text });
    const focused = document.activeElement;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
    focused.focus({ preventScroll: true });
  }
};

/** Whether a key is pressed with Ctrl or Cmd and edits no text, such as Ctrl+S; keys are read as JupyterLab reads them. */
const isShortcut = ({ key, keyCode, altKey, ctrlKey, metaKey, shiftKey }) => (ctrlKey || metaKey) && !altKey
  && key.length === 1 && !(shiftKey ? "VZ" : "ACVXYZ").includes(String.fromCharCode(keyCode));

/**
 * Keep keys from JupyterLab, which takes M for Markdown or X for cutting the cell unless the very element that has the
 * focus forbids it; it gets those that are pressed with Ctrl or Cmd, apart from those that edit text.
 */
const guarding = (root) => {
  const guarded = (event) => {
    const { target } = event;
    if (root.contains(target)) target.toggleAttribute("data-lm-suppress-shortcuts", !isShortcut(event));
  };
  window.addEventListener("keydown", guarded, true); // before JupyterLab, which listens at the document
  return () => window.removeEventListener("keydown", guarded, true);
};

/** Milliseconds for which the page says that something was copied. */
const SAID = 1500;

/**
 * Store what a widget shows in the notebook of the page, with any script of this package that follows. The kernel updates
 * its output as well, but a page that was loaded again no longer knows which output that is.
 */
const keeping = (model) => {
  const store = () => {
    const data = model.get("kept");
    const text = data["text/html"] ?? "";
    const mark = text.slice(0, text.indexOf(">") + 1);
    // the model of the document, in JupyterLab and Notebook; others, such as voila, have none to store
    for (const { outputs } of (mark && model.widget_manager?.context?.model?.cells) || []) {
      for (let at = 0; at < (outputs?.length ?? 0); at++) {
        const output = outputs.get(at).toJSON();
        const held = [output.data?.["text/html"] ?? ""].flat().join("");
        if (held.startsWith(mark) && held !== text) outputs.set(at, { ...output, data });
      }
    }
  };
  model.on("change:kept", store);
  store();
  return () => model.off("change:kept", store);
};

