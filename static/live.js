// Live pages: what comes over the socket is shown if it is news, and nothing else is disturbed.
"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const language = document.documentElement.lang;
  let focused = "";

  htmx.config.wsReconnectDelay = (tries) => Math.min(15000, 500 * 2 ** tries) * (0.5 + Math.random() / 2);

  // --- news: a page never goes back, and a change is taken only on top of the ply it changes ---

  function isNews(html) {
    const mark = byId("live");
    const said = /data-ply="(\d+)" data-base="(-?\d+)"/.exec(html);
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
    if (focused && document.activeElement?.id !== focused) byId(focused)?.focus({ preventScroll: true });
    focused = "";
    const mark = byId("live");
    if (mark?.dataset.title && !document.querySelector(".live")) document.title = mark.dataset.title;
    if (byId("news") && byId("waiting")) byId("waiting").hidden = byId("news").matches("[data-closed]");
    if (byId("news")?.dataset.go) location.assign(byId("news").dataset.go);
    showTimes();
    showLastMove();
    document.dispatchEvent(new CustomEvent("numerica:shown"));
  }

  document.addEventListener("htmx:wsBeforeMessage", (event) => {
    if (isNews(event.detail.message)) before(); else event.preventDefault();
  });
  document.addEventListener("htmx:wsAfterMessage", after);
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (isNews(event.detail.serverResponse)) before(); else event.detail.shouldSwap = false;
  });
  document.addEventListener("htmx:afterSettle", after);

  function showLastMove() {
    const log = document.querySelector(".log");
    if (log) log.scrollTop = log.scrollHeight;
  }
  showLastMove();

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

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, textarea, select, #board, dialog, .log")) return;
    const step = document.querySelector(`#steps:not([hidden]) [data-step="${event.key}"]`);
    if (step) { event.preventDefault(); step.click(); }
  });

  // --- a button whose script the page has no use for before it is pressed ---

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-script]");
    if (!button) return;
    const script = await import(button.dataset.script).catch(() => null);
    if (script) script.default(button); else button.textContent = button.dataset.failed;
  });

  // --- copying a link ---

  for (const button of document.querySelectorAll("[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      const field = byId(button.dataset.copy);
      field.select();
      try { await navigator.clipboard.writeText(field.value); } catch { document.execCommand("copy"); }
      button.textContent = button.dataset.done;
    });
  }
})();
