// The one square of the board that Tab leads to, and the keys that walk from it; for players and for who watches.
import { all, squareOf } from "../shared/page.js";

let at = "";                // its id, which outlives the square when the board is redrawn

const squares = () => all("#board .sq");
const rows = () => all("#board [role=row]");

function middle() {
  const half = Math.floor(rows().length / 2);
  return rows()[half].children[half];
}

export const cursorSquare = () => document.getElementById(at) || middle();

function mark(chosen) {
  for (const old of all('#board .sq[tabindex="0"]')) if (old !== chosen) old.tabIndex = -1;
  chosen.tabIndex = 0;
  at = chosen.id;
}

export function moveCursor(chosen) {
  mark(chosen);
  chosen.focus();
}

// A control that is disabled under the focus loses it: here it goes on.
export function keepFocus() {
  const held = document.activeElement;
  if (held === document.body || held.disabled) cursorSquare().focus({ preventScroll: true });
}

// By this many rows and columns, or along the row, or over the whole board.
const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
const LEAPS = { Home: 0, End: -1 };

function reached(from, { key, ctrlKey }) {
  const row = [...from.parentElement.children];
  if (key in LEAPS) return (ctrlKey ? squares() : row).at(LEAPS[key]);
  if (!(key in STEPS) || ctrlKey) return null;
  const [down, across] = STEPS[key];
  return rows()[rows().indexOf(from.parentElement) + down]?.children[row.indexOf(from) + across] ?? from;
}

document.addEventListener("keydown", (event) => {
  const from = squareOf(event.target);
  if (!from || event.altKey || event.metaKey) return;
  const to = reached(from, event);
  if (!to) return;
  event.preventDefault();
  moveCursor(to);
});

document.addEventListener("focusin", (event) => {
  const chosen = squareOf(event.target);
  if (chosen) mark(chosen);
});

document.querySelector('.skip[href="#board"]')?.addEventListener("click", (event) => {
  event.preventDefault();
  moveCursor(cursorSquare());
});

document.addEventListener("numerica:shown", () => mark(cursorSquare()));
mark(cursorSquare());
