// The draft: tiles placed and not sent. It lives here and in local storage; no live update touches it.
// Geometry is judged here, no equation: that is for the server's referee.
"use strict";
(() => {
  const { byId, table, field, verdict, hand, squareAt, tell, line, say } = turn;
  const rackList = byId("rack");
  const BLANK = "?";
  const TOKEN = /\?\[[^\]]*\]|\[[^\]]*\]|\?[^?]|\?$|[^?]/g;   // one square of a play in notation
  const TYPED = { "×": "*", x: "*", X: "*", "·": "*", "÷": "/", ":": "/", "−": "-", "–": "-", "⁄": "/" };
  const POWER = /(\d)(⁻?[¹²³⁰⁴-⁹])/g;
  const FRACTION = /[¼½¾⅐-⅞]/g;

  const storageKey = `draft:${table.dataset.game}:${hand().seat}`;

  // Every kind of tile of this game, as the server draws it: its words, its points, its face.
  const kinds = [...byId("kinds").content.children];
  const kindOf = (symbol) => kinds.find((kind) => kind.dataset.symbol === symbol);
  const isSign = (symbol) => "sign" in (kindOf(symbol)?.dataset ?? {});
  const isNumber = (symbol) => symbol === BLANK || !isSign(symbol);
  // Where two numbers may never stand side by side, a second digit goes into the square of the first.
  const stacks = byId("hand").dataset.stacks === "1";

  // A tile on hand: its symbol; drafted `at` a square, as a `face`, perhaps as the `second` digit there.
  // One that is always at hand is `free`: made when it is drafted, gone when it is lifted.
  let tiles = [];
  let picked = null;
  let target = null;          // the square the next tile goes to, and whether it reads down
  let waiting = null;         // the blank whose meaning is being asked for
  let dragged = null;         // the tile under a pointer: it is neither on the rack nor on the board

  // --- what the server says we hold, matched with what we have, in our order ---

  const listed = (text) => text.trim().split(" ").filter(Boolean);
  const held = () => listed(hand().tiles);
  const free = () => listed(hand().free);

  function reconcile() {
    if (hand().draft !== "1" && !turn.isReplaying()) recallAll();
    const left = held();
    const take = (tile) => {
      if (tile.free) return Boolean(tile.at) && free().includes(tile.symbol);
      const at = left.indexOf(tile.symbol);
      if (at >= 0) left.splice(at, 1);
      return at >= 0;
    };
    const kept = new Set([...tiles.filter((tile) => !tile.at), ...tiles.filter((tile) => tile.at)].filter(take));
    tiles = [...tiles.filter((tile) => kept.has(tile)), ...left.map((symbol) => ({ symbol }))];
    if (!tiles.includes(picked) && !picked?.free) picked = null;
  }

  function restore() {
    try {
      const stored = JSON.parse(localStorage.getItem(storageKey) || "[]");
      tiles = stored.filter(({ symbol, face }) => kindOf(symbol) && (!face || face === symbol || canMean(face.slice(1))));
    } catch { tiles = []; }
  }

  function store() {
    try {
      localStorage.setItem(storageKey, JSON.stringify(tiles));
    } catch { /* a full or forbidden storage only means that the draft does not outlive the page */ }
  }

  // --- squares ---

  const covered = (name) => Boolean(squareAt(name)?.querySelector(".tile:not(.draft)"));
  const stackAt = (name) => tiles.filter((tile) => tile.at === name).sort((one, other) => Boolean(one.second) - Boolean(other.second));
  const draftedAt = (name) => stackAt(name).at(-1);
  const isNever = (name) => squareAt(name)?.matches(".never");
  const isShut = (name) => covered(name) || isNever(name);
  const isFree = (name) => squareAt(name) && !isShut(name) && !draftedAt(name);
  const takes = (name, tile) => isFree(name) || (stacks && isNumber(tile.symbol) && stackAt(name).length === 1 && isNumber(draftedAt(name).symbol));
  const rowOf = (name) => parseInt(name, 10);
  const columnOf = (name) => name.charCodeAt(name.length - 1) - 65;
  const nameOf = (row, column) => `${row}${String.fromCharCode(65 + column)}`;
  const step = (name, down, by = 1) => nameOf(rowOf(name) + (down ? by : 0), columnOf(name) + (down ? 0 : by));

  // --- the draft as one line of notation, and back ---

  const drafted = () => tiles.filter((tile) => tile.at);

  // What is drafted on a square as one token: `7`, `?7`, `[1/2]`, two digits together `[1?3]`.
  function tokenAt(name) {
    const faces = stackAt(name).map((tile) => tile.face);
    return faces.length > 1 ? `[${faces.join("")}]` : faces[0];
  }

  function notation() {
    const names = [...new Set(drafted().map((tile) => tile.at))];
    if (!names.length) return { text: "" };
    const rows = new Set(names.map(rowOf));
    const columns = new Set(names.map(columnOf));
    if (rows.size > 1 && columns.size > 1) return { fault: say.line };
    const down = rows.size > 1 || (names.length === 1 && target?.down);
    const place = down ? rowOf : columnOf;
    names.sort((one, other) => place(one) - place(other));
    let [first, last] = [names[0], names.at(-1)];
    const tokens = [];
    // Where numbers share a square, a calculation is written whole: with the numbers beside its signs.
    if (stacks && isSign(tokenAt(first)) && covered(step(first, down, -1))) first = step(first, down, -1);
    if (stacks && isSign(tokenAt(last)) && covered(step(last, down))) last = step(last, down);
    for (let at = first; ; at = step(at, down)) {
      const token = tokenAt(at) ?? (covered(at) ? "." : null);
      if (!token) return { fault: say.gap };
      tokens.push(token);
      if (at === last) break;
    }
    if (readsBack(tokens)) return { text: `${positionOf(last, down)}< ${tokens.reverse().join("")}` };
    return { text: `${positionOf(first, down)} ${tokens.join("")}` };
  }

  const positionOf = (name, down) => (down ? name.replace(/^(\d+)(.)$/, "$2$1") : name);

  // Where lines may run in four directions they end with their outcome: the equals sign tells which end.
  function readsBack(tokens) {
    return hand().directions === "4" && tokens.includes("=") && tokens.indexOf("=") < (tokens.length - 1) / 2;
  }

  function fromText(text) {
    const read = /^\s*(?:(\d{1,2})([a-z])|([a-z])(\d{1,2}))(<?)\s+(.+)$/i.exec(text);
    recallAll();
    if (!read) return;
    const down = Boolean(read[3]);
    const by = read[5] ? -1 : 1;
    let at = (read[1] || read[4]) + (read[2] || read[3]).toUpperCase();
    for (const token of inTokens(read[6]).match(TOKEN) || []) {
      if (token !== "." && !layToken(token, at)) { recallAll(); return; }
      at = step(at, down, by);
    }
  }

  // What the referee reads in other ways too: `½` is `[1/2]`, `5²` is `[5^2]`, `−` is `-`.
  function inTokens(text) {
    const inBrackets = text.replace(/\s/g, "")
      .replace(POWER, (_, base, power) => `[${base}^${power.normalize("NFKC")}]`)
      .replace(FRACTION, (typed) => `[${typed.normalize("NFKC")}]`);
    return [...inBrackets].map((sign) => TYPED[sign] ?? sign).join("");
  }

  // Lays the tiles of one token on a square; false if they are not on hand, the square is taken, or
  // a blank cannot mean this. Without a meaning it may still get one.
  function layToken(token, at) {
    const faces = kindOf(token) || token[0] === BLANK || token[0] !== "[" ? [token] : token.slice(1, -1).match(TOKEN);
    return Boolean(faces?.every((typed) => {
      const blank = typed[0] === BLANK;
      const symbol = blank ? typed.slice(1) : typed;
      const tile = onHand(blank ? BLANK : symbol);
      if (!tile || !takes(at, tile) || (blank && symbol && !canMean(symbol))) return false;
      lay(tile, at, blank ? BLANK + symbol : symbol);
      return true;
    }));
  }

  // A tile of this kind that is not drafted.
  function onHand(symbol) {
    if (free().includes(symbol)) return { symbol, free: true };
    return tiles.find((tile) => !tile.at && tile.symbol === symbol);
  }

  // --- placing and lifting ---

  function lay(tile, at, face) {
    Object.assign(tile, { at, face, second: !isFree(at) });
    if (tile.free) tiles.push(tile);
  }

  function lift(tile) {
    delete tile.at;
    delete tile.face;
    delete tile.second;
    if (tile.free) tiles = tiles.filter((one) => one !== tile);
  }

  function recallAll() { for (const tile of drafted()) lift(tile); }

  // A second digit that is typed or tapped on goes to the first where numbers share a square.
  function placeFor(tile, name) {
    const before = target && step(name, target.down, target.back ? 1 : -1);
    return stacks && before && squareAt(before) && draftedAt(before) && takes(before, tile) ? before : name;
  }

  // Lays a tile; of a blank it is asked what it stands for, unless that was typed.
  function place(tile, name, typed) {
    const at = name && placeFor(tile, name);
    if (!at || !takes(at, tile)) refuse(at);
    else if (tile.symbol !== BLANK) put(tile, at, tile.symbol);
    else if (!typed) askBlank(tile, at);
    else if (canMean(typed)) put(tile, at, BLANK + typed);
    else tell(say.noMeaning.replace("%s", kindOf(typed).dataset.word));
  }

  const canMean = (symbol) => byId("blank-dialog").querySelector(`[value="${CSS.escape(symbol)}"]`);

  function put(tile, name, face) {
    lay(tile, name, face);
    picked = null;
    if (target) advance(name);
    changed();
  }

  const way = () => ({ down: target?.down ?? false, back: target?.back });

  // Where the next tile goes: past the tiles that lie there.
  function aim() {
    if (target && covered(target.name)) advance(target.name);
    return target?.name;
  }

  // Why no tile goes there: the square itself says that none ever does.
  const refuse = (name) => tell(isNever(name) ? squareAt(name).ariaLabel : say.taken);

  function advance(name) {
    const by = target.back ? -1 : 1;
    let next = name;
    do next = step(next, target.down, by); while (squareAt(next) && !isFree(next));
    target = squareAt(next) ? { ...target, name: next } : null;
    if (target && document.activeElement?.classList.contains("sq")) cursor.move(squareAt(next));
  }

  function askBlank(tile, name, then = put) {
    waiting = { tile, name, put: then };
    tell("");
    byId("blank-dialog").showModal();
  }

  // At once, not on the dialog's own event, which comes late: somebody may type on already.
  function chooseBlank(symbol) {
    const asked = waiting;
    waiting = null;
    byId("blank-dialog").close();
    if (asked && symbol && !covered(asked.name)) asked.put(asked.tile, asked.name, BLANK + symbol);
  }

  byId("blank-dialog").addEventListener("submit", (event) => {
    event.preventDefault();
    chooseBlank(event.submitter?.value);
  });
  byId("blank-dialog").addEventListener("keydown", (event) => {
    const symbol = spell(event.key) ?? (TYPED[event.key] || event.key);
    const choice = [...event.currentTarget.querySelectorAll("[value]")].find((one) => one.value === symbol);
    if (choice && symbol) { event.preventDefault(); chooseBlank(symbol); }
  });
  byId("blank-dialog").addEventListener("close", () => { waiting = null; if (picked) tell(say.picked); show(); });

  // --- showing ---

  // One tile, or two digits that share a square.
  function tileShown(stack, tag) {
    const element = document.createElement(tag);
    const symbols = stack.map((tile) => (tile.face || tile.symbol).replace(BLANK, ""));
    element.className = "tile";
    if (stack.length > 1) {
      element.append(Object.assign(document.createElement("b"), { className: "two", textContent: symbols.join("") }));
    } else {
      const kind = kindOf(symbols[0] || BLANK);
      element.append(...[...kind.cloneNode(true).children].filter((part) => part.matches("b") || stack[0].symbol !== BLANK));
    }
    if (stack.some((tile) => tile.symbol === BLANK)) element.classList.add("blank");
    return element;
  }

  function spoken(tile) {
    const symbol = (tile.face || tile.symbol).replace(BLANK, "");
    const { word, worth } = kindOf(symbol || BLANK).dataset;
    if (tile.symbol === BLANK) return symbol ? `${say.blank} ${word}` : say.blank;
    return worth ? `${word}, ${worth}` : word;
  }

  let racked = [];            // the tiles that the rack shows, or whose places it keeps

  function ownInOrder() {
    const own = tiles.filter((tile) => !tile.free);
    return stacks ? own.sort((one, other) => isSign(one.symbol) - isSign(other.symbol)) : own;
  }

  // What has not changed stays: somebody may have a finger on it.
  function renew(list, items) {
    items.forEach((item, place) => {
      const old = list.children[place];
      if (!old) list.append(item);
      else if (!old.isEqualNode(item)) old.replaceWith(item);
    });
    while (list.children.length > items.length) list.lastElementChild.remove();
  }

  const isPicked = (tile) => tile === picked || Boolean(tile.free && picked?.free && picked.symbol === tile.symbol);

  function showRack() {
    const focusedAt = [...rackList.children].findIndex((item) => item.contains(document.activeElement));
    racked = [...ownInOrder(), ...free().map((symbol) => ({ symbol, free: true }))];
    renew(rackList, racked.map((tile) => rackItem(tile, !tile.at && tile !== dragged)));
    const buttons = [...rackList.querySelectorAll("button")];
    if (focusedAt >= 0) (rackList.children[focusedAt]?.querySelector("button") || buttons[0])?.focus();
  }

  function rackItem(tile, isThere) {
    const item = document.createElement("li");
    if (stacks && !isNumber(tile.symbol)) item.className = "sign";
    if (!isThere) {
      item.append(Object.assign(document.createElement("div"), { className: "slot" }));
      return item;
    }
    const button = tileShown([tile], "button");
    if (tile.free) button.classList.add("free");
    button.type = "button";
    button.dataset.word = kindOf(tile.symbol).dataset.word;
    button.setAttribute("aria-label", tile.free ? `${spoken(tile)}, ${say.free}` : spoken(tile));
    button.setAttribute("aria-pressed", String(isPicked(tile)));
    item.append(button);
    return item;
  }

  function showBoard() {
    for (const old of document.querySelectorAll("#board .draft")) {
      const square = old.parentElement;
      square.setAttribute("aria-label", square.dataset.label);
      old.remove();
    }
    for (const square of document.querySelectorAll("#board .target")) square.classList.remove("target", "down", "back");
    for (const name of new Set(drafted().map((tile) => tile.at))) {
      const square = squareAt(name);
      const stack = stackAt(name).filter((tile) => tile !== dragged);
      if (!stack.length) continue;
      const shown = tileShown(stack, "span");
      shown.classList.add("draft");
      square.dataset.label = square.getAttribute("aria-label");
      square.setAttribute("aria-label", `${name}, ${stack.map(spoken).join(" ")}, ${say.drafted}`);
      square.append(shown);
    }
    if (target) squareAt(target.name)?.classList.add("target", ...(target.down ? ["down"] : []), ...(target.back ? ["back"] : []));
  }

  function show() {
    showRack();
    showBoard();
    const may = hand();
    byId("play").disabled = may.play !== "1" || !field.value.trim();
    if (byId("swap")) byId("swap").disabled = may.swap === "0";
    byId("recall").disabled = !drafted().length;
  }

  function markWrong() {
    for (const square of document.querySelectorAll("#board .wrong")) square.classList.remove("wrong");
    const data = verdict.querySelector("[data-ok]")?.dataset;
    const isPlay = data?.ok === "1" && data.kind === "play" && field.value.trim();
    byId("play-points").textContent = isPlay ? ` · ${data.points}` : "";
    for (const name of (data?.squares || "").split(" ")) if (name) squareAt(name)?.classList.add("wrong");
  }

  // --- the verdict ---

  function changed() {
    tell("");
    store();
    judge();
  }

  function judge() {
    const { text, fault } = notation();
    field.value = text || "";
    ask(...(fault ? [line(fault)] : []));
  }

  function ask(...faults) {
    show();
    turn.ask(...faults);
    markWrong();
  }

  field.addEventListener("input", () => {
    fromText(field.value);
    store();
    ask();
  });

  // --- tapping and typing ---

  const onRack = (element) => racked[[...rackList.children].indexOf(element.closest("#rack button")?.parentElement)] ?? null;

  rackList.addEventListener("click", (event) => {
    const tile = onRack(event.target);
    if (tile) tapRack(tile);
  });
  rackList.addEventListener("keydown", ({ key }) => { if (key === "Escape" && hand().draft === "1") recall(); });

  function tapRack(tile) {
    if (hand().draft !== "1") return;
    if (aim()) { place(tile, target.name); return; }
    picked = isPicked(tile) ? null : tile;
    tell(picked ? say.picked : "");
    show();
  }

  function tapSquare(name) {
    const tile = draftedAt(name);
    if (picked && takes(name, picked)) { place(picked, name); return; }
    if (tile) { takeHome(tile, name); return; }
    if (isShut(name)) { if (picked) refuse(name); return; }
    target = target?.name === name ? turned(target) : { name, down: false };
    show();
  }

  // The next direction of this game; after the last one, none.
  function turned({ name, down, back }) {
    const ways = [[false, false], [true, false], ...(hand().directions === "4" ? [[false, true], [true, true]] : [])];
    const next = ways[ways.findIndex(([isDown, isBack]) => isDown === down && isBack === Boolean(back)) + 1];
    return next ? { name, down: next[0], back: next[1] } : null;
  }

  function takeHome(tile, name) {
    lift(tile);
    if (target) target = { ...target, name };
    changed();
  }

  let isBlankNext = false;    // `b` was typed: the next symbol is what a blank stands for

  function typeTile(name, symbol) {
    const tile = (!isBlankNext && onHand(symbol)) || onHand(BLANK);
    isBlankNext = false;
    if (!tile) { tell(say.lacking.replace("%s", kindOf(symbol).dataset.word)); return; }
    if (target?.name !== name) target = { name, ...way() };
    place(tile, aim(), symbol);
  }

  function liftLast(name) {
    const { down, back } = way();
    let before = name;
    if (!draftedAt(name)) do before = step(before, down, back ? 1 : -1); while (squareAt(before) && covered(before));
    const tile = draftedAt(before);
    if (!tile) return;
    lift(tile);
    target = { name: before, down, back };
    cursor.move(squareAt(before));
    changed();
  }

  function liftHere(name) {
    const tile = draftedAt(name);
    if (tile) takeHome(tile, name);
  }

  // Space goes round the directions and never ends in none, as a tap does.
  function turnAt(name) {
    target = turned({ down: false, ...target, name }) ?? { name, down: false };
    const side = target.down ? ["down", "up"] : ["right", "left"];
    show();
    tell(say[side[target.back ? 1 : 0]]);
  }

  table.addEventListener("click", (event) => {
    const square = event.target.closest("#board .sq");
    if (!square || hand().draft !== "1") return;
    cursor.move(square);
    tapSquare(square.id.slice(3));
  });

  // What was typed after `[`, until the bracket is closed, given up, or the cursor walks away.
  let spelled = null;

  function spell(key) {
    const isGivenUp = ["Escape", "Backspace", "Enter"].includes(key);
    if (key === "[") spelled = "";
    if (spelled === null || (key.length > 1 && !isGivenUp)) return null;
    const symbol = spelled + (TYPED[key] || key);
    spelled = isGivenUp || key === "]" ? null : symbol;
    tell(spelled ?? "");
    return key === "]" ? symbol : "";
  }

  table.addEventListener("focusin", () => {
    if (spelled !== null) tell("");
    spelled = null;
    isBlankNext = false;
  });

  // The keypad has no equals sign: its point, or comma, is one. (Without NumLock its 5 turns.)
  function isKeypadPoint({ key, location }) {
    return location === KeyboardEvent.DOM_KEY_LOCATION_NUMPAD && [".", ",", "Decimal", "Separator"].includes(key);
  }

  table.addEventListener("keydown", (event) => {
    const square = event.target.closest("#board .sq");
    const isBracket = event.key === "[" || event.key === "]";       // with Alt on some keyboards
    if (!square || event.ctrlKey || event.metaKey || (event.altKey && !isBracket)) return;
    const name = square.id.slice(3);
    const key = isKeypadPoint(event) ? "=" : event.key;
    const symbol = spell(key) ?? (TYPED[key] || key);
    if (hand().draft !== "1") {
      return;
    } else if (symbol === "") {
      // a bracket is open, or was given up
    } else if (key === "Escape") {
      recall();
    } else if (key === "Backspace") {
      liftLast(name);
    } else if (key === "Delete") {
      liftHere(name);
    } else if ((key === " " || key === "Clear") && !picked) {
      turnAt(name);
    } else if (key === "Enter" && drafted().length && !picked) {
      if (turn.typed()) turn.play();               // if not, the page says why
    } else if (key === "b") {
      isBlankNext = Boolean(onHand(BLANK));
      tell(isBlankNext ? say.blank : say.noBlank);
    } else if (kindOf(symbol) && symbol !== BLANK) {
      typeTile(name, symbol);
    } else return;
    event.preventDefault();
  });

  // --- dragging: what a pointer can take, and what becomes of it ---

  function take(element) {
    if (hand().draft !== "1") return null;
    const square = element.closest("#board .sq");
    if (square) return draftedAt(square.id.slice(3)) ?? null;
    return onRack(element);
  }

  const holds = (tile) => hand().draft === "1" && (tile.free ? free().includes(tile.symbol) : tiles.includes(tile));

  function hold(tile) {
    picked = null;
    tell("");
    dragged = tile;
    show();
  }

  function letGo() {
    dragged = null;
    show();
  }

  const fits = (tile, name) => !isShut(name);

  function drop(tile, { square, slot }) {
    dragged = null;
    if (square && isShut(square)) { show(); refuse(square); }
    else if (square && tile.symbol === BLANK && !tile.at) askBlank(tile, square, exchange);
    else if (square) exchange(tile, square, tile.face ?? tile.symbol);
    else sortIn(tile, slot);
  }

  // Puts a tile on a square; what is drafted there goes where the tile was.
  function exchange(tile, name, face) {
    const from = tile.at;
    if (from) lift(tile);
    if (!takes(name, tile)) {
      for (const other of stackAt(name)) {
        const shown = other.face;
        lift(other);
        if (from && takes(from, other)) lay(other, from, shown);
      }
    }
    lay(tile, name, face);
    if (target && !isFree(target.name)) advance(target.name);
    changed();
  }

  // Brings a tile home, to this place of the rack.
  function sortIn(tile, slot) {
    const wasDrafted = Boolean(tile.at);
    if (wasDrafted) lift(tile);
    if (!tile.free) {
      const own = ownInOrder();
      const rest = own.filter((one) => one !== tile);
      rest.splice(own.indexOf(tile) < slot ? slot - 1 : slot, 0, tile);
      tiles = [...rest, ...tiles.filter((one) => one.free)];
    }
    if (wasDrafted) { changed(); return; }
    store();
    show();
  }

  function liftAt(name) {
    const tile = hand().draft === "1" && draftedAt(name);
    if (tile) takeHome(tile, name);
    return Boolean(tile);
  }

  // --- the buttons ---

  function recall() {
    const [first] = drafted().map((tile) => tile.at).sort((one, other) => rowOf(one) - rowOf(other) || columnOf(one) - columnOf(other));
    isBlankNext = false;
    recallAll();
    picked = target = null;
    changed();
    if (first && document.activeElement.matches(".sq")) cursor.move(squareAt(first));
  }

  byId("recall").addEventListener("click", () => {
    recall();
    cursor.keepFocus();
  });
  byId("shuffle")?.addEventListener("click", () => {
    for (let i = tiles.length - 1; i > 0; i -= 1) {
      const j = Math.floor(Math.random() * (i + 1));
      [tiles[i], tiles[j]] = [tiles[j], tiles[i]];
    }
    store();
    show();
  });

  byId("order")?.addEventListener("click", () => {
    const place = ({ symbol }) => kinds.indexOf(kindOf(symbol));
    tiles.sort((one, other) => place(one) - place(other));
    store();
    show();
  });

  const swapDialog = byId("swap-dialog");
  const toSwap = () => [...byId("swap-rack").querySelectorAll("button")];
  const isChosen = (button) => button.getAttribute("aria-pressed") === "true";
  const chosen = () => toSwap().filter(isChosen).map((button) => button.value);

  function count() {
    const { length } = chosen();
    byId("swap-go").disabled = !length;
    byId("swap-count").textContent = length ? ` · ${length}` : "";
  }

  byId("swap")?.addEventListener("click", () => {
    const limit = Number(hand().swap);
    const own = tiles.filter((tile) => !tile.free);
    byId("swap-limit").textContent = limit < own.length ? say.bagHas.replace("%s", limit) : "";
    byId("swap-last").hidden = hand().swapEnds !== "1";
    if (hand().swapEnds === "1" && byId("swap-scores")) byId("swap-scores").textContent = turn.consequence();
    byId("swap-unseen").replaceChildren(...document.querySelector("#aside .counts").cloneNode(true).children);
    byId("swap-rack").replaceChildren(...own.map(({ symbol }) => {
      const button = tileShown([{ symbol }], "button");
      Object.assign(button, { type: "button", value: symbol });
      button.setAttribute("aria-label", spoken({ symbol }));
      button.setAttribute("aria-pressed", "false");
      button.addEventListener("click", () => {
        const on = !isChosen(button);
        if (!on || chosen().length < limit) button.setAttribute("aria-pressed", String(on));
        count();
      });
      const item = document.createElement("li");
      item.append(button);
      return item;
    }));
    count();
    swapDialog.returnValue = "";
    swapDialog.showModal();
  });
  // A symbol that is typed chooses a tile of it, or gives the last one back; then Enter swaps.
  swapDialog.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey) return;
    const typed = spell(event.key) ?? (event.key === "b" ? BLANK : TYPED[event.key] || event.key);
    const same = toSwap().filter((button) => button.value === typed);
    (same.find((button) => !isChosen(button)) ?? same[0])?.click();
    if (same.length) byId("swap-go").focus();
    if (same.length || typed === "") event.preventDefault();
  });
  swapDialog.addEventListener("close", () => {
    if (swapDialog.returnValue === "swap") { recall(); turn.send(`swap ${chosen().join("")}`); }
  });

  // --- after every update: the draft is laid again on what is there now ---

  function sent() {
    tiles = tiles.filter((tile) => !tile.at);
    target = picked = null;
    store();
  }

  // Nothing is stored that its reader did not do: another tab may hold another draft.
  function updated(isNews) {
    const before = drafted().length;
    reconcile();
    const mine = turn.live().mover === hand().seat;
    const gone = drafted().filter((tile) => !squareAt(tile.at) || covered(tile.at));
    for (const tile of gone) lift(tile);
    if (target && !isFree(target.name)) target = null;
    if (drafted().length < before) {
      changed();
      if (gone.length && !mine) tell(say.home);
    } else if (isNews && before) {
      judge();
    } else if (isNews && turn.typed()) {
      ask();
    } else {
      show();
      markWrong();
    }
  }

  restore();
  reconcile();
  if (turn.typed()) fromText(turn.typed());      // what came with the page goes before an old draft
  turn.begin({ sent, updated, take, holds, hold, letGo, fits, drop, lift: liftAt });
  // Not before htmx has seen the page: only then is anything asked.
  document.addEventListener("DOMContentLoaded", () => { if (drafted().length && !turn.isReplaying()) changed(); });
})();
