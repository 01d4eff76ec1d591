// The one square of the board that Tab leads to, and the keys that walk from it; for players and for who watches.
"use strict";
const cursor = (() => {
  let at = "";                // its id, which outlives the square when the board is redrawn

  const squares = () => [...document.querySelectorAll("#board .sq")];
  const rows = () => [...document.querySelectorAll("#board [role=row]")];

  function middle() {
    const half = Math.floor(rows().length / 2);
    return rows()[half].children[half];
  }

  const square = () => document.getElementById(at) || middle();

  function mark(chosen) {
    for (const old of document.querySelectorAll('#board .sq[tabindex="0"]')) if (old !== chosen) old.tabIndex = -1;
    chosen.tabIndex = 0;
    at = chosen.id;
  }

  function move(chosen) {
    mark(chosen);
    chosen.focus();
  }

  // A control that is disabled under the focus loses it: here it goes on.
  function keepFocus() {
    const held = document.activeElement;
    if (held === document.body || held.disabled) square().focus({ preventScroll: true });
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
    const from = event.target.closest("#board .sq");
    if (!from || event.altKey || event.metaKey) return;
    const to = reached(from, event);
    if (!to) return;
    event.preventDefault();
    move(to);
  });

  document.addEventListener("focusin", (event) => {
    const chosen = event.target.closest("#board .sq");
    if (chosen) mark(chosen);
  });

  document.querySelector('.skip[href="#board"]')?.addEventListener("click", (event) => {
    event.preventDefault();
    move(square());
  });

  document.addEventListener("numerica:shown", () => mark(square()));
  mark(square());

  return { square, move, keepFocus };
})();
