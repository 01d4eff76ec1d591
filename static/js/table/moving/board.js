// Numeria's board: where tiles may go, as the server says with every turn, and what is drafted on it.
import { all, hand, say, squareAt } from "../../shared/page.js";
import { typed } from "../turn.js";

const MOVE = /^([a-h][1-8])[-–−]([a-h][1-8])/;

// --- where tiles may go: `c3:d4,^f6 …`, a jump with its sign ---

export function waysFrom(start) {
  const found = hand().moves.split(" ").find((ways) => ways.startsWith(`${start}:`));
  const ends = found ? found.slice(3).split(",") : [];
  return new Map(ends.map((end) => (end[0] === "^" ? [end.slice(1), "jump"] : [end, "slide"])));
}

export const tileOn = (name) => squareAt(name)?.querySelector(".tile:not(.draft)");
export const numberOn = (name) => tileOn(name).querySelector("b").textContent;

// What the field says: from where to where, if it says so; and whether that can be done.
export function read() {
  const [, start, end] = MOVE.exec(typed().toLowerCase().replaceAll(" ", "")) || [];
  return start ? { start, end } : null;
}

export function draft() {
  const move = read();
  return move && waysFrom(move.start).has(move.end) ? move : null;
}

// --- showing ---

function label(square, words) {
  square.dataset.label ??= square.getAttribute("aria-label");
  square.setAttribute("aria-label", words.replace("%s", square.dataset.label));
}

function unmark() {
  for (const square of all("#board .sq[data-label]")) {
    square.setAttribute("aria-label", square.dataset.label);
    delete square.dataset.label;
    square.classList.remove("slide", "jump", "from");
    square.querySelector(".picked")?.classList.remove("picked");
    square.querySelector(".draft")?.remove();
  }
}

export function showDraft(picked) {
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
export function mark(look, names) {
  for (const square of all(`#board .${look}`)) square.classList.remove(look);
  for (const name of names ? names.split(" ") : []) squareAt(name)?.classList.add(look);
}
