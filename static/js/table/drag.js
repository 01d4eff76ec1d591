// Dragging with mouse, pen or finger: one more way to draft, never the only one.
// Here are the pointer and the ghost that follows it; what may be taken and where it goes is the game's.
import { all, byId, isReplaying, nameOf, squareAt, squareOf, table } from "../shared/page.js";

const FAR = { mouse: 5, pen: 6, touch: 8 };    // pixels after which a press is a drag
const LONG = 500;                              // milliseconds after which a press is a long one
const SMALLEST = 36;                           // a ghost can be seen beside a finger

let game = null;            // what of the game can be taken, and what becomes of it
let pressed = null;         // a pointer on something that can be taken: where, and what
let held = null;            // what is being dragged: { id, thing, ghost }
let isSwallowing = false;   // the click that ends a drag or a long press is none

// The game says by `take(element)` what is taken there, by `holds(thing)` whether it still may be moved and
// by `fits(thing, square)` whether it goes there; it does `hold`, `letGo`, `drop(thing, place)`, `lift(square)`.
export function startDragging(own) {
  game = own;
  document.addEventListener("pointerdown", press, true);
  document.addEventListener("pointermove", move, true);
  document.addEventListener("pointerup", release, true);
  document.addEventListener("pointercancel", cancel, true);
  addEventListener("blur", cancel);
  document.addEventListener("touchstart", (event) => { if (event.touches.length > 1) cancel(); }, { capture: true, passive: true });
  document.addEventListener("keydown", stopByKey, true);
  document.addEventListener("click", swallow, true);
  document.addEventListener("numerica:shown", keepIfThere);
  document.addEventListener("contextmenu", liftByMenu);
}

// --- press, drag, drop ---

function press(event) {
  isSwallowing = false;
  if (held || !event.isPrimary || event.button !== 0 || isReplaying()) return;
  const thing = event.target.closest && game.take(event.target);
  if (!thing) return;
  const { pointerId, pointerType, clientX, clientY, target } = event;
  pressed = { id: pointerId, type: pointerType, x: clientX, y: clientY, thing, tile: target.closest(".tile") ?? target.querySelector(".tile") };
  if (pointerType !== "mouse") pressed.timer = setTimeout(longPress, LONG, target);
}

function move({ pointerId, clientX, clientY }) {
  if (pressed?.id === pointerId && Math.hypot(clientX - pressed.x, clientY - pressed.y) > FAR[pressed.type]) begin();
  if (held?.id === pointerId) follow(clientX, clientY);
}

function release(event) {
  forget();
  if (held?.id !== event.pointerId) return;
  isSwallowing = true;
  const [thing, place, isTouch] = [held.thing, placeAt(event.clientX, event.clientY), event.pointerType === "touch"];
  end();
  if (place && game.holds(thing)) game.drop(thing, place); else game.letGo();
  if (place?.square && isTouch) table.dispatchEvent(new CustomEvent("numerica:dropped", { detail: place.square }));
}

function stopByKey(event) {
  isSwallowing = false;
  if (!held) return;
  event.preventDefault();
  event.stopPropagation();
  if (event.key === "Escape") cancel();
}

function swallow(event) {
  if (!isSwallowing) return;
  isSwallowing = false;
  event.preventDefault();
  event.stopImmediatePropagation();
}

// A live update leaves alone what is being dragged, unless it is gone.
function keepIfThere() {
  if (held && (isReplaying() || !game.holds(held.thing))) cancel();
}

function begin() {
  const { id, thing, tile, type } = pressed;
  forget();
  if (!game.holds(thing)) return;
  const ghost = ghostOf(tile);
  table.append(ghost);
  held = { id, thing, ghost, x: 0, y: 0, rise: type === "touch" ? 0.6 : 0 };
  table.setPointerCapture(id);
  game.hold(thing);
  table.dispatchEvent(new Event("numerica:held"));
}

function ghostOf(tile) {
  const ghost = document.createElement("span");
  ghost.className = `${tile.className.replace("picked", "")} ghost`;
  ghost.setAttribute("aria-hidden", "true");
  ghost.style.fontSize = `${Math.max(tile.getBoundingClientRect().width, SMALLEST)}px`;
  ghost.append(...tile.cloneNode(true).childNodes);
  return ghost;
}

function follow(x, y) {
  const { ghost, rise } = held;
  const half = ghost.offsetWidth / 2;
  Object.assign(held, { x, y });
  ghost.style.transform = `translate(${x - half}px, ${y - half * (1 + 2 * rise)}px)`;
  mark(placeAt(x, y));
}

function cancel() {
  forget();
  if (!held) return;
  isSwallowing = true;
  end();
  game.letGo();
}

function end() {
  mark(null);
  held.ghost.remove();
  held = null;
}

function forget() {
  clearTimeout(pressed?.timer);
  pressed = null;
}

// --- where it would go ---

function placeAt(x, y) {
  const under = document.elementFromPoint(x, y);
  const square = under && squareOf(under);
  if (square) return { square: nameOf(square) };
  const rack = under?.closest(".under") && byId("rack");
  return rack ? { slot: slotAt(rack, x, y) } : null;
}

// Before which tile of the rack this point lies; a rack may have two rows.
function slotAt(rack, x, y) {
  const boxes = [...rack.children].map((item) => item.getBoundingClientRect());
  const row = boxes.filter((box) => y >= box.top && y <= box.bottom);
  const after = (row.length ? row : boxes).filter((box) => x < box.left + box.width / 2);
  if (after.length) return boxes.indexOf(after[0]);
  return row.length ? boxes.indexOf(row.at(-1)) + 1 : boxes.length;
}

function mark(place) {
  for (const old of all(".over, .before")) old.classList.remove("over", "before");
  if (place?.square && game.fits(held.thing, place.square)) squareAt(place.square).classList.add("over");
  if (place?.slot !== undefined) byId("rack").children[place.slot]?.classList.add("before");
}

// Where the pointer is that drags something; null while none does. What lies under it may have moved.
export const draggedAt = () => held && { x: held.x, y: held.y };
export function markAgain() { mark(placeAt(held.x, held.y)); }

// --- right click and long press lift one ---

function liftAt(element) {
  const square = squareOf(element);
  return Boolean(square) && !isReplaying() && game.lift(nameOf(square));
}

function longPress(element) {
  if (!liftAt(element)) return;
  forget();
  isSwallowing = true;
}

function liftByMenu(event) {
  if (held || pressed?.type === "touch" || isSwallowing || liftAt(event.target)) event.preventDefault();
}
