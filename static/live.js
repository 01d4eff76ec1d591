// Live pages: what comes over the socket is shown if it is news, and nothing else is disturbed.
"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const language = document.documentElement.lang;
  htmx.config.wsReconnectDelay = (tries) => Math.min(15000, 500 * 2 ** tries) * (0.5 + Math.random() / 2);

  // --- news: a page never goes back, and a change is taken only on top of the ply it changes ---

  const MARK = /data-ply="(\d+)" data-base="(-?\d+)" data-last="\d+"( data-replay)?/;

  function isNews(html) {
    const mark = byId("live");
    const said = MARK.exec(html);
    if (isReplaying() && (said || html.includes('id="offers"'))) { hold(said?.[1]); return false; }
    if (!said || !mark) return !isReplaying() || !html.includes('id="players"');
    const [ply, base, shown] = [Number(said[1]), Number(said[2]), Number(mark.dataset.ply)];
    if (ply > shown && base !== -1 && base !== shown) catchUp();
    return ply > shown && (base === -1 || base === shown);
  }

  function catchUp() {
    const page = document.querySelector("[data-whole]");
    if (page) htmx.ajax("GET", page.dataset.whole, { source: page, target: "#live", swap: "none" }).catch(() => {});   // a line says it
  }

  // --- the focus outlives its element: the one in the same place gets it, or else the board ---

  const FOCUSABLE = "a[href], button, input, summary, [tabindex]";
  let focused = null;

  function before(html) {
    if (MARK.exec(html)?.[2] >= 0) unmark();
    const zone = document.activeElement?.closest("[id]");
    focused = zone && { zone: zone.id, place: [...zone.querySelectorAll(FOCUSABLE)].indexOf(document.activeElement) };
  }

  const isHeld = (element) => element !== document.body && !element.disabled && element.checkVisibility();

  // Only if the focus was lost: a user who typed on in the meantime has moved it.
  function giveFocus() {
    if (focused && !isHeld(document.activeElement)) {
      const zone = byId(focused.zone);
      const candidates = [focused.place < 0 ? zone : zone?.querySelectorAll(FOCUSABLE)[focused.place],
        document.querySelector('#board .sq[tabindex="0"]'), byId("main")];
      candidates.find((one) => one && isHeld(one)).focus({ preventScroll: true });
    }
    focused = null;
  }

  // What a change leaves to the page: the marks of the move before, numbers, and addresses by ply.

  function unmark() {
    for (const tile of document.querySelectorAll("#board .last")) {
      tile.classList.remove("last");
      tile.parentElement.ariaLabel = tile.parentElement.ariaLabel.replace(byId("board").dataset.now, "");
    }
  }

  // A square that changed stays the same element: the focus stays there, and the board is not laid out again.
  document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
    const { target, fragment: { firstElementChild: now } } = detail;
    if (!target.matches("#board .sq")) return;
    detail.shouldSwap = false;
    target.className = now.className;
    target.ariaLabel = now.ariaLabel;
    target.replaceChildren(...now.childNodes);
  });

  function showNumbers() {
    const { ply } = byId("live").dataset;
    for (const link of document.querySelectorAll("a[data-by]")) link.search = `?ply=${Number(ply) + Number(link.dataset.by)}`;
    const { counts } = byId("held")?.dataset ?? {};
    counts?.split(" ").forEach((count, place) => {
      const kind = document.querySelector("#aside .counts").children[place];
      kind.lastElementChild.textContent = count;
      kind.classList.toggle("none", count === "0");
    });
  }

  function after() {
    const mark = byId("live");
    if (mark?.dataset.title && !document.querySelector(".live")) document.title = mark.dataset.title;
    if (byId("news") && byId("waiting")) byId("waiting").hidden = byId("news").matches("[data-closed]");
    const there = document.querySelector("[data-go]");
    if (there) { location.assign(there.dataset.go); delete there.dataset.go; }      // a returning reader stays
    if (mark) showNumbers();
    showTurn();
    showTimes();
    showRow();
    arrived();
    document.dispatchEvent(new CustomEvent("numerica:shown"));
    keepUnderFinger();
    giveFocus();
  }

  document.addEventListener("htmx:wsBeforeMessage", (event) => {
    const { message } = event.detail;
    if (isNews(message)) before(message); else event.preventDefault();
  });
  document.addEventListener("htmx:wsAfterMessage", after);
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { requestConfig, serverResponse, xhr } = event.detail;
    const mayShow = log && requestConfig.elt === log ? xhr.status === 200 && isTimely(serverResponse) : isNews(serverResponse);
    if (mayShow) before(serverResponse); else event.detail.shouldSwap = false;
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

  // --- the row of the score sheet that belongs to the board: marked, and in sight ---

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
  if (log) new ResizeObserver(() => scrollToRow(byId(`move-${shownRow}`)?.closest("tr"))).observe(log);      // what stands below it has grown

  function scrollToRow(row) {
    if (!row) { log.scrollTop = 0; return; }
    const [box, frame] = [row.getBoundingClientRect(), log.getBoundingClientRect()];
    const top = frame.top + log.querySelector("thead").offsetHeight;
    if (box.top < top) log.scrollTop -= top - box.top;
    else if (box.bottom > frame.bottom) log.scrollTop += box.bottom - frame.bottom;
  }
  showRow();

  // --- an earlier position: what comes meanwhile is held back, and a line says so ---

  let wanted = null;          // the ply that was asked for, until it is shown
  let asked = "";             // and the address it comes from
  let isBehind = false;       // something was held back since

  function isReplaying() { return Boolean(byId("live")?.hasAttribute("data-replay")); }

  function hold(ply) {
    isBehind = true;
    if (ply === undefined || Number(ply) > Number(byId("live").dataset.last)) byId("gone-on-since").hidden = false;
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
    const link = event.target.closest("#steps a, #sheet a, #chart a, #gone-on a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (link.dataset.step) pressed = { id: link.id, top: link.getBoundingClientRect().top };
    if (link.dataset.step) step(link.dataset.step); else goTo(plyOf(link.search));
  });

  // On a phone the steps change their place with the first of them: the next press meets the same one.
  let pressed = null;

  function keepUnderFinger() {
    if (pressed) scrollBy({ top: byId(pressed.id).getBoundingClientRect().top - pressed.top, behavior: "instant" });
    if (wanted === null) pressed = null;
  }

  // Back and forward: the address has changed already.
  document.addEventListener("htmx:historyCacheMiss", (event) => {
    if (!log) return;
    event.preventDefault();
    goTo(plyOf(location.search), false);
  });

  // --- the connection ---

  const TRIED_AGAIN = [1006, 1011, 1012, 1013];    // the others are the server's last word
  let open = null;            // the socket that is
  let reconnect = null;
  let lost = 0;

  document.addEventListener("htmx:wsOpen", ({ detail }) => {
    open = detail.event.target;
    document.documentElement.dataset.live = "on";
    clearTimeout(lost);
    lost = 0;
    if (byId("connection")) byId("connection").hidden = true;
  });

  function sayClosed(code) {
    const line = byId("connection");
    if (!line) return;
    if (!reconnect) line.textContent = line.getAttribute(`data-closed-${code}`) ?? line.dataset.closed;
    line.hidden = false;
  }

  // Not when another is open already; the two seconds are counted once.
  document.addEventListener("htmx:wsClose", ({ detail }) => {
    if (open && detail.event.target !== open) return;
    open = null;
    reconnect = TRIED_AGAIN.includes(detail.event.code) ? detail.socketWrapper.reconnect : null;
    document.documentElement.dataset.live = "off";
    lost ||= setTimeout(sayClosed, 2000, detail.event.code);
  });

  // A socket may have died while the page slept: the page asks.
  function wake() {
    if (document.hidden) return;
    catchUp();
    if (document.documentElement.dataset.live === "off") reconnect?.();
  }
  document.addEventListener("visibilitychange", wake);
  window.addEventListener("online", wake);
  window.addEventListener("pageshow", (event) => { if (event.persisted) wake(); });

  // --- times: deadlines in the reader's own zone, counted down; the server decides ---

  const LENGTHS = [86400, 3600, 60, 1];
  const units = (document.documentElement.dataset.units ?? "").split("|");
  const inUnit = (at, count) => count + units[at];

  function timeLeft(seconds) {
    const at = LENGTHS.findIndex((length) => seconds >= length);
    if (at < 0) return inUnit(3, 0);
    const rest = Math.floor((seconds % LENGTHS[at]) / LENGTHS[at + 1]);
    const large = inUnit(at, Math.floor(seconds / LENGTHS[at]));
    return rest > 0 ? `${large} ${inUnit(at + 1, rest)}` : large;
  }

  // --- one's own time runs low: an hour is left, of days ---

  const LOW = 3600;
  let plenty = "";            // the deadline that was farther away when last looked at

  function showLow(time, date) {
    const isLow = (date - Date.now()) / 1000 < LOW;
    time.toggleAttribute("data-low", isLow);
    if (!time.closest(".player").querySelector(".you")) return;
    if (isLow && plenty === time.dateTime) document.dispatchEvent(new CustomEvent("numerica:low"));
    plenty = isLow ? "" : time.dateTime;
  }

  // As the pages write it, but in the time of the reader's own clock.
  const place = language === "en" ? "en-GB" : language;
  const local = (date) => `${date.toLocaleDateString(place, { dateStyle: "long" })}, ${date.toLocaleTimeString(place, { timeStyle: "short" })}`;

  function showTimes() {
    for (const time of document.querySelectorAll("time[data-clock]")) {
      const date = new Date(time.dateTime);
      const left = timeLeft(Math.max(0, Math.floor((date - Date.now()) / 1000)));
      if (time.lastChild.data !== left) time.lastChild.data = left;
      time.title = local(date);
      showLow(time, date);
    }
    for (const time of document.querySelectorAll("time[data-local]")) {
      time.textContent = local(new Date(time.dateTime));
    }
  }
  let ticked = Date.now();
  setInterval(() => {
    showTimes();
    if (Date.now() - ticked > 10_000) wake();      // the whole machine slept
    ticked = Date.now();
  }, 1000);
  showTimes();

  // --- stepping through a game, unless somebody types or walks over the board ---

  const STEPS = { ArrowLeft: -1, h: -1, ArrowRight: 1, l: 1, Home: -Infinity, End: Infinity };

  // From the position that was asked for last, though another may be shown yet.
  function step(key) {
    const last = Number(byId("live").dataset.last);
    const at = Math.min(wanted ?? Number(byId("live").dataset.ply), last);
    const to = Math.min(Math.max(at + STEPS[key], 0), last);
    if (to !== at || (to === last && isReplaying())) goTo(to);
  }

  document.addEventListener("keydown", (event) => {
    if (!STEPS[event.key] || !byId("steps") || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target.closest("input, textarea, select, #board, #rack, dialog")) return;
    event.preventDefault();
    step(event.key);
  });

  // --- a button whose script the page has no use for before it is pressed ---

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-script]");
    if (!button) return;
    const script = await import(button.dataset.script).catch(() => null);
    if (script) script.default(button); else button.textContent = button.dataset.failed;
  });

  // --- copying: an address, or the text that an address gives ---

  async function toCopy({ copyLink, copyText }) {
    const position = byId("position-link");
    if (copyText) return (await fetch(copyText + position.search)).text();
    return new URL(copyLink || position.href, location.href).href;
  }

  // Where there is no clipboard, what is selected may still be copied.
  function copySelected(text) {
    const field = Object.assign(document.createElement("textarea"), { value: text });
    document.body.append(field);
    field.select();
    const isDone = document.execCommand("copy");
    field.remove();
    return isDone;
  }

  async function copied(data) {
    const text = toCopy(data);               // not awaited: later is too late for some browsers
    try {
      await navigator.clipboard.write([new ClipboardItem({ "text/plain": text })]);
      return true;
    } catch { return text.then(copySelected, () => false); }
  }

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy-link], [data-copy-text]");
    if (!button) return;
    button.textContent = (await copied(button.dataset)) ? button.dataset.done : button.dataset.failed;
  });
})();
