// Numeria's draft: a tile picked on the board and the square it shall go to. The text field holds it.
// Where tiles may go comes from the server with every turn; what a move earns, too.
"use strict";
(() => {
  const { byId, table, field, verdict, hand, squareAt, typed, tell, say } = turn;
  const MOVE = /^([a-h][1-8])[-–−]([a-h][1-8])/;

  let picked = "";            // the square of the tile in the hand

  // --- what is drafted outlives the page ---

  const storageKey = `draft:${table.dataset.game}:${hand().seat}`;

  function restore() {
    try { field.value = localStorage.getItem(storageKey) ?? ""; } catch { return; }
    if (!draft()) field.value = "";
  }

  function store() {
    try { localStorage.setItem(storageKey, typed()); } catch { /* then it does not */ }
  }

  // --- where tiles may go: `c3:d4,^f6 …`, a jump with its sign ---

  function waysFrom(start) {
    const found = hand().moves.split(" ").find((ways) => ways.startsWith(`${start}:`));
    const ends = found ? found.slice(3).split(",") : [];
    return new Map(ends.map((end) => (end[0] === "^" ? [end.slice(1), "jump"] : [end, "slide"])));
  }

  const tileOn = (name) => squareAt(name)?.querySelector(".tile:not(.draft)");
  const numberOn = (name) => tileOn(name).querySelector("b").textContent;

  // What the field says: from where to where, if it says so; and whether that can be done.
  function read() {
    const [, start, end] = MOVE.exec(typed().toLowerCase().replaceAll(" ", "")) || [];
    return start ? { start, end } : null;
  }

  function draft() {
    const move = read();
    return move && waysFrom(move.start).has(move.end) ? move : null;
  }

  // --- showing ---

  function label(square, words) {
    square.dataset.label ??= square.getAttribute("aria-label");
    square.setAttribute("aria-label", words.replace("%s", square.dataset.label));
  }

  function unmark() {
    for (const square of document.querySelectorAll("#board .sq[data-label]")) {
      square.setAttribute("aria-label", square.dataset.label);
      delete square.dataset.label;
      square.classList.remove("slide", "jump", "from");
      square.querySelector(".picked")?.classList.remove("picked");
      square.querySelector(".draft")?.remove();
    }
  }

  function showDraft() {
    unmark();
    if (!picked) return;
    const move = draft();
    for (const [end, way] of waysFrom(picked)) {
      squareAt(end).classList.add(way);
      label(squareAt(end), say[way]);
    }
    label(squareAt(picked), move ? say.from : say.picked);
    if (move) lay(move); else tileOn(picked).classList.add("picked");
  }

  function lay({ start, end }) {
    const shown = tileOn(start).cloneNode(true);
    shown.className = "tile draft";
    squareAt(start).classList.add("from");
    squareAt(end).append(shown);
    squareAt(end).setAttribute("aria-label", `${end}, ${numberOn(start)}, ${say.drafted}`);
  }

  // Gives the squares with these names, and no others, a class.
  function mark(look, names) {
    for (const square of document.querySelectorAll(`#board .${look}`)) square.classList.remove(look);
    for (const name of names ? names.split(" ") : []) squareAt(name)?.classList.add(look);
  }

  function showVerdict() {
    byId("play").disabled = hand().play !== "1" || !typed();
    byId("recall").disabled = !picked && !typed();
    const judged = verdict.querySelector("[data-ok]")?.dataset;
    const earns = typed() && judged?.kind === "play" && judged.points !== "0";
    byId("play-points").textContent = earns ? ` · ${say.trope}` : "";
    mark("wrong", typed() && judged?.squares);
    mark("made", typed() && verdict.querySelector("li[data-line]")?.dataset.line);
  }

  function show() {
    showDraft();
    showVerdict();
    const starts = hand().play === "1" ? hand().moves.split(" ").map((ways) => ways.slice(0, 2)) : [];
    mark("movable", [...starts, draft()?.end].filter(Boolean).join(" "));
    store();
  }

  // What the picked tile can do, in the place of a verdict.
  function tellWays() {
    const ways = [...waysFrom(picked).values()];
    const slides = ways.filter((way) => way === "slide").length;
    const item = byId("ways").content.cloneNode(true);
    item.querySelector("[data-number]").textContent = numberOn(picked);
    item.querySelector("[data-square]").textContent = picked;
    item.querySelector("[data-slides]").textContent = slides;
    item.querySelector("[data-jumps]").textContent = ways.length - slides;
    turn.judge(false, item);
  }

  function ask() {
    turn.ask();
    show();
  }

  // --- picking, drafting, letting go ---

  function pick(name) {
    picked = name;
    field.value = "";
    tellWays();
    show();
  }

  function aim(name) {
    field.value = `${picked}-${name}`;
    ask();
  }

  function letGo() {
    picked = field.value = "";
    ask();
  }

  function tap(name) {
    if (hand().play !== "1") return;
    tell("");
    if (draft()?.end === name) pick(picked);
    else if (picked === name) letGo();
    else if (picked && waysFrom(picked).has(name)) aim(name);
    else if (waysFrom(name).size) pick(name);
    else refuse(name);
  }

  function refuse(name) {
    if (!tileOn(name)) { if (picked) tell(say.far.replace("%s", numberOn(picked))); return; }
    const why = tileOn(name).querySelector(".lock") ? say.frozen : say.stuck;
    tell(why.replace("%s", numberOn(name)));
  }

  table.addEventListener("click", (event) => {
    const square = event.target.closest("#board .sq");
    if (!square) return;
    cursor.move(square);
    tap(square.id.slice(3));
  });

  field.addEventListener("input", () => {
    tell("");
    picked = draft()?.start ?? "";
    ask();
  });

  byId("recall").addEventListener("click", () => {
    letGo();
    cursor.keepFocus();
  });

  // --- dragging: a tile to one of its marked squares ---

  function take(element) {
    const name = element.closest("#board .sq")?.id.slice(3);
    if (!name || hand().play !== "1") return null;
    if (draft()?.end === name) return picked;
    return waysFrom(name).size && tileOn(name) ? name : null;
  }

  const holds = (start) => hand().play === "1" && waysFrom(start).size > 0;

  function hold(start) {
    tell("");
    if (picked !== start) pick(start);
    const shown = squareAt(draft()?.end ?? start).querySelector(".draft") ?? tileOn(start);
    shown.classList.add("away");
  }

  function putDown() { for (const shown of document.querySelectorAll("#board .away")) shown.classList.remove("away"); }

  const fits = (start, name) => waysFrom(start).has(name);

  function drop(start, { square }) {
    putDown();
    if (square && fits(start, square)) aim(square);
    else if (square === start) letGo();
    else if (square) tell(say.far.replace("%s", numberOn(start)));
  }

  function lift(name) {
    const isDrafted = draft()?.end === name;
    if (isDrafted) letGo();
    return isDrafted;
  }

  // --- the keyboard: Enter and Space tap, Enter on the drafted tile plays ---

  const LIFTS = ["Escape", "Backspace", "Delete"];

  table.addEventListener("keydown", (event) => {
    const square = event.target.closest("#board .sq");
    if (!square || event.ctrlKey || event.altKey || event.metaKey) return;
    const name = square.id.slice(3);
    if (LIFTS.includes(event.key) && hand().play === "1") letGo();
    else if (event.key === "Enter" && draft()?.end === name) turn.play();
    else return;
    event.preventDefault();
  });

  // --- several tropes: one is chosen below the board, or asked for when the move is played ---

  const choices = () => [...verdict.querySelectorAll(".choice button")];
  const dialog = byId("trope-dialog");

  function choose(text) {
    field.value = text;
    byId("play").focus();
    ask();
  }

  verdict.addEventListener("click", (event) => {
    const choice = event.target.closest(".choice button");
    if (choice) choose(choice.value);
  });

  for (const look of ["pointerover", "focusin"]) {
    verdict.addEventListener(look, (event) => {
      const choice = event.target.closest(".choice button");
      if (choice) mark("made", choice.dataset.line);
    });
  }

  // Before the form's own listener: a move that leaves the choice open is not sent.
  table.addEventListener("submit", (event) => {
    if (event.target.id !== "move-form" || !choices().length) return;
    event.preventDefault();
    event.stopPropagation();
    byId("tropes").replaceChildren(...choices().map((choice) => Object.assign(choice.cloneNode(true), { type: "submit" })));
    dialog.returnValue = "";
    dialog.showModal();
  }, true);

  dialog.addEventListener("close", () => {
    byId("play").focus();
    if (!dialog.returnValue) return;
    verdict.replaceChildren();
    turn.send(dialog.returnValue);
  });

  // --- after every update ---

  function updated(isNews) {
    if (isNews && typed()) recheck();
    if (picked && !waysFrom(picked).size) picked = "";
    show();
    if (verdict.querySelector('[data-code="must-choose"]')) turn.ask();
  }

  // A move that was typed or drafted stays if it can still be made.
  function recheck() {
    if (hand().play === "1" && read() && !draft()) { letGo(); tell(say.gone); return; }
    picked = draft()?.start ?? picked;
    turn.ask();
  }

  if (!typed()) restore();
  picked = draft()?.start ?? "";
  // Not before htmx has seen the page: only then is anything asked.
  document.addEventListener("DOMContentLoaded", () => { if (draft() && !turn.isReplaying()) turn.ask(); });
  turn.begin({ updated, sent() { picked = ""; }, take, holds, hold, letGo: putDown, fits, drop, lift });
})();
