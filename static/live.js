// Live pages: what comes over the socket is shown if it is news, and nothing else is disturbed.
"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const language = document.documentElement.lang;
  let focused = "";

  htmx.config.wsReconnectDelay = (tries) => Math.min(15000, 500 * 2 ** tries) * (0.5 + Math.random() / 2);

  // --- news: a page never goes back, and a change is taken only on top of the ply it changes ---

  const MARK = /data-ply="(\d+)" data-base="(-?\d+)" data-last="\d+"( data-replay)?/;

  function isNews(html) {
    const mark = byId("live");
    const said = MARK.exec(html);
    if (isReplaying() && (said || html.includes('id="offers"'))) { hold(said?.[1]); return false; }
    if (!said || !mark) return true;
    const [ply, base, shown] = [Number(said[1]), Number(said[2]), Number(mark.dataset.ply)];
    if (ply > shown && base !== -1 && base !== shown) catchUp();
    return ply > shown && (base === -1 || base === shown);
  }

  function catchUp() {
    const page = document.querySelector("[data-whole]");
    if (page) htmx.ajax("GET", page.dataset.whole, { source: page, target: "#live", swap: "none" });
  }

  function before() { focused = document.activeElement?.id || ""; }

  function after() {
    // Only if the focus was lost: whoever typed on in the meantime has moved it.
    if (focused && document.activeElement === document.body) byId(focused)?.focus({ preventScroll: true });
    focused = "";
    const mark = byId("live");
    if (mark?.dataset.title && !document.querySelector(".live")) document.title = mark.dataset.title;
    if (byId("news") && byId("waiting")) byId("waiting").hidden = byId("news").matches("[data-closed]");
    if (byId("news")?.dataset.go) location.assign(byId("news").dataset.go);
    showTurn();
    showTimes();
    showRow();
    arrived();
    document.dispatchEvent(new CustomEvent("numerica:shown"));
  }

  document.addEventListener("htmx:wsBeforeMessage", (event) => {
    if (isNews(event.detail.message)) before(); else event.preventDefault();
  });
  document.addEventListener("htmx:wsAfterMessage", after);
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { requestConfig, serverResponse, xhr } = event.detail;
    const mayShow = log && requestConfig.elt === log ? xhr.status === 200 && isTimely(serverResponse) : isNews(serverResponse);
    if (mayShow) before(); else event.detail.shouldSwap = false;
  });
  document.addEventListener("htmx:afterSettle", after);

  // --- the tab's icon wears a dot while it is the reader's turn ---

  function showTurn() {
    const icon = byId("icon");
    icon.dataset.other ??= icon.getAttribute("href");
    const wanted = byId("live")?.hasAttribute("data-yours") ? icon.dataset.turn : icon.dataset.other;
    if (icon.getAttribute("href") !== wanted) icon.href = wanted;
  }
  showTurn();

  // --- the row of the score sheet that belongs to the board: marked, and scrolled to within the sheet ---

  const log = document.querySelector(".log");
  let shownRow = "";

  function showRow() {
    const ply = byId("live")?.dataset.ply;
    if (!log || !ply) return;
    for (const old of log.querySelectorAll("[aria-current]")) old.removeAttribute("aria-current");
    const link = byId(`move-${ply}`);
    link?.setAttribute("aria-current", "true");
    if (ply !== shownRow) scrollToRow(link?.closest("tr"));
    shownRow = ply;
  }

  function scrollToRow(row) {
    if (!row) { log.scrollTop = 0; return; }
    const [box, frame] = [row.getBoundingClientRect(), log.getBoundingClientRect()];
    const top = frame.top + log.querySelector("thead").offsetHeight;
    if (box.top < top) log.scrollTop -= top - box.top;
    else if (box.bottom > frame.bottom) log.scrollTop += box.bottom - frame.bottom;
  }
  showRow();

  // --- an earlier position on the same page: what comes meanwhile is held back, and a line says so ---

  let wanted = null;          // the ply that was asked for, until it is shown
  let asked = "";             // and the address it comes from
  let isBehind = false;       // something was held back since

  function isReplaying() { return Boolean(byId("live")?.hasAttribute("data-replay")); }

  function hold(ply) {
    isBehind = true;
    if (ply === undefined || Number(ply) > Number(byId("live").dataset.last)) byId("gone-on").hidden = false;
  }

  // What the game was when it was asked for may be older than what the socket has brought since.
  function isTimely(html) {
    const said = MARK.exec(html);
    return Boolean(said && (said[3] || isReplaying() || Number(said[1]) >= Number(byId("live").dataset.ply)));
  }

  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.requestConfig.path === asked) wanted = null;
  });

  function arrived() {
    if (isReplaying() || !byId("gone-on")) return;
    byId("gone-on").hidden = true;
    if (isBehind) catchUp();
    isBehind = false;
  }

  const plyOf = (search) => Number(new URLSearchParams(search).get("ply") ?? Infinity);

  function goTo(ply, isPushed = true) {
    const page = document.querySelector("[data-whole]");
    const query = ply < Number(byId("live").dataset.last) ? `?ply=${ply}` : "";
    wanted = ply;
    asked = page.dataset.whole + query;
    isBehind = false;
    htmx.ajax("GET", asked, { source: log, target: "#live", swap: "none", push: isPushed ? location.pathname + query : "false" });
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest("#steps a[href], #sheet a, #gone-on a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    goTo(plyOf(link.search));
  });

  // Back and forward: the address has changed already.
  document.addEventListener("htmx:historyCacheMiss", (event) => {
    if (!log) return;
    event.preventDefault();
    goTo(plyOf(location.search), false);
  });

  // --- the connection ---

  let lost = 0;
  function connected(is) {
    document.documentElement.dataset.live = is ? "on" : "off";
    clearTimeout(lost);
    const line = byId("connection");
    if (is && line) line.hidden = true;
    if (!is && line) lost = setTimeout(() => { line.hidden = false; }, 2000);
  }
  document.addEventListener("htmx:wsOpen", () => connected(true));
  document.addEventListener("htmx:wsClose", () => connected(false));
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && document.documentElement.dataset.live === "off") catchUp();
  });

  // --- times: deadlines in the reader's own zone, counted down; the server decides ---

  const units = [["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];
  const inUnit = (unit, count) =>
    new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "narrow" }).format(count);

  function timeLeft(seconds) {
    const at = units.findIndex(([, length]) => seconds >= length);
    if (at < 0) return inUnit("second", 0);
    const [unit, length] = units[at];
    const rest = Math.floor((seconds % length) / (units[at + 1]?.[1] ?? 1));
    const large = inUnit(unit, Math.floor(seconds / length));
    return at < 3 && rest > 0 ? `${large} ${inUnit(units[at + 1][0], rest)}` : large;
  }

  const local = (date) => date.toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });

  function showTimes() {
    for (const time of document.querySelectorAll("time[data-clock]")) {
      const date = new Date(time.dateTime);
      const left = timeLeft(Math.max(0, Math.floor((date - Date.now()) / 1000)));
      if (time.lastChild.data !== left) time.lastChild.data = left;
      time.title = local(date);
    }
    for (const time of document.querySelectorAll("time[data-local]")) {
      time.textContent = local(new Date(time.dateTime));
    }
  }
  setInterval(showTimes, 1000);
  showTimes();

  // --- stepping through a game, unless somebody types or walks over the board ---

  const STEPS = { ArrowLeft: -1, h: -1, ArrowRight: 1, l: 1, Home: -Infinity, End: Infinity };

  document.addEventListener("keydown", (event) => {
    const by = STEPS[event.key];
    if (!by || !byId("steps") || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target.closest("input, textarea, select, #board, #rack, dialog")) return;
    event.preventDefault();
    const last = Number(byId("live").dataset.last);
    const at = Math.min(wanted ?? Number(byId("live").dataset.ply), last);
    const to = Math.min(Math.max(at + by, 0), last);
    if (to !== at || (to === last && isReplaying())) goTo(to);
  });

  // --- a button whose script the page has no use for before it is pressed ---

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-script]");
    if (!button) return;
    const script = await import(button.dataset.script).catch(() => null);
    if (script) script.default(button); else button.textContent = button.dataset.failed;
  });

  // --- copying: what a field holds, an address, or the text that an address gives ---

  async function toCopy({ copy, copyLink, copyText }) {
    if (copy) return byId(copy).value;
    if (copyLink) return new URL(copyLink, location.href).href;
    return (await fetch(copyText)).text();
  }

  // Where a page may not use the clipboard by itself, it may still copy what is selected.
  function copySelected(text) {
    const field = Object.assign(document.createElement("textarea"), { value: text });
    document.body.append(field);
    field.select();
    const isDone = document.execCommand("copy");
    field.remove();
    return isDone;
  }

  async function copied(data) {
    try {
      const text = await toCopy(data);
      return await navigator.clipboard.writeText(text).then(() => true, () => copySelected(text));
    } catch { return false; }
  }

  for (const button of document.querySelectorAll("[data-copy]")) button.hidden = false;

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy], [data-copy-link], [data-copy-text]");
    if (!button) return;
    button.textContent = (await copied(button.dataset)) ? button.dataset.done : button.dataset.failed;
  });
})();
