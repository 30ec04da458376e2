/**
 * What a panel needs of the page.
 *
 * Focus: what is drawn anew gets it back, with the place to which it was scrolled; a button that disables itself hands
 * it to its neighbor, one that vanishes to the control that was used before it. A line of code that has the focus is
 * selected; a click on it or Enter copies it.
 *
 * A click on a card opens the box score of its game, and the focus goes there; when it is closed, back to the card. In
 * the calendar, keys go from day to day. Times are shown in the time zone of the browser; pictures and the browser's own
 * controls are drawn for the background, pictures also for the width of the page.
 */

const isDark = (element) => {
  for (let at = element; at; at = at.parentElement) {
    const [red, green, blue, alpha = 1] = getComputedStyle(at).backgroundColor.match(/[\d.]+/g).map(Number);
    if (alpha > 0.5) return 0.299 * red + 0.587 * green + 0.114 * blue < 128;
  }
  return false;
};

/** A selector that finds an element of a panel again after it was drawn anew: its place in the panel or in its card. */
const addressOf = (panel, element) => {
  const steps = [];
  let at = element;
  for (; at !== panel && !at.dataset.game; at = at.parentElement) {
    steps.unshift(`:nth-child(${1 + [...at.parentElement.children].indexOf(at)})`);
  }
  return [at === panel ? ":scope" : `[data-game="${CSS.escape(at.dataset.game)}"]`, ...steps].join(" > ");
};

const DAYS = { ArrowLeft: () => -1, ArrowRight: () => 1, ArrowUp: () => -7, ArrowDown: () => 7,
  Home: (weekday) => -weekday, End: (weekday) => 6 - weekday };
const MONTHS = { PageUp: -1, PageDown: 1 };

/** The day of the calendar to which a key leads from another one. */
const dayAfter = (key, iso) => {
  const day = new Date(iso);
  const date = day.getUTCDate();
  if (key in DAYS) day.setUTCDate(date + DAYS[key]((day.getUTCDay() + 6) % 7));
  else {
    day.setUTCMonth(day.getUTCMonth() + MONTHS[key] + 1, 0); // the last of that month
    day.setUTCDate(Math.min(date, day.getUTCDate()));
  }
  return day.toISOString().slice(0, 10);
};

export default {
  initialize({ model }) {
    // the page shows what the kernel prints or displays while it handles a message of the page
    model.on("msg:custom", ({ loaded }) => { if (loaded) model.send({ loaded }); });
  },
  render({ model, el }) {
    let timer, observer, disabling, unguarded;
    const themed = () => {
      const dark = isDark(el);
      el.closest(".sf-panel").style.colorScheme = dark ? "dark" : "light"; // arrows and calendars of the browser
      model.set({ dark, narrow: narrow.matches });
      model.save_changes();
    };
    const narrow = matchMedia("(max-width: 500px)");
    const scheme = matchMedia("(prefers-color-scheme: dark)");
    const theme = new MutationObserver(themed);
    const settle = () => {
      const panel = el.closest(".sf-panel");
      if (!panel) { timer = setTimeout(settle, 50); return; }
      const find = (selector) => panel.querySelector(selector);
      const each = (selector, act) => panel.querySelectorAll(selector).forEach(act);
      const number = unique();
      const button = (className, text, label) => {
        const made = Object.assign(document.createElement("button"), { type: "button", className, textContent: text });
        made.setAttribute("aria-label", label);
        return made;
      };

      /** Name the places that last, in which the rest is drawn anew; only changes in a status are read out. */
      const placesNamed = () => {
        each(".sf-said", (place) => { place.role = "status"; });
        each(".sf-scoreboard", (place) => Object.assign(place, { role: "region", ariaLabel: "Games", tabIndex: 0 }));
        each(".sf-opened", (place) => { place.id = `sf-box-${number}`; });
        each(".sf-month-line", (place) => { place.id = `sf-month-${number}`; });
        each(".sf-code", (code) => Object.assign(code, {
          role: "button", tabIndex: 0, title: "Click or press Enter to copy", ariaLabel: `Copy the code ${code.textContent}`,
        }));
        each(".sf-code-line:not(:has(.sf-copied))", (place) => {
          const said = Object.assign(document.createElement("span"), { className: "sf-copied", role: "status" });
          place.append(said);
        });
      };
      const codeCopied = async (code) => {
        const said = code.closest(".sf-code-line").querySelector(".sf-copied");
        await copied(code.textContent);
        said.textContent = "Copied";
        setTimeout(() => { said.textContent = ""; }, SAID);
      };

      let focused = null, used = null, holder = null; // an address, the last but passing ones, and the last
      const places = new Map(); // what is scrolled, by address
      const isLost = () => focused && document.activeElement === document.body;
      const restored = () => {
        if (isLost()) find(focused)?.focus({ preventScroll: true });
        for (const [address, { element, left, top }] of places) {
          const anew = element.isConnected ? null : find(address);
          if (anew && anew.ariaLabel === element.ariaLabel) {
            anew.scrollTo({ left, top, behavior: "instant" });
            places.set(address, { element: anew, left, top });
          }
        }
      };

      let opening = false, opened = "";
      const pressed = (game) => {
        opening = true;
        model.send({ game });
      };
      const boxAdapted = () => {
        each(".sf-card[data-game]:not(:has(.sf-open))", (card) => {
          const press = button("sf-open", "box score", `Box score: ${card.dataset.result}`);
          press.setAttribute("aria-controls", `sf-box-${number}`);
          card.querySelector(".sf-when").append(press);
        });
        const box = find("[data-opened]");
        const [before, now] = [opened, box?.dataset.opened ?? ""];
        opened = now;
        each(".sf-open", (press) => {
          press.setAttribute("aria-expanded", Boolean(now) && press.closest("[data-game]").dataset.game === now);
        });
        if (box && !box.querySelector(".sf-close")) box.prepend(button("sf-close", "close", "Close the box score"));
        if (now === before) return;
        if (box && opening) {
          const region = box.querySelector("[role=region]");
          region.focus({ preventScroll: true });
          box.scrollIntoView();
        } else if (!box && isLost()) find(`[data-game="${CSS.escape(before)}"] .sf-open`)?.focus();
        opening = false;
      };

      let wished = null, byKey = false, monthly = false; // a day of the month that is being loaded
      const calendarAdapted = () => {
        const toggle = find(".sf-calendar");
        if (!toggle) return;
        const month = find(".sf-month");
        toggle.removeAttribute("aria-pressed");
        toggle.setAttribute("aria-controls", `sf-month-${number}`);
        toggle.setAttribute("aria-expanded", Boolean(month));
        const turned = wished && find(`[data-day="${wished}"]`);
        if (turned && byKey && isLost()) turned.focus();
        if (month && !monthly && document.activeElement === toggle) find("[data-day][tabindex='0']").focus();
        if (!month && monthly && isLost()) toggle.focus();
        if (turned || !month) wished = null;
        monthly = Boolean(month);
      };
      const closed = (toggle) => {
        toggle.focus();
        toggle.click();
      };
      /** Show the month of a day; while it is loaded, further keys and clicks lead on from there. */
      const turnedTo = (day, pressed) => {
        if (day < find(".sf-month").dataset.first) return; // also years of five digits, which begin with a sign
        [wished, byKey] = [day, pressed];
        model.send({ month: day });
      };
      const moved = (key, { dataset: { day } }) => {
        const to = dayAfter(key, wished ?? day);
        const there = wished ? null : find(`[data-day="${to}"]`);
        if (there) there.focus();
        else turnedTo(to, true);
      };
      const turned = (arrow) => turnedTo(
        wished ? dayAfter(arrow.matches(":first-child") ? "PageUp" : "PageDown", wished) : arrow.dataset.month, false);

      const adapt = () => {
        placesNamed();
        each(".widget-toggle-button", (toggle) =>
          toggle.setAttribute("aria-pressed", toggle.classList.contains("mod-active")));
        calendarAdapted();
        boxAdapted();
        restored();
        each(".sf-scoreboard time:not([title]), .sf-opened time:not([title])", (time) => {
          time.title = time.textContent;
          time.textContent = new Date(time.dateTime).toLocaleTimeString(
            [], { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZoneName: "short" });
        });
      };
      // some browsers take the focus from what is disabled at once, others when they draw
      const had = () => (document.activeElement === document.body ? holder : document.activeElement);
      disabling = new MutationObserver((changes) => {
        const gone = changes.some(({ target }) => target === had()
          && (target.disabled || getComputedStyle(target).display === "none"));
        if (gone) (used?.checkVisibility() && !used.disabled ? used : find("button:not(:disabled)")).focus();
      });
      disabling.observe(panel, { attributeFilter: ["disabled", "style"], subtree: true });

      const chosen = (day) => {
        wished = null;
        if (!day.ariaDisabled) model.send({ day: day.dataset.day });
      };
      panel.addEventListener("click", ({ target }) => {
        const [day, turn, card] = ["[data-day]", "[data-month]", "[data-game]"].map((held) => target.closest(held));
        if (turn) turned(turn);
        else wished = null;
        if (day) chosen(day);
        if (target.closest(".sf-close")) pressed(opened);
        if (target.matches(".sf-code")) codeCopied(target);
        // who selects text in a card does not press it; text selected elsewhere does not hold its button back
        if (card && (target.matches(".sf-open") || getSelection().isCollapsed)) pressed(card.dataset.game);
      });
      unguarded = guarding(panel);
      panel.addEventListener("keydown", (event) => {
        const { key, target } = event;
        const [day, month, box] = [
          "[data-day]", ".sf-month-line, .sf-calendar.mod-active", ".sf-opened, .sf-open[aria-expanded=true]",
        ].map((held) => target.closest(held));
        if (key === "Escape" && month) closed(find(".sf-calendar"));
        else if (key === "Escape" && box) pressed(opened);
        else if (day && (key === "Enter" || key === " ")) chosen(day);
        else if (target.matches(".sf-code") && (key === "Enter" || key === " ")) codeCopied(target);
        else if (month && (key in DAYS || key in MONTHS)) { // which do not scroll the page while the month is loaded
          if (day) moved(key, day);
          else find("[data-day][tabindex='0']")?.focus();
        }
        else return;
        event.preventDefault();
      });
      panel.addEventListener("input", ({ target }) => {
        if (target.type === "date") model.send({ unfinished: target.validity.badInput });
      });
      panel.addEventListener("scroll", ({ target }) => {
        const { scrollLeft: left, scrollTop: top } = target;
        places.set(addressOf(panel, target), { element: target, left, top });
      }, true);
      panel.addEventListener("focusin", ({ target }) => {
        if (target.matches(".sf-code")) getSelection().selectAllChildren(target);
        if (!target.closest(".sf-month-line")) wished = null;
        holder = target;
        if (!target.matches(".sf-passing")) used = target;
        if (target.dataset.day) each("[data-day]", (day) => { day.tabIndex = day === target ? 0 : -1; });
        focused = addressOf(panel, target);
      });
      // what is gone was drawn anew; what is still there was left
      panel.addEventListener("focusout", ({ target }) => setTimeout(() => {
        if (target.isConnected && !panel.contains(document.activeElement)) focused = holder = null;
      }));
      themed();
      for (const query of [scheme, narrow]) query.addEventListener("change", themed);
      for (const at of [document.documentElement, document.body]) theme.observe(at, { attributes: true });
      observer = new MutationObserver(adapt);
      observer.observe(panel, { attributeFilter: ["class"], childList: true, subtree: true });
      adapt();
    };
    settle();
    const kept = keeping(model);
    return () => {
      kept();
      unguarded?.();
      clearTimeout(timer);
      theme.disconnect();
      for (const query of [scheme, narrow]) query.removeEventListener("change", themed);
      for (const watching of [observer, disabling]) watching?.disconnect();
    };
  },
};
