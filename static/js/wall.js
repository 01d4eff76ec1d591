// A wall of boards: a game that goes on keeps its link, and no board is changed for another under a hand.
import "./live/connection.js";

const isHeld = (place) => place.matches(":hover, :focus-within");
const waiting = new Map();      // what comes into a place that is held

function goOn(place, now) {
  const [old, link] = [place.querySelector("a"), now.querySelector("a")];
  old.className = link.className;
  old.replaceChildren(...link.childNodes);
}

function takePlace(place) {
  const now = waiting.get(place.id);
  if (!now || isHeld(place)) return;
  waiting.delete(place.id);
  place.replaceWith(now);
}

// After a lost connection a place may come that is there already.
document.addEventListener("htmx:oobBeforeSwap", (event) => {
  const { target, fragment } = event.detail;
  if (!target.closest(".wall")) return;
  const now = fragment.querySelector("li");
  const place = document.getElementById(now.id);
  if (!place) return;
  event.detail.shouldSwap = false;
  waiting.delete(place.id);
  if (place.dataset.game === now.dataset.game) { goOn(place, now); return; }
  waiting.set(place.id, now);
  takePlace(place);
});

for (const left of ["pointerout", "focusout"]) {
  document.addEventListener(left, ({ target }) => {
    const place = target.closest?.(".wall > li");
    if (place) setTimeout(takePlace, 100, place);
  });
}
