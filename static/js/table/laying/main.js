// The tables where tiles are laid: what is pressed and typed there, and what happens to the draft when the game
// goes on.
import { byId, fetchAtFirstGesture, hand, isReplaying, live, nameOf, say, squareAt, squareOf, table, tell } from "../../shared/page.js";
import { guardClicks } from "../click_guard.js";
import { keepFocus, moveCursor } from "../cursor.js";
import { startDragging } from "../drag.js";
import { begin, field, play, typed } from "../turn.js";
import * as draft from "./draft.js";
import { intent } from "./draft.js";
import { aim, dragging, liftHere, place, recall, tapRack, tapSquare, turned } from "./placing.js";
import { askAndShow, changed, judgeDraft, onRack, rackList, show, showVerdict } from "./view.js";
import { BLANK, isTile, stopSpelling, symbolOf, wordOf } from "./tiles.js";

// --- presses ---

rackList.addEventListener("click", (event) => {
  const tile = onRack(event.target);
  if (tile) tapRack(tile);
});
rackList.addEventListener("keydown", ({ key }) => { if (key === "Escape" && draft.mayDraft()) recall(); });

table.addEventListener("click", (event) => {
  const square = squareOf(event.target);
  if (!square || !draft.mayDraft()) return;
  moveCursor(square);
  tapSquare(nameOf(square));
});

// Notation is seldom typed: what reads it comes with the first key, or where a page brings a play.
async function layTyped() {
  const { layText } = await import("./typed_text.js");
  layText(typed());
}

field.addEventListener("input", async () => {
  show();                   // Play is there at once: somebody may press Enter
  await layTyped().catch(draft.liftAll);
  draft.store();
  askAndShow();
});

byId("recall").addEventListener("click", () => {
  recall();
  keepFocus();
});

for (const [id, sort] of [["shuffle", draft.shuffle], ["order", draft.order]]) {
  byId(id)?.addEventListener("click", () => {
    sort();
    draft.store();
    show();
  });
}

// --- the keys of the board: symbols that become tiles, and what lifts, turns and plays them ---

function wayAt(name) {
  const { down = false, back } = intent.target ?? (intent.last?.name === name ? intent.last : {});
  return { down, back };
}

function typeTile(name, symbol) {
  const tile = (!intent.isBlankNext && draft.onHand(symbol)) || draft.onHand(BLANK);
  intent.isBlankNext = false;
  if (!tile) { tell(say.lacking.replace("%s", wordOf(symbol))); return; }
  if (intent.target?.name !== name) intent.target = { name, ...wayAt(name) };
  place(tile, aim(), symbol);
}

function typeBlank() {
  intent.isBlankNext = Boolean(draft.onHand(BLANK));
  tell(intent.isBlankNext ? say.blank : say.noBlank);
}

function liftLast(name) {
  const { down, back } = wayAt(name);
  let before = name;
  if (!draft.tileAt(name)) do before = draft.step(before, down, back ? 1 : -1); while (squareAt(before) && draft.isCovered(before));
  const tile = draft.tileAt(before);
  if (!tile) return;
  draft.lift(tile);
  intent.target = { name: before, down, back };
  moveCursor(squareAt(before));
  changed();
}

// Space goes round the directions and never ends in none, as a tap does.
function turnAt(name) {
  const target = turned({ ...wayAt(name), name }) ?? { name, down: false };
  intent.target = target;
  const side = target.down ? ["down", "up"] : ["right", "left"];
  show();
  tell(say[side[target.back ? 1 : 0]]);
}

// The keypad has no equals sign: its point, or comma, is one. (Without NumLock its 5 turns.)
function isKeypadPoint({ key, location }) {
  return location === KeyboardEvent.DOM_KEY_LOCATION_NUMPAD && [".", ",", "Decimal", "Separator"].includes(key);
}

// Does what a key means on the square of this name; false if it means nothing there.
function press(key, symbol, name) {
  const { picked } = intent;
  if (symbol === "") return true;                  // a bracket is open, or was given up
  if (key === "Escape") recall();
  else if (key === "Backspace") liftLast(name);
  else if (key === "Delete") liftHere(name);
  else if ((key === " " || key === "Clear") && !picked) turnAt(name);
  else if (key === "Enter" && draft.drafted().length && !picked) { if (typed()) play(); }      // if not, the page says why
  else if (key === "b") typeBlank();
  else if (isTile(symbol) && symbol !== BLANK) typeTile(name, symbol);
  else return false;
  return true;
}

table.addEventListener("keydown", (event) => {
  const square = squareOf(event.target);
  const isBracket = event.key === "[" || event.key === "]";       // with Alt on some keyboards
  if (!square || event.ctrlKey || event.metaKey || (event.altKey && !isBracket)) return;
  const key = isKeypadPoint(event) ? "=" : event.key;
  const symbol = symbolOf(key);
  if (draft.mayDraft() && press(key, symbol, nameOf(square))) event.preventDefault();
});

table.addEventListener("focusin", () => {
  stopSpelling();
  intent.isBlankNext = false;
});

// --- swapping: its script comes with the first gesture, before anybody gets as far as the button ---

const swapDialog = () => import("./swap_dialog.js");

if (byId("swap")) {
  fetchAtFirstGesture(swapDialog);
  byId("swap").addEventListener("click", () => swapDialog().then((script) => script.default(), () => tell(say.failed)));
}

// --- after every update: the draft is laid again on what is there now ---

function sent() {
  draft.forgetDrafted();
  intent.target = intent.last = intent.picked = null;
  draft.store();
}

// Nothing is stored that its reader did not do: another tab may hold another draft.
function updated(isNews) {
  const before = draft.drafted().length;
  draft.reconcile();
  const gone = draft.drafted().filter((tile) => !squareAt(tile.at) || draft.isCovered(tile.at));
  gone.forEach(draft.lift);
  if (isNews && intent.target && !draft.isFree(intent.target.name)) intent.target = null;
  if (draft.drafted().length < before) {
    changed();
    if (gone.length && live().mover !== hand().seat) tell(say.home);
  } else if (isNews && before) {
    judgeDraft();
  } else if (isNews && typed()) {
    askAndShow();
  } else {
    show();
    showVerdict();
  }
}

draft.restore();
draft.reconcile();
if (typed()) draft.liftAll();      // what came with the page goes before an old draft
begin({ sent, updated });
startDragging(dragging);
guardClicks();
// Not before htmx has seen the page: only then is anything asked.
document.addEventListener("DOMContentLoaded", async () => {
  if (typed()) await layTyped().catch(draft.liftAll);
  if (draft.drafted().length && !isReplaying()) changed();
  else if (typed()) askAndShow();      // somebody typed before this script was there
});
