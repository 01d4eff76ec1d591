// What a single letter does: it presses a button of the page, or says what the page shows.
import "../menus.js";
import { all, byId, say } from "../shared/page.js";

const dialog = byId("keys-dialog");

// The same words are heard again only if something differs.
function tell(words) {
  const note = byId("note");
  note.textContent = words && note.textContent === words ? `${words}\u00a0` : words;
}

// --- what the page shows, as words ---

function words(element) {
  const copy = element.cloneNode(true);
  for (const drawn of copy.querySelectorAll("[aria-hidden=true], [hidden]")) drawn.remove();
  return copy.textContent.replace(/\s+/g, " ").trim();
}

const nameOf = (player) => player.getAttribute("aria-label");

function rack() {
  const held = all("#rack button").map((button) => button.dataset.word);
  return held.join(", ") || say.noRack;
}

function clocks() {
  const told = all("#players .player").map((player) => [nameOf(player), player.querySelector(".clock > *, .until")]);
  return told.filter(([, time]) => time).map(([name, time]) => `${name}: ${words(time)}`).join(", ") || say.noClock;
}

const scores = () => all("#players .player").map((player) => `${nameOf(player)} ${words(player.querySelector(".score"))}`).join(", ");
const lastMove = () => words(byId("status"));
const unseen = () => all("#aside .muted, #aside .who, #aside li:not(.none)").map(words).join(", ");

// --- the commands ---

// Not every table has every button; one of a `place` that the table has may come and go.
const presses = (id, place = id) => () => {
  if (!byId(place)) return;
  const button = byId(id);
  const isPossible = button && !button.hidden && !button.disabled && !button.form?.hidden;
  tell(isPossible ? "" : say.notNow);
  if (isPossible) button.click();
};

const says = (what) => () => tell(what());

async function goToNext() {
  const { next } = dialog.dataset;
  if (!next) return;
  try {
    const answer = await fetch(next, { headers: { Accept: "application/json" } });
    const { url } = await answer.json();
    if (url) location.assign(url); else tell(say.noNext);
  } catch { tell(say.noAnswer); }
}

const COMMANDS = {
  s: presses("shuffle"), o: presses("order"), e: presses("swap"), p: presses("pass"),
  i: presses("hint-next", "hint-form"),
  r() { if (byId("rack")) tell(rack()); },
  l: says(lastMove), t: says(clocks), k: says(scores), u: says(unseen),
  n: goToNext,
  async c() {
    if (!byId("chat")) return;
    const { open } = await import("../live/chat.js");
    open();
  },
  "?": () => dialog.showModal(),
};

export function run(letter) { COMMANDS[letter]?.(); }

// --- told once on the board: to who comes with the keyboard, its keys; with a finger, what taps do ---

const isQuiet = () => byId("keys-how") && !byId("move-form").hidden && !byId("note").textContent;

// Where a tap has chosen a square for the next tiles; whether it was said.
function tellTaps() {
  const how = isQuiet() && document.querySelector("#board .target") && byId("keys-how").dataset.taps;
  if (how) tell(how);
  return Boolean(how);
}

function tellOnce({ target }) {
  if (!target.closest("#board")) return;
  const isByKey = !isTouch && target.matches(":focus-visible") && byId("letters").checked;
  if (isByKey && isQuiet()) tell(words(byId("keys-how")));
  if (isByKey || (isTouch && tellTaps())) document.removeEventListener("focusin", tellOnce);
}

let isTouch = matchMedia("(pointer: coarse)").matches;      // of the gesture that fetched this nothing else is known
for (const use of ["pointerdown", "keydown"]) addEventListener(use, (event) => { isTouch = event.pointerType === "touch"; }, true);
document.addEventListener("focusin", tellOnce);
tellOnce({ target: document.activeElement });
