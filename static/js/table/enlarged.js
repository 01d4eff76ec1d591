// The board once it is enlarged: what is inside its frame scrolls, and it can be seen whole again.
import { byId, isZoomed, table } from "../shared/page.js";
import { cursorSquare } from "./cursor.js";
import { draggedAt, markAgain } from "./drag.js";
import followFingers from "./pinch.js";

const frame = document.querySelector(".stage .squared");
const button = byId("whole");

// What is at this point of the window stays there. The frame of the board stays as it is; what is inside it scrolls.
export function zoom(factor, x, y) {
  const board = byId("board");
  const corner = board.getBoundingClientRect();
  const [across, down] = [(x - corner.left) / corner.width, (y - corner.top) / corner.height];
  frame.classList.add("zoomed");
  frame.closest(".stage").classList.add("enlarged");
  frame.style.setProperty("--zoom", factor);
  button.hidden = false;
  const moved = board.getBoundingClientRect();
  frame.scrollBy(moved.left + across * moved.width - x, moved.top + down * moved.height - y);
}

// --- the whole board again ---

function showWhole() {
  if (!isZoomed()) return;
  const hadFocus = document.activeElement === button;
  frame.classList.remove("zoomed");
  frame.closest(".stage").classList.remove("enlarged");
  frame.style.removeProperty("--zoom");
  button.hidden = true;
  if (hadFocus) cursorSquare().focus({ preventScroll: true });
}

function showWholeAfterMove({ target, detail }) {
  if (target.id === "move-form" && detail.xhr.status === 200) showWhole();
}

let width = frame.clientWidth;

function showWholeIfResized() {
  if (frame.clientWidth !== width) showWhole();
  width = frame.clientWidth;
}

button.addEventListener("click", showWhole);
addEventListener("beforeprint", showWhole);
byId("move-form").addEventListener("htmx:afterRequest", showWholeAfterMove);
new ResizeObserver(showWholeIfResized).observe(frame);
followFingers(frame, zoom, showWhole);

// --- the square where the next tile goes stays in view ---

function keepTargetInView() {
  const next = document.querySelector("#board .target");
  if (!next || !isZoomed()) return;
  const [inner, outer] = [next.getBoundingClientRect(), frame.getBoundingClientRect()];
  const by = (low, high, first, last) => Math.min(low - first, 0) || Math.max(high - last, 0);
  frame.scrollBy(by(inner.left, inner.right, outer.left, outer.right), by(inner.top, inner.bottom, outer.top, outer.bottom));
}
table.addEventListener("numerica:draft", keepTargetInView);

// --- it moves along under a pointer that stays at its edge; not under one that only comes in from the rack ---

const EDGE = 28;            // pixels from the frame
const WAIT = 300;           // milliseconds at the edge: who lays a tile near it is no longer there
let wasWithin = false;
let since = null;           // when the pointer came to the edge

function scroll() {
  const pointer = draggedAt();
  if (!pointer) return;
  if (isZoomed()) scrollAtEdge(pointer, frame.getBoundingClientRect());
  requestAnimationFrame(scroll);
}

function scrollAtEdge({ x, y }, { left, right, top, bottom }) {
  const isInside = x > left && x < right && y > top && y < bottom;
  const by = (at, low, high) => (at < low + EDGE ? -6 : at > high - EDGE ? 6 : 0);
  const [across, down] = [by(x, left, right), by(y, top, bottom)];
  const isAtEdge = isInside && (across || down);
  if (!isInside) wasWithin = false;
  else if (!isAtEdge) wasWithin = true;
  if (!isAtEdge || !wasWithin) { since = null; return; }
  since ??= performance.now();
  if (performance.now() - since < WAIT) return;
  frame.scrollBy(across, down);
  markAgain();
}

table.addEventListener("numerica:held", () => {
  wasWithin = false;
  since = null;
  requestAnimationFrame(scroll);
});
