/** The table of `explorer.py`: the kernel sorts and filters, the page shows one page of rows and sends what is wanted. */

/** Letters of a cell that may be cut, and is read whole where the pointer stands. */
const LONG = 40;

/** Make an element. */
const make = (tag, props = {}, ...inside) => {
  const element = Object.assign(document.createElement(tag), props);
  element.append(...inside);
  return element;
};

const label = (element, text) => {
  element.setAttribute("aria-label", text);
  return element;
};

/** What of the state decides which rows are copied and downloaded. */
const ASKED = ["search", "filters", "sort", "columns"];

/** Milliseconds without another key after which what was typed is applied. */
const PAUSE = 250;

/** Milliseconds after which the page says that the rows which were asked for are still to come. */
const PATIENCE = 500;

const saved = (name, type, bytes) => {
  const url = URL.createObjectURL(new Blob([bytes], { type }));
  const link = make("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
};

export default {
  render({ model, el }) {
    let timer, waiting;
    let pressed = false, behind = false; // whether a button is, and whether there is something to draw when it is released
    const typed = new Map(); // what is typed and not applied yet: its fields, with what to set for each
    /** Set values, and what was typed: nothing that is done in the page overtakes it. */
    const set = (values) => {
      clearTimeout(timer);
      for (const apply of typed.values()) apply();
      if (typed.size) model.set("first", 0);
      typed.clear();
      for (const [name, value] of Object.entries(values)) model.set(name, value);
      model.save_changes();
      awaited();
    };
    /** Apply what is typed in a field after a pause, and at once by Enter or when the field is left. */
    const typing = (field, apply) => {
      field.addEventListener("input", () => {
        typed.set(field, apply);
        for (const give of givers) give.disabled = false; // what is typed may find rows
        clearTimeout(timer);
        timer = setTimeout(() => set({}), PAUSE);
      });
      field.addEventListener("change", () => set({}));
      field.addEventListener("keydown", ({ key }) => { // after which JupyterLab lets no change follow
        if (key === "Enter") set({});
      });
    };
    /** Ask for the rows found; the state goes along, as the page may hold it back while the kernel is busy. */
    const wanted = (want) => {
      set({});
      model.send({ want, state: Object.fromEntries(ASKED.map((name) => [name, model.get(name)])) });
    };
    const button = (text, tip, act) => {
      const made = make("button", { type: "button", textContent: text, title: tip });
      made.addEventListener("click", act);
      return made;
    };

    const search = label(make("input", { type: "search", placeholder: "Search text" }), "Search");
    typing(search, () => model.set("search", search.value));

    const boxes = make("div", { className: "sf-grid-columns" });
    const columns = make("details", {}, make("summary", { textContent: "Columns" }), boxes);
    columns.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && columns.open) {
        columns.open = false;
        columns.firstChild.focus();
      }
    });
    const away = (event) => {
      if (!columns.contains(event.target)) columns.open = false;
    };
    document.addEventListener("pointerdown", away);

    const copy = button("Copy", "Copy all rows found, for a spreadsheet", () => wanted("copy"));
    const csv = button("CSV", "Download all rows found as a CSV file", () => wanted("csv"));
    const parquet = button("Parquet", "Download all rows found as a Parquet file", () => wanted("parquet"));
    copy.className = "sf-grid-copy"; // as wide as it is when it says that it copied: the others stay where they are
    const givers = [copy, csv];
    const bar = make("div", { className: "sf-grid-bar" }, search, columns, copy, csv, parquet);

    const alert = make("div", { className: "sf-error", id: `sf-error-${unique()}` });
    alert.setAttribute("role", "alert");
    const state = make("span", { className: "sf-grid-state" });
    state.setAttribute("role", "status");

    const caption = make("div", { className: "sf-part" });
    const heads = make("tr");
    const filters = make("tr", { className: "sf-grid-filters" });
    const body = make("tbody");
    const table = make("table", { className: "sf-show" }, make("thead", {}, heads, filters), body);
    const scroll = label(make("div", { className: "sf-scroll", tabIndex: 0 }, table), "Table");
    scroll.setAttribute("role", "region");

    /** One stop for Tab in each of the two rows; arrows go from column to column, and from a heading to its filter. */
    const stops = (row) => [...row.querySelectorAll("button, input")];
    const stopped = (row, at) => stops(row).forEach((one, n) => { one.tabIndex = n === at ? 0 : -1; });
    const moved = (event) => {
      const { key, target } = event;
      const row = target.closest("tr");
      const at = stops(row).indexOf(target);
      const across = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[key];
      const [from, to, length] = [target.selectionStart, target.selectionEnd, target.value.length];
      const inText = row === filters && (key === "Home" || key === "End" ? length > 0
        : from !== to || from !== (across < 0 ? 0 : length));
      const other = { ArrowDown: row === heads && filters, ArrowUp: row === filters && heads }[key];
      if (across && !inText) {
        stops(row)[Math.min(Math.max(at + across, 0), stops(row).length - 1)].focus();
      } else if (other) stops(other)[at].focus();
      else return;
      event.preventDefault();
    };
    for (const row of [heads, filters]) {
      row.addEventListener("keydown", moved);
      row.addEventListener("focusin", ({ target }) => {
        for (const one of [heads, filters]) stopped(one, stops(row).indexOf(target));
      });
    }

    const page = (by) => {
      const view = model.get("view");
      const last = Math.max(0, Math.ceil(view.found / view.size) - 1);
      const at = Math.min(last, Math.max(0, Math.floor(view.first / view.size) + by));
      if (at * view.size !== view.first) set({ first: at * view.size });
    };
    scroll.addEventListener("keydown", (event) => {
      const by = { PageDown: 1, PageUp: -1 }[event.key];
      if (by === undefined || event.target.tagName === "INPUT") return;
      event.preventDefault();
      page(by);
    });
    const back = [
      button("«", "First page", () => page(-Infinity)), button("‹", "Previous page", () => page(-1)),
    ];
    const on = [button("›", "Next page", () => page(1)), button("»", "Last page", () => page(Infinity))];
    for (const turn of [...back, ...on]) label(turn, turn.title);
    const note = make("span", { className: "sf-note" });
    const size = label(make("select"), "Rows per page");
    size.addEventListener("change", () => set({ rows: Number(size.value), first: 0 }));
    const pager = make("div", { className: "sf-grid-bar" }, ...back, state, ...on, size, "rows per page", note);

    const sorted = (name, number) => {
      const [up, down] = [name, `-${name}`];
      const turns = number ? [down, up, ""] : [up, down, ""];
      set({ sort: turns[(turns.indexOf(model.get("sort")) + 1) % 3], first: 0 });
    };
    const filtered = (name, text) => {
      const kept = { ...model.get("filters"), [name]: text };
      if (!text.trim()) delete kept[name];
      model.set("filters", kept);
    };

    const root = make("div", { className: "sf-box sf-grid" }, bar, alert, caption, scroll, pager);

    let drawn = "";
    const narrow = matchMedia("(max-width: 500px)");
    /** The positions of the columns from left to right. */
    const order = ({ head, names }) => {
      const all = head.map((_, at) => at);
      if (!narrow.matches || names < 0) return all;
      const rest = all.filter((at) => at !== names);
      return [names, ...rest.filter((at) => head[at].number), ...rest.filter((at) => !head[at].number)];
    };
    const classes = (view, at) => `${view.head[at].number ? "n" : ""}${at === view.names ? " sf-grid-name" : ""}`;
    const columnsDrawn = (view) => {
      const places = order(view);
      const key = JSON.stringify([view.head, places]);
      if (key === drawn) return;
      drawn = key;
      heads.replaceChildren(...places.map((at) => {
        const column = view.head[at];
        const press = button(column.label, column.tip || "Sort", () => sorted(column.name, column.number));
        const head = make("th", { scope: "col", className: classes(view, at) }, press);
        head.dataset.name = column.name;
        return head;
      }));
      filters.replaceChildren(...places.map((at) => {
        const column = view.head[at];
        const field = label(
          make("input", { type: "text", placeholder: column.number ? ">=" : "filter" }),
          `Filter ${column.label}`,
        );
        field.dataset.name = column.name;
        typing(field, () => filtered(column.name, field.value));
        return make("td", { className: classes(view, at) }, field);
      }));
      for (const row of [heads, filters]) stopped(row, 0);
    };
    const boxesDrawn = () => {
      boxes.replaceChildren(...model.get("every").map(([name, text]) => {
        const box = make("input", { type: "checkbox" });
        box.dataset.name = name;
        box.addEventListener("change", () => {
          const chosen = new Set(model.get("columns"));
          chosen[box.checked ? "add" : "delete"](name);
          set({ columns: model.get("every").map(([other]) => other).filter((other) => chosen.has(other)) });
        });
        return make("label", {}, box, ` ${text}`);
      }));
    };

    const asked = () => JSON.stringify(ASKED.map((name) => model.get(name)));
    /** Say after a while that the rows shown are not those that were asked for, until they are. */
    const awaited = () => {
      clearTimeout(waiting);
      scroll.ariaBusy = "false";
      if (JSON.stringify(model.get("view").asked) === asked()) return;
      waiting = setTimeout(() => {
        if (pressed) { behind = true; return; }
        scroll.ariaBusy = "true";
        state.textContent = "Updating …";
      }, PATIENCE);
    };

    const edited = (field) => typed.has(field) || field === field.getRootNode().activeElement;
    const draw = () => {
      behind = pressed;
      if (pressed) return; // rows that come or go may move the button away from the pointer, which then clicks nothing
      const view = model.get("view");
      columnsDrawn(view);
      caption.textContent = view.caption;
      caption.hidden = !view.caption;
      label(scroll, view.caption || "Table");
      alert.textContent = view.error;
      note.textContent = view.note;
      const [sort, filter] = [model.get("sort"), model.get("filters")];
      for (const head of heads.children) {
        const name = head.dataset.name;
        const now = sort === name ? "ascending" : sort === `-${name}` ? "descending" : "none";
        head.setAttribute("aria-sort", now);
      }
      for (const field of filters.querySelectorAll("input")) {
        if (!edited(field)) field.value = filter[field.dataset.name] ?? "";
        const refused = view.refused === field.dataset.name;
        for (const [name, value] of [["aria-invalid", "true"], ["aria-describedby", alert.id]]) {
          if (refused) field.setAttribute(name, value);
          else field.removeAttribute(name);
        }
      }
      if (!edited(search)) search.value = model.get("search");
      const places = order(view).map((at) => [at, classes(view, at)]);
      body.replaceChildren(...view.rows.map((cells) => make("tr", {}, ...places.map(
        ([at, className]) => {
          const textContent = cells[at];
          return make("td", { className, textContent, title: textContent.length > LONG ? textContent : "" });
        },
      ))));
      const name = narrow.matches && heads.querySelector(".sf-grid-name");
      scroll.style.scrollPaddingLeft = name ? `${name.offsetWidth}px` : ""; // a number that it covers in part is blurred
      if (!view.rows.length) {
        const none = make("span", { className: "sf-grid-none", textContent: "no rows" });
        body.append(make("tr", {}, make("td", { colSpan: Math.max(1, view.head.length) }, none)));
      }
      const last = view.first + view.rows.length;
      const rows = view.found === view.all ? `${view.all}` : `${view.found} found, of ${view.all}`;
      state.textContent = view.rows.length ? `${view.first + 1} to ${last} of ${rows}` : `0 of ${view.all}`;
      // A button that is disabled loses the focus to the page, where JupyterLab takes the next key for a shortcut.
      const off = [...(view.first === 0 ? back : []), ...(last >= view.found ? on : [])];
      if (off.includes(root.getRootNode().activeElement)) scroll.focus();
      for (const turn of [...back, ...on]) turn.disabled = off.includes(turn);
      const sizes = [...new Set([10, 25, 50, 100, view.size])].sort((one, two) => one - two);
      size.replaceChildren(...sizes.map((n) => make("option", { value: n, textContent: n, selected: n === view.size })));
      for (const box of boxes.querySelectorAll("input")) {
        box.checked = model.get("columns").includes(box.dataset.name);
        box.disabled = box.checked && model.get("columns").length === 1; // a table has at least one column
      }
      for (const give of givers) give.disabled = !view.found && !typed.size;
      parquet.disabled = csv.disabled || Boolean(view.no_parquet);
      if (view.no_parquet) parquet.title = view.no_parquet;
      awaited();
    };

    const told = (message, buffers) => {
      if (message.give === "copy") {
        copied(message.text).then(() => {
          copy.textContent = "Copied";
          setTimeout(() => { copy.textContent = "Copy"; }, SAID);
        });
      } else if (message.give) saved(message.name, message.type, buffers[0]);
    };

    root.addEventListener("pointerdown", ({ target }) => { pressed = Boolean(target.closest("button, summary, label")); });
    const released = () => {
      pressed = false;
      setTimeout(() => { if (behind) draw(); }); // after the click
    };
    const releases = ["pointerup", "pointercancel"];
    for (const release of releases) document.addEventListener(release, released);

    el.append(root, make("style", { textContent: model.get("hiding") }));
    const anew = () => {
      boxesDrawn();
      draw();
      scroll.scrollTo(0, 0); // another table
    };
    model.on("change:every", anew);
    model.on("change:view", draw);
    narrow.addEventListener("change", draw);
    model.on("msg:custom", told);
    anew();
    const ended = [keeping(model), guarding(root)];
    return () => {
      for (const end of ended) end();
      clearTimeout(timer);
      clearTimeout(waiting);
      document.removeEventListener("pointerdown", away);
      for (const release of releases) document.removeEventListener(release, released);
      narrow.removeEventListener("change", draw);
      model.off("change:every", anew);
      model.off("change:view", draw);
      model.off("msg:custom", told);
    };
  },
};
