// Placing tiles and lifting them: what a press on the rack or on the board does, and a tile that is dragged.
import { byId, hand, nameOf, say, squareAt, squareOf, tell } from "../../shared/page.js";
import { moveCursor } from "../cursor.js";
import * as draft from "./draft.js";
import { intent } from "./draft.js";
import { BLANK, canMean, stacks, symbolOf, wordOf } from "./tiles.js";
import { changed, isPicked, onRack, show } from "./view.js";

// --- one tile ---

// Lays a tile; of a blank it is asked what it stands for, unless that was typed.
export function place(tile, name, typed) {
  const at = name && placeFor(tile, name);
  if (!at || !draft.takes(at, tile)) refuse(at);
  else if (tile.symbol !== BLANK) put(tile, at, tile.symbol);
  else if (!typed) askBlank(tile, at, put);
  else if (canMean(typed)) put(tile, at, BLANK + typed);
  else tell(say.noMeaning.replace("%s", wordOf(typed)));
}

// A second digit that is typed or tapped on goes to the first where numbers share a square.
function placeFor(tile, name) {
  const { target } = intent;
  const before = target && draft.step(name, target.down, target.back ? 1 : -1);
  return stacks && before && squareAt(before) && draft.tileAt(before) && draft.takes(before, tile) ? before : name;
}

function put(tile, name, face) {
  draft.lay(tile, name, face);
  intent.picked = null;
  if (intent.target) advance(name);
  changed();
}

// Why no tile goes there: the square itself says that none ever does.
function refuse(name) {
  if (!squareAt(name) || (draft.tileAt(name) && !squareAt(after(name)))) tell(say.edge);
  else tell(draft.isNever(name) ? squareAt(name).ariaLabel : say.taken);
}

function takeHome(tile, name) {
  draft.lift(tile);
  if (intent.target) intent.target = { ...intent.target, name };
  changed();
}

// Whether anything was drafted there.
export function liftHere(name) {
  const tile = draft.tileAt(name);
  if (tile) takeHome(tile, name);
  return Boolean(tile);
}

// All of them; a cursor on the board goes to where the first one lay.
export function recall() {
  const [first] = draft.inReadingOrder(draft.squares());
  draft.liftAll();
  Object.assign(intent, { picked: null, target: null, last: null, isBlankNext: false });
  changed();
  if (first && document.activeElement.matches(".sq")) moveCursor(squareAt(first));
}

// --- where the next tile goes ---

// Past the tiles that lie there.
export function aim() {
  const { target } = intent;
  if (target && draft.isCovered(target.name)) advance(target.name);
  return intent.target?.name;
}

const after = (name) => draft.step(name, intent.target?.down, intent.target?.back ? -1 : 1);

function advance(name) {
  const { target } = intent;
  let next = name;
  do next = after(next); while (squareAt(next) && !draft.isFree(next));
  intent.target = squareAt(next) ? { ...target, name: next } : null;
  intent.last = { ...target, name };
  if (intent.target && document.activeElement?.classList.contains("sq")) moveCursor(squareAt(next));
}

// The next direction of this game; after the last one, none.
export function turned({ name, down, back }) {
  const ways = [[false, false], [true, false], ...(hand().directions === "4" ? [[false, true], [true, true]] : [])];
  const next = ways[ways.findIndex(([isDown, isBack]) => isDown === down && isBack === Boolean(back)) + 1];
  return next ? { name, down: next[0], back: next[1] } : null;
}

// --- what a blank stands for: its dialog is here from the start, for somebody may type on at once ---

const dialog = byId("blank-dialog");
let waiting = null;         // the blank whose meaning is being asked for, its square, and what puts it there

// Runs `put(tile, name, face)` with what is answered, if anything is.
function askBlank(tile, name, put) {
  waiting = { tile, name, put };
  tell("");
  dialog.showModal();
}

// At once, not on the dialog's own event, which comes late: somebody may type on already.
function choose(symbol) {
  const asked = waiting;
  waiting = null;
  dialog.close();
  if (asked && symbol && !draft.isCovered(asked.name)) asked.put(asked.tile, asked.name, BLANK + symbol);
}

dialog.addEventListener("submit", (event) => {
  event.preventDefault();
  choose(event.submitter?.value);
});

dialog.addEventListener("keydown", (event) => {
  const symbol = symbolOf(event.key);
  const isChoice = symbol && [...dialog.querySelectorAll("[value]")].some((choice) => choice.value === symbol);
  if (isChoice) { event.preventDefault(); choose(symbol); }
});

dialog.addEventListener("close", () => {
  waiting = null;
  if (intent.picked) tell(say.picked);
  show();
});

// --- presses ---

export function tapRack(tile) {
  if (!draft.mayDraft()) return;
  if (aim()) { place(tile, intent.target.name); return; }
  intent.picked = isPicked(tile) ? null : tile;
  tell(intent.picked ? say.picked : "");
  show();
}

export function tapSquare(name) {
  const tile = draft.tileAt(name);
  const { picked, target } = intent;
  if (picked && draft.takes(name, picked)) { place(picked, name); return; }
  if (tile) { takeHome(tile, name); return; }
  if (draft.isShut(name)) { if (picked) refuse(name); return; }
  intent.target = target?.name === name ? turned(target) : { name, down: false };
  show();
}

// --- dragging: what a pointer can take, and what becomes of it where it is dropped ---

function take(element) {
  if (!draft.mayDraft()) return null;
  const square = squareOf(element);
  return square ? draft.tileAt(nameOf(square)) ?? null : onRack(element);
}

function hold(tile) {
  intent.picked = null;
  tell("");
  intent.dragged = tile;
  show();
}

function letGo() {
  intent.dragged = null;
  show();
}

function drop(tile, { square, slot }) {
  intent.dragged = null;
  if (square && draft.isShut(square)) { show(); refuse(square); }
  else if (square && tile.symbol === BLANK && !tile.at) askBlank(tile, square, putDown);
  else if (square) putDown(tile, square, tile.face ?? tile.symbol);
  else bringHome(tile, slot);
}

function putDown(tile, name, face) {
  draft.exchange(tile, name, face);
  const { target } = intent;
  if (target && !draft.isFree(target.name)) advance(target.name);
  changed();
}

// Brings a tile to this place of the rack.
function bringHome(tile, slot) {
  const wasDrafted = Boolean(tile.at);
  if (wasDrafted) draft.lift(tile);
  if (!tile.free) draft.sortIn(tile, slot);
  if (wasDrafted) { changed(); return; }
  draft.store();
  show();
}

// What dragging asks of the game: see `startDragging`.
export const dragging = {
  take, hold, letGo, drop,
  holds: draft.isHeld,
  fits: (tile, name) => !draft.isShut(name),
  lift: (name) => draft.mayDraft() && liftHere(name),
};
