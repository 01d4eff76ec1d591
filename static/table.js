// The draft: tiles placed and not sent. It lives here and in local storage; no live update touches it.
// No equation is judged here. Geometry is ours; the verdict comes from the server's referee.
"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const form = byId("move-form");
  const field = byId("move");
  const rackList = byId("rack");
  const verdict = byId("verdict");
  const say = form.dataset;
  const table = byId("main");
  const BLANK = "?";
  const GLYPHS = { "-": "−", "*": "×", "/": "÷" };
  const TYPED = { "×": "*", x: "*", X: "*", "·": "*", "÷": "/", ":": "/", "−": "-", "–": "-" };

  const hand = () => byId("hand").dataset;
  const storageKey = `draft:${table.dataset.game}:${hand().seat}`;

  // A tile on hand: its symbol and points; where it is drafted (`at`), and as what (`face`).
  let tiles = [];
  let picked = null;
  let target = null;          // the square the next tile goes to, and whether it reads down
  let waiting = null;         // the blank whose meaning is being asked for

  // --- what the server says we hold, matched with what we have, in our order ---

  function held() {
    const points = hand().points.trim().split(" ");
    return hand().tiles.trim().split(" ").filter(Boolean).map((symbol, i) => ({ symbol, points: points[i] }));
  }

  function reconcile() {
    const left = held();
    const take = (tile) => {
      const at = left.findIndex((other) => other.symbol === tile.symbol);
      if (at >= 0) tile.points = left.splice(at, 1)[0].points;
      return at >= 0;
    };
    const kept = new Set([...tiles.filter((tile) => !tile.at), ...tiles.filter((tile) => tile.at)].filter(take));
    tiles = [...tiles.filter((tile) => kept.has(tile)), ...left];
    if (!tiles.includes(picked)) picked = null;
  }

  function restore() {
    try {
      const stored = JSON.parse(localStorage.getItem(storageKey) || "[]");
      tiles = stored.filter((tile) => typeof tile.symbol === "string");
    } catch { tiles = []; }
  }

  function store() {
    try {
      localStorage.setItem(storageKey, JSON.stringify(tiles.map(({ symbol, at, face }) => ({ symbol, at, face }))));
    } catch { /* a full or forbidden storage only means that the draft does not outlive the page */ }
  }

  // --- squares ---

  const squareAt = (name) => byId(`sq-${name}`);
  const covered = (name) => Boolean(squareAt(name)?.querySelector(".tile:not(.draft)"));
  const draftedAt = (name) => tiles.find((tile) => tile.at === name);
  const free = (name) => squareAt(name) && !covered(name) && !draftedAt(name);
  const rowOf = (name) => parseInt(name, 10);
  const columnOf = (name) => name.charCodeAt(name.length - 1) - 65;
  const nameOf = (row, column) => `${row}${String.fromCharCode(65 + column)}`;
  const step = (name, down, by = 1) => nameOf(rowOf(name) + (down ? by : 0), columnOf(name) + (down ? 0 : by));

  // --- the draft as one line of notation, and back ---

  const drafted = () => tiles.filter((tile) => tile.at);

  function notation() {
    const draft = drafted();
    if (!draft.length) return { text: "" };
    const rows = new Set(draft.map((tile) => rowOf(tile.at)));
    const columns = new Set(draft.map((tile) => columnOf(tile.at)));
    if (rows.size > 1 && columns.size > 1) return { fault: say.sayLine };
    const down = rows.size > 1;
    const place = (tile) => (down ? rowOf(tile.at) : columnOf(tile.at));
    draft.sort((one, other) => place(one) - place(other));
    const first = draft[0].at;
    let tokens = "";
    for (let at = first, i = 0; i < draft.length; at = step(at, down)) {
      if (draft[i].at === at) { tokens += draft[i].face; i += 1; }
      else if (covered(at)) tokens += ".";
      else return { fault: say.sayGap };
    }
    const column = String.fromCharCode(65 + columnOf(first));
    return { text: `${down ? column + rowOf(first) : first} ${tokens}` };
  }

  function fromText(text) {
    const read = /^\s*(?:(\d{1,2})([a-z])|([a-z])(\d{1,2}))\s+(.+)$/i.exec(text);
    for (const tile of tiles) lift(tile);
    if (!read) return;
    const down = Boolean(read[3]);
    let at = (read[1] || read[4]) + (read[2] || read[3]).toUpperCase();
    for (const token of read[5].replace(/\s/g, "").match(/\??[^?]|\?$/g) || []) {
      const blank = token.startsWith(BLANK);
      const symbol = TYPED[token.at(-1)] || token.at(-1);
      const tile = tiles.find((one) => !one.at && one.symbol === (blank ? BLANK : symbol));
      if (symbol !== ".") {
        if (!tile || !free(at)) { for (const one of tiles) lift(one); return; }
        tile.at = at;
        tile.face = blank ? BLANK + symbol : symbol;
      }
      at = step(at, down);
    }
  }

  // --- placing and lifting ---

  function lift(tile) { delete tile.at; delete tile.face; }

  function place(tile, name) {
    if (!free(name)) return;
    if (tile.symbol === BLANK) { askBlank(tile, name); return; }
    put(tile, name, tile.symbol);
  }

  function put(tile, name, face) {
    tile.at = name;
    tile.face = face;
    picked = null;
    if (target) advance(name);
    changed();
  }

  function advance(name) {
    let next = name;
    do next = step(next, target.down); while (squareAt(next) && !free(next));
    target = squareAt(next) ? { name: next, down: target.down } : null;
    if (target && document.activeElement?.classList.contains("sq")) moveCursor(squareAt(next));
  }

  function askBlank(tile, name) {
    waiting = { tile, name };
    byId("blank-dialog").showModal();
  }

  // At once, not on the dialog's own event, which comes late: somebody may type on already.
  function chooseBlank(symbol) {
    const asked = waiting;
    waiting = null;
    byId("blank-dialog").close();
    if (asked && symbol && free(asked.name)) put(asked.tile, asked.name, BLANK + symbol);
  }

  byId("blank-dialog").addEventListener("submit", (event) => {
    event.preventDefault();
    chooseBlank(event.submitter?.value);
  });
  byId("blank-dialog").addEventListener("keydown", (event) => {
    const symbol = TYPED[event.key] || event.key;
    const choice = [...event.currentTarget.querySelectorAll("[value]")].find((one) => one.value === symbol);
    if (choice && symbol) { event.preventDefault(); chooseBlank(symbol); }
  });
  byId("blank-dialog").addEventListener("close", () => { waiting = null; show(); });

  // --- showing ---

  function tileShown(tile, tag) {
    const element = document.createElement(tag);
    const face = tile.face || tile.symbol;
    const symbol = face.replace(BLANK, "");
    const letter = document.createElement("b");
    element.className = "tile";
    letter.textContent = GLYPHS[symbol] || symbol;
    if (!/\d/.test(symbol)) letter.className = "op";
    element.append(letter);
    if (tile.symbol === BLANK) {
      element.classList.add("blank");
    } else {
      const points = document.createElement("small");
      points.textContent = tile.points;
      element.append(points);
    }
    return element;
  }

  function spoken(tile) {
    const symbol = (tile.face || tile.symbol).replace(BLANK, "");
    const word = byId("blank-dialog").querySelector(`[value="${CSS.escape(symbol)}"]`)?.getAttribute("aria-label");
    return tile.symbol === BLANK ? `${say.sayBlank} ${word || ""}`.trim() : `${word || symbol}, ${say.sayPoints.replace("%s", tile.points)}`;
  }

  function showRack() {
    const focusedAt = [...rackList.children].findIndex((item) => item.contains(document.activeElement));
    rackList.replaceChildren(...tiles.map((tile) => {
      const item = document.createElement("li");
      if (tile.at) {
        item.append(Object.assign(document.createElement("div"), { className: "slot" }));
        return item;
      }
      const button = tileShown(tile, "button");
      button.type = "button";
      button.setAttribute("aria-label", spoken(tile));
      button.setAttribute("aria-pressed", String(tile === picked));
      button.addEventListener("click", () => tapRack(tile));
      item.append(button);
      return item;
    }));
    const buttons = [...rackList.querySelectorAll("button")];
    if (focusedAt >= 0) (rackList.children[focusedAt]?.querySelector("button") || buttons[0])?.focus();
  }

  function showBoard() {
    for (const old of document.querySelectorAll("#board .draft")) {
      const square = old.parentElement;
      square.setAttribute("aria-label", square.dataset.label);
      old.remove();
    }
    for (const square of document.querySelectorAll("#board .target")) square.classList.remove("target", "down");
    for (const tile of drafted()) {
      const square = squareAt(tile.at);
      const shown = tileShown(tile, "span");
      shown.classList.add("draft");
      square.dataset.label = square.getAttribute("aria-label");
      square.setAttribute("aria-label", `${tile.at}, ${spoken(tile)}, ${say.sayDrafted}`);
      square.append(shown);
    }
    if (target) squareAt(target.name)?.classList.add("target", ...(target.down ? ["down"] : []));
  }

  function show() {
    showRack();
    showBoard();
    const may = hand();
    byId("play").disabled = may.play !== "1" || !field.value.trim();
    byId("swap").disabled = may.swap === "0";
    byId("pass").disabled = byId("resign").disabled = may.play !== "1";
    form.hidden = may.draft !== "1";
    byId("recall").disabled = !drafted().length;
  }

  function line(words) {
    const item = document.createElement("li");
    item.className = "no";
    item.append(Object.assign(document.createElement("span"), { className: "k", textContent: "✗" }),
      Object.assign(document.createElement("span"), { className: "why", textContent: words }));
    return item;
  }

  function markWrong() {
    for (const square of document.querySelectorAll("#board .wrong")) square.classList.remove("wrong");
    const data = verdict.querySelector("[data-ok]")?.dataset;
    const isPlay = data?.ok === "1" && data.kind === "play" && field.value.trim();
    byId("play-points").textContent = isPlay ? ` · ${data.points}` : "";
    for (const name of (data?.squares || "").split(" ")) if (name) squareAt(name)?.classList.add("wrong");
  }

  // --- the verdict ---

  function tell(words) { byId("note").textContent = words; }

  function changed() {
    tell("");
    const { text, fault } = notation();
    field.value = text || "";
    verdict.replaceChildren(...(fault ? [line(fault)] : []));
    store();
    show();
    ask();
  }

  function ask() {
    markWrong();
    byId("preview-text").value = field.value.trim();
    if (field.value.trim()) htmx.trigger("#preview", "draft");
  }

  field.addEventListener("input", () => {
    fromText(field.value);
    verdict.replaceChildren();
    store();
    show();
    ask();
  });

  // Nothing is asked about a draft that is no more, and no answer about one is shown.
  byId("preview").addEventListener("htmx:beforeRequest", (event) => {
    if (!field.value.trim()) event.preventDefault();
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { elt, parameters } = event.detail.requestConfig;
    if (elt.id === "preview" && parameters.text !== field.value.trim()) event.detail.shouldSwap = false;
  });

  // --- tapping and typing ---

  function tapRack(tile) {
    if (hand().draft !== "1") return;
    if (target) { place(tile, target.name); return; }
    picked = picked === tile ? null : tile;
    show();
  }

  function tapSquare(name) {
    const tile = draftedAt(name);
    if (tile) { takeHome(tile, name); return; }
    if (covered(name)) return;
    if (picked) { place(picked, name); return; }
    if (target?.name !== name) target = { name, down: false };
    else if (!target.down) target.down = true;
    else target = null;
    show();
  }

  function takeHome(tile, name) {
    lift(tile);
    if (target) target = { name, down: target.down };
    changed();
  }

  function moveCursor(square) {
    for (const old of document.querySelectorAll('#board .sq[tabindex="0"]')) old.tabIndex = -1;
    square.tabIndex = 0;
    square.focus();
  }

  // The one square that Tab leads to: where the cursor was, at first the middle.
  function tabStop() {
    const squares = document.querySelectorAll("#board .sq");
    const stop = document.querySelector('#board .sq[tabindex="0"]') || squares[(squares.length - 1) / 2];
    stop.tabIndex = 0;
    return stop;
  }

  const ARROWS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

  function typeTile(name, symbol) {
    const tile = tiles.find((one) => !one.at && one.symbol === symbol) || tiles.find((one) => !one.at && one.symbol === BLANK);
    if (!tile || !free(name)) return;
    if (target?.name !== name) target = { name, down: target?.down ?? false };
    if (tile.symbol === BLANK && symbol !== BLANK) put(tile, name, BLANK + symbol); else place(tile, name);
  }

  function liftLast(name) {
    const down = target?.down ?? false;
    let back = name;
    if (!draftedAt(name)) do back = step(back, down, -1); while (squareAt(back) && covered(back));
    const tile = draftedAt(back);
    if (!tile) return;
    lift(tile);
    target = { name: back, down };
    moveCursor(squareAt(back));
    changed();
  }

  table.addEventListener("click", (event) => {
    const square = event.target.closest("#board .sq");
    if (!square || hand().draft !== "1") return;
    moveCursor(square);
    tapSquare(square.id.slice(3));
  });

  table.addEventListener("keydown", (event) => {
    const square = event.target.closest("#board .sq");
    if (!square || event.ctrlKey || event.altKey || event.metaKey) return;
    const name = square.id.slice(3);
    const arrow = ARROWS[event.key];
    const symbol = TYPED[event.key] || event.key;
    if (arrow) {
      const next = squareAt(nameOf(rowOf(name) + arrow[0], columnOf(name) + arrow[1]));
      if (next) moveCursor(next);
    } else if (event.key === "Escape") {
      recall();
    } else if (event.key === "Backspace") {
      liftLast(name);
    } else if (event.key === "Enter" && drafted().length) {
      form.requestSubmit(byId("play"));
    } else if (symbol.length === 1 && "0123456789+-*/=?".includes(symbol) && hand().draft === "1") {
      typeTile(name, symbol);
    } else return;
    event.preventDefault();
  });

  // --- the buttons ---

  function recall() {
    for (const tile of tiles) lift(tile);
    picked = target = null;
    changed();
  }

  byId("recall").addEventListener("click", recall);
  byId("shuffle").addEventListener("click", () => {
    for (let i = tiles.length - 1; i > 0; i -= 1) {
      const j = Math.floor(Math.random() * (i + 1));
      [tiles[i], tiles[j]] = [tiles[j], tiles[i]];
    }
    store();
    show();
  });

  function send(text) {
    field.value = text;
    byId("play").disabled = false;
    form.requestSubmit(byId("play"));
  }

  for (const name of ["pass", "resign"]) {
    const dialog = byId(`${name}-dialog`);
    byId(name).addEventListener("click", () => {
      byId("more").open = false;
      if (name === "pass") tellPass();
      dialog.returnValue = "";
      dialog.showModal();
    });
    dialog.addEventListener("close", () => {
      byId("more").querySelector("summary").focus();
      if (dialog.returnValue === name) send(name);
    });
  }

  function tellPass() {
    const last = hand().passEnds === "1";
    byId("pass-plain").hidden = last;
    byId("pass-last").hidden = !last;
    if (last) byId("pass-scores").textContent = consequence(byId("pass-scores").dataset);
  }

  // How the game would end with the scores as they are: `You would lose 14 to 16.`
  function consequence(words) {
    const score = (player) => parseInt(player.querySelector(".score").textContent, 10);
    const players = [...document.querySelectorAll("#players .player")];
    const own = score(players.find((player) => player.querySelector(".you")));
    const other = Math.max(...players.filter((player) => !player.querySelector(".you")).map(score));
    const said = own > other ? words.win : own < other ? words.lose : words.tie;
    return said.replace("%own", own).replace("%other", other);
  }

  const swapDialog = byId("swap-dialog");
  const chosen = () => [...byId("swap-rack").querySelectorAll('[aria-pressed="true"]')].map((button) => button.value);

  byId("swap").addEventListener("click", () => {
    const limit = Number(hand().swap);
    byId("swap-limit").textContent = limit < tiles.length ? byId("swap-limit").dataset.say.replace("%s", limit) : "";
    byId("swap-last").hidden = hand().swapEnds !== "1";
    if (hand().swapEnds === "1") byId("swap-scores").textContent = consequence(byId("pass-scores").dataset);
    byId("swap-unseen").replaceChildren(...document.querySelector("#unseen .counts").cloneNode(true).children);
    byId("swap-rack").replaceChildren(...tiles.map((tile) => {
      const button = tileShown({ symbol: tile.symbol, points: tile.points }, "button");
      Object.assign(button, { type: "button", value: tile.symbol });
      button.setAttribute("aria-label", spoken({ symbol: tile.symbol, points: tile.points }));
      button.setAttribute("aria-pressed", "false");
      button.addEventListener("click", () => {
        const on = button.getAttribute("aria-pressed") !== "true";
        if (!on || chosen().length < limit) button.setAttribute("aria-pressed", String(on));
        byId("swap-go").disabled = !chosen().length;
        byId("swap-count").textContent = chosen().length ? ` · ${chosen().length}` : "";
      });
      const item = document.createElement("li");
      item.append(button);
      return item;
    }));
    byId("swap-go").disabled = true;
    byId("swap-count").textContent = "";
    swapDialog.returnValue = "";
    swapDialog.showModal();
  });
  swapDialog.addEventListener("close", () => {
    if (swapDialog.returnValue === "swap") { recall(); send(`swap ${chosen().join("")}`); }
  });

  // --- sending ---

  form.addEventListener("htmx:afterRequest", (event) => {
    if (event.target !== form) return;
    const status = event.detail.xhr.status;
    if (status === 200) {
      tiles = tiles.filter((tile) => !tile.at);
      field.value = "";
      target = picked = null;
      verdict.replaceChildren();
      update();
      if (document.activeElement === document.body) tabStop().focus({ preventScroll: true });
    } else if (status === 0 || status >= 500) {
      verdict.replaceChildren(line(say.sayFailed));
    }
  });

  // --- after every update: the draft is laid again on what is there now ---

  function update() {
    reconcile();
    const mine = byId("live").dataset.mover === hand().seat;
    const gone = drafted().filter((tile) => !squareAt(tile.at) || covered(tile.at));
    for (const tile of gone) lift(tile);
    byId("ply").value = Number(byId("live").dataset.ply) + 1;
    const isOver = byId("live").dataset.over === "1";
    if (byId("rematch")) byId("rematch").hidden = !isOver;
    if (target && !free(target.name)) target = null;
    tabStop();
    if (gone.length) {
      changed();
      if (!mine) tell(say.sayHome);
    } else {
      store();
      show();
      markWrong();
    }
  }

  document.addEventListener("numerica:shown", update);
  restore();
  reconcile();
  update();
  if (drafted().length) changed();
})();
