/**
 * What a panel needs of the page. JupyterLab takes keys for shortcuts, such as M for Markdown or X for cutting the cell,
 * unless the element that has the focus forbids it; drop-downs and buttons of ipywidgets do not. A button that disables
 * itself hands the focus to its neighbor, one that vanishes to the control that was used before it, the button of a card
 * or of a day that is drawn anew gets it back, and a line of code that has the focus is selected, to be copied. A click on a day of
 * the calendar chooses it. A click on the card of a game opens it; a button on the card does so for the keyboard, and tells whether it is open. Times are shown in the
 * time zone of the browser; pictures and the browser's own controls are drawn for the background.
 */

const isDark = (element) => {
  for (let at = element; at; at = at.parentElement) {
    const [red, green, blue, alpha = 1] = getComputedStyle(at).backgroundColor.match(/[\d.]+/g).map(Number);
    if (alpha > 0.5) return 0.299 * red + 0.587 * green + 0.114 * blue < 128;
  }
  return false;
};

export default {
  render({ model, el }) {
    let timer, observer, disabling, opening = false, focused = null, used = null;
    const themed = () => {
      const dark = isDark(el);
      el.closest(".sf-panel").style.colorScheme = dark ? "dark" : "light"; // arrows and calendars of the browser
      model.set("dark", dark);
      model.save_changes();
    };
    const scheme = matchMedia("(prefers-color-scheme: dark)");
    const theme = new MutationObserver(themed);
    const settle = () => {
      const panel = el.closest(".sf-panel");
      if (!panel) { timer = setTimeout(settle, 50); return; }
      const adapt = () => {
        panel.querySelectorAll(".sf-card[data-game]:not(:has(.sf-open))").forEach((card) => {
          const press = Object.assign(document.createElement("button"), { className: "sf-open", textContent: "box score" });
          press.setAttribute("aria-label", `Box score: ${card.dataset.result}`);
          card.querySelector(".sf-when").append(press);
        });
        if (focused && document.activeElement === document.body) {
          panel.querySelector(focused)?.focus({ preventScroll: true });
        }
        const opened = panel.querySelector("[data-opened]")?.dataset.opened;
        panel.querySelectorAll(".sf-open").forEach((press) =>
          press.setAttribute("aria-expanded", press.closest("[data-game]").dataset.game === opened));
        const box = opening && panel.querySelector(".sf-opened .sf-box");
        if (box) {
          opening = false;
          box.scrollIntoView();
        }
        panel.querySelectorAll("select, button, input, summary, [tabindex]").forEach((control) =>
          control.setAttribute("data-lm-suppress-shortcuts", "true"));
        panel.querySelector(".sf-said").setAttribute("role", "status"); // of what lasts: only its changes are read out
        panel.querySelectorAll(".widget-toggle-button").forEach((toggle) =>
          toggle.setAttribute("aria-pressed", toggle.classList.contains("mod-active")));
        panel.querySelectorAll("time[datetime]:not([title])").forEach((time) => {
          time.title = time.textContent;
          time.textContent = new Date(time.dateTime).toLocaleTimeString(
            [], { hour: "2-digit", minute: "2-digit", timeZoneName: "short" });
        });
      };
      disabling = new MutationObserver((changes) => {
        const gone = changes.some(({ target }) => target === document.activeElement
          && (target.disabled || getComputedStyle(target).display === "none"));
        if (gone) (used?.checkVisibility() && !used.disabled ? used : panel.querySelector("button:not(:disabled)")).focus();
      });
      disabling.observe(panel, { attributeFilter: ["disabled", "style"], subtree: true });
      panel.addEventListener("click", ({ target }) => {
        const { day } = target.closest("[data-day]")?.dataset ?? {};
        if (day) model.send({ day });
        const card = target.closest("[data-game]");
        if (!card || !getSelection().isCollapsed) return;
        opening = true;
        model.send({ game: card.dataset.game });
      });
      panel.addEventListener("focusin", ({ target }) => {
        if (target.matches(".sf-code")) getSelection().selectAllChildren(target);
        if (!target.matches(".sf-passing")) used = target;
        focused = target.matches(".sf-open") ? `[data-game="${CSS.escape(target.closest("[data-game]").dataset.game)}"] .sf-open`
          : target.dataset.day ? `[data-day="${target.dataset.day}"]` : null;
      });
      // a button that is gone was drawn anew; one that is still there was left
      panel.addEventListener("focusout", ({ target }) => setTimeout(() => {
        if (target.isConnected && !document.activeElement.matches(".sf-open, [data-day]")) focused = null;
      }));
      themed();
      scheme.addEventListener("change", themed);
      for (const at of [document.documentElement, document.body]) theme.observe(at, { attributes: true });
      observer = new MutationObserver(adapt);
      observer.observe(panel, { attributeFilter: ["class"], childList: true, subtree: true });
      adapt();
    };
    settle();
    const kept = keeping(model);
    return () => {
      kept();
      clearTimeout(timer);
      theme.disconnect();
      scheme.removeEventListener("change", themed);
      for (const watching of [observer, disabling]) watching?.disconnect();
    };
  },
};
