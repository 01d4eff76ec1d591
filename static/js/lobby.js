// The lobby: what is asked for is shown at once; what has gone keeps its place while somebody is at the lists.
import { all, byId } from "./shared/page.js";

const lists = byId("lists");
const below = byId("offers");
const known = new Set();
const form = document.querySelector(".filters");
const ASKED = ["key", "speed", "band"];

function isWanted(row) {
  return ASKED.every((name) => !form.elements[name].value || form.elements[name].value === row.dataset[name]);
}

const isAt = (element) => element.matches(":hover") || element.contains(document.activeElement);

// What comes to the upper list waits until nobody is at the lower one, which it would push down.
function isHeld(row) {
  if (!known.has(row.id) && row.parentElement !== below && isAt(below)) row.dataset.held = "";
  known.add(row.id);
  return "held" in row.dataset;
}

function show() {
  for (const row of all(".offer:not(.gone)")) {
    row.hidden = isHeld(row) || !isWanted(row);
    row.classList.toggle("mine", row.dataset.by === byId("main").dataset.me);
  }
  for (const list of all(".offers")) {
    list.nextElementSibling.hidden = Boolean(list.querySelector(".offer:not([hidden])"));
  }
}

// Of a finger nobody sees where it aims: what has gone keeps its place until it moves on, or the page is left.
const hovers = matchMedia("(hover: hover)").matches;

function tidy(isQuiet = false) {
  if (!isQuiet && (!hovers || isAt(lists))) return;
  remember();
  for (const row of all(".offer.gone")) row.remove();
  for (const row of all(".offer[data-held]")) delete row.dataset.held;
  show();
  compare();
}

// --- what came or moved under a finger takes nothing for a moment ---

const FRESH = 600;          // milliseconds
let places = new Map();     // of the rows that are shown, by name
const freshUntil = new Map();

function rows() {
  return all(".offer:not([hidden])").map((row) => [row.id, Math.round(row.getBoundingClientRect().top)]);
}

function remember() { places = new Map(rows()); }

function compare() {
  for (const [name, top] of rows()) {
    if (places.get(name) === top) continue;
    freshUntil.set(name, performance.now() + FRESH);
    byId(name).dataset.fresh = "";
    setTimeout(() => delete byId(name)?.dataset.fresh, FRESH);
  }
}

let means = "";
function refuseFresh(event) {
  const row = event.target.closest(".offer");
  if (means === "mouse" || event.detail === 0 || !(freshUntil.get(row?.id) > performance.now())) return;
  event.preventDefault();
  event.stopPropagation();
}

addEventListener("pointerdown", ({ pointerType }) => { means = pointerType; }, true);
lists.addEventListener("click", refuseFresh, true);
document.addEventListener("htmx:wsBeforeMessage", remember);
remember();

form.addEventListener("change", () => {
  const asked = new URLSearchParams([...new FormData(form)].filter(([, value]) => value));
  history.replaceState(null, "", `?${asked}`);
  show();
});
document.addEventListener("numerica:shown", () => { show(); compare(); setTimeout(tidy, 2000); });
lists.addEventListener("pointerleave", () => tidy());
lists.addEventListener("focusout", () => setTimeout(tidy));
document.addEventListener("visibilitychange", () => tidy(document.hidden));
if (!hovers) addEventListener("touchmove", () => tidy(true), { passive: true });
window.addEventListener("pageshow", show);     // a browser that comes back keeps what was chosen
