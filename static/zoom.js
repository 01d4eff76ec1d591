// Small squares are enlarged before anybody acts on them: the first tap enlarges, the next one places.
// The frame of the board stays as it is; what is inside it scrolls.
"use strict";
(() => {
  const { byId, table, hand } = turn;
  const frame = document.querySelector(".stage .squared");
  const button = byId("whole");
  const LEAST = 24;           // pixels: on no smaller square anything is done
  const EASY = 30;            // pixels: nor with a finger that has a tile to place
  const WANTED = 40;
  const TWICE = 2;

  const board = () => byId("board");
  const side = () => board().querySelector(".sq").offsetWidth;
  const isZoomed = () => frame.classList.contains("zoomed");

  // What is at this point of the window stays there.
  function zoom(factor, x, y) {
    const corner = board().getBoundingClientRect();
    const [across, down] = [(x - corner.left) / corner.width, (y - corner.top) / corner.height];
    frame.classList.add("zoomed");
    frame.style.setProperty("--zoom", factor);
    button.hidden = false;
    const moved = board().getBoundingClientRect();
    frame.scrollBy(moved.left + across * moved.width - x, moved.top + down * moved.height - y);
  }

  function showWhole() {
    if (!isZoomed()) return;
    const hadFocus = document.activeElement === button;
    frame.classList.remove("zoomed");
    frame.style.removeProperty("--zoom");
    button.hidden = true;
    if (hadFocus) cursor.square().focus({ preventScroll: true });
  }

  const twice = () => Math.max(TWICE, WANTED / side());

  // --- the first tap ---

  function isTooSmall() {
    const hasTile = document.querySelector('#rack [aria-pressed="true"], #board .picked');
    return side() < (hasTile && turn.means() !== "mouse" ? EASY : LEAST);
  }

  const isCovered = (square) => Boolean(square.querySelector(".tile:not(.draft)"));
  const mayDraft = () => hand().draft === "1" || hand().play === "1";

  document.addEventListener("click", (event) => {
    const square = event.target.closest("#board .sq");
    if (!square || event.detail === 0 || isZoomed() || !mayDraft() || isCovered(square) || !isTooSmall()) return;
    event.preventDefault();
    event.stopPropagation();
    zoom(twice(), event.clientX, event.clientY);
    turn.tell(turn.say.zoomed);
  }, true);

  // A tile that a finger let fall on a small square can be set right on a larger one.
  table.addEventListener("numerica:dropped", (event) => {
    if (isZoomed() || side() >= LEAST) return;
    const { left, right, top, bottom } = byId(`sq-${event.detail}`).getBoundingClientRect();
    zoom(twice(), (left + right) / 2, (top + bottom) / 2);
  });

  // --- the whole board again ---

  button.addEventListener("click", showWhole);
  addEventListener("beforeprint", showWhole);

  byId("move-form").addEventListener("htmx:afterRequest", (event) => {
    if (event.target.id === "move-form" && event.detail.xhr.status === 200) showWhole();
  });

  let width = frame.clientWidth;
  new ResizeObserver(() => {
    if (frame.clientWidth !== width) showWhole();
    width = frame.clientWidth;
  }).observe(frame);

  // --- two fingers: their script comes with the first touch ---

  async function prepare() { (await import(button.dataset.pinch)).default(frame, zoom, showWhole); }
  addEventListener("touchstart", prepare, { once: true, passive: true });

  // --- the square where the next tile goes stays in view ---

  table.addEventListener("numerica:draft", () => {
    const next = document.querySelector("#board .target");
    if (!next || !isZoomed()) return;
    const [inner, outer] = [next.getBoundingClientRect(), frame.getBoundingClientRect()];
    const by = (low, high, first, last) => Math.min(low - first, 0) || Math.max(high - last, 0);
    frame.scrollBy(by(inner.left, inner.right, outer.left, outer.right), by(inner.top, inner.bottom, outer.top, outer.bottom));
  });
})();
