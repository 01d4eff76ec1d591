// Numeria's draft: a tile picked on the board and the square it shall go to. The text field holds it.
// What a move earns comes from the server.
import { all, byId, hand, isReplaying, nameOf, say, squareAt, squareOf, table, tell } from "../../shared/page.js";
import { guardClicks } from "../click_guard.js";
import { keepFocus, moveCursor } from "../cursor.js";
import { startDragging } from "../drag.js";
import { ask, begin, field, setVerdict, maySend, play, send, typed, verdict } from "../turn.js";
import { draft, mark, numberOn, read, showDraft, tileOn, waysFrom } from "./board.js";

let picked = "";            // the square of the tile in the hand

// --- what is drafted outlives the page ---

const storageKey = `draft:${table.dataset.game}:${hand().seat}`;

function restore() {
  try { field.value = localStorage.getItem(storageKey) ?? ""; } catch { return; }
  if (!draft() && !isReplaying()) field.value = "";
}

function forget() {
  picked = "";
  try { localStorage.removeItem(storageKey); } catch { /* nothing was kept */ }
}

// Only what its reader did is stored: another tab may hold another draft.
function store() {
  try { localStorage.setItem(storageKey, typed()); } catch { /* then it does not */ }
}

// --- showing ---

function showVerdict() {
  byId("play").disabled = !maySend();
  byId("recall").disabled = !picked && !typed();
  const judged = verdict.querySelector("[data-ok]")?.dataset;
  const earns = typed() && judged?.kind === "play" && judged.points !== "0";
  byId("play-points").textContent = earns ? ` · ${say.trope}` : "";
  mark("wrong", typed() && judged?.squares);
  mark("made", typed() && verdict.querySelector("li[data-line]")?.dataset.line);
}

function show() {
  showDraft(picked);
  showVerdict();
  const starts = hand().play === "1" ? hand().moves.split(" ").map((ways) => ways.slice(0, 2)) : [];
  mark("movable", [...starts, draft()?.end].filter(Boolean).join(" "));
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
  setVerdict(false, item);
}

function askAndShow() {
  store();
  ask();
  show();
}

// --- picking, drafting, letting go ---

function pick(name) {
  picked = name;
  field.value = "";
  store();
  tellWays();
  show();
}

function aim(name) {
  field.value = `${picked}-${name}`;
  askAndShow();
}

function letGo() {
  picked = field.value = "";
  askAndShow();
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
  const square = squareOf(event.target);
  if (!square) return;
  moveCursor(square);
  tap(nameOf(square));
});

field.addEventListener("input", () => {
  tell("");
  picked = draft()?.start ?? "";
  askAndShow();
});

byId("recall").addEventListener("click", () => {
  letGo();
  keepFocus();
});

// --- dragging: a tile to one of its marked squares ---

function take(element) {
  const square = squareOf(element);
  if (!square || hand().play !== "1") return null;
  const name = nameOf(square);
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

function putDown() { for (const shown of all("#board .away")) shown.classList.remove("away"); }

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
  const square = squareOf(event.target);
  if (!square || event.ctrlKey || event.altKey || event.metaKey) return;
  const name = nameOf(square);
  if (LIFTS.includes(event.key) && hand().play === "1") letGo();
  else if (event.key === "Enter" && draft()?.end === name) play();
  else return;
  event.preventDefault();
});

// --- several tropes: one is chosen below the board, or asked for when the move is played ---

const choices = () => [...verdict.querySelectorAll(".choice button")];
const dialog = byId("trope-dialog");

function choose(text) {
  field.value = text;
  byId("play").focus();
  askAndShow();
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
  send(dialog.returnValue);
});

// --- after every update ---

function updated(isNews) {
  if (isNews && typed()) recheck();
  if (picked && !waysFrom(picked).size) picked = "";
  show();
  if (verdict.querySelector('[data-code="must-choose"]')) ask();
}

// A move that was typed or drafted stays if it can still be made.
function recheck() {
  if (hand().play === "1" && read() && !draft()) { letGo(); tell(say.gone); return; }
  picked = draft()?.start ?? picked;
  ask();
}

if (!typed()) restore();
picked = draft()?.start ?? "";
// Not before htmx has seen the page: only then is anything asked.
document.addEventListener("DOMContentLoaded", () => { if (draft() && !isReplaying()) ask(); });
begin({ updated, sent: forget });
startDragging({ take, holds, hold, letGo: putDown, fits, drop, lift });
guardClicks();
