// What every script of a table asks of its page: elements, squares, and what the server says of turn and hand.
export const byId = (id) => document.getElementById(id);
export const all = (selector) => [...document.querySelectorAll(selector)];

export const table = byId("try") || byId("main");      // the rules pages have a board to try moves on
export const live = () => byId("live").dataset;
export const hand = () => byId("hand").dataset;

// All that the scripts of the page say, by name.
export const say = JSON.parse(byId("sentences")?.textContent ?? "{}");
export function tell(words) { byId("note").textContent = words; }

export const squareAt = (name) => byId(`sq-${name}`);
export const squareOf = (element) => element.closest?.("#board .sq");
export const nameOf = (square) => square.id.slice(3);
export const side = () => byId("board").querySelector(".sq").offsetWidth;
export const isZoomed = () => Boolean(document.querySelector(".stage .zoomed"));

// Whether an earlier position is shown; on the rules pages none ever is.
export const isReplaying = () => table.id === "main" && Boolean(byId("live")?.hasAttribute("data-replay"));

// A script that is asked for once: who waits for it goes on in the order of asking, which browsers do not promise.
export function later(script) {
  let coming;
  return () => (coming ??= script().catch((fault) => { coming = undefined; throw fault; }));
}

// Fetches a script as soon as anybody presses or touches anything; if it does not come, with the next gestures.
export function fetchAtFirstGesture(script) {
  const begin = () => script().catch(() => fetchAtFirstGesture(script));
  for (const gesture of ["pointerdown", "keydown"]) addEventListener(gesture, begin, { capture: true, once: true });
}
