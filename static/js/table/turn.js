// A player's turn, alike at every table: asking the referee, sending the move.
// What is drafted belongs to the game's own script; it begins with `begin`.
import { all, byId, fetchAtFirstGesture, hand, isReplaying, live, say, table, tell } from "../shared/page.js";
import { keepFocus } from "./cursor.js";

export const field = byId("move");
export const verdict = byId("verdict");
const form = byId("move-form");
let game;                   // what the game's own script does

export const typed = () => field.value.trim();

// Who resigns need not be on turn.
export const maySend = () => Boolean(typed()) && (hand().play === "1" || typed() === "resign");

export function line(words, className = "no", mark = "✗") {
  const item = Object.assign(document.createElement("li"), { className });
  item.append(Object.assign(document.createElement("span"), { className: "k", textContent: mark, ariaHidden: "true" }),
    Object.assign(document.createElement("span"), { className: "why", textContent: words }));
  return item;
}

// What was used last: `mouse`, `pen`, `touch`, or a key.
let means = "";
export const lastMeans = () => means;
addEventListener("pointerdown", (event) => { means = event.pointerType; }, true);
addEventListener("keydown", () => { means = "key"; }, true);

// --- the verdict: asked after every change of draft or position; until it comes, a sign says so ---

let hasFailed = false;      // the referee did not answer

export function setVerdict(isBusy, ...lines) {
  hasFailed = false;
  verdict.ariaBusy = isBusy;
  verdict.replaceChildren(...lines);
}

fetchAtFirstGesture(() => import("./verdict_said.js"));

export function ask(...faults) {
  table.dispatchEvent(new Event("numerica:draft"));
  verdict.setAttribute("aria-live", "off");
  byId("preview-text").value = typed();
  if (!typed()) { setVerdict(false, ...faults); return; }
  setVerdict(true, line("", "inc", "…"));
  htmx.trigger("#preview", "draft");
}

verdict.addEventListener("htmx:afterSwap", () => { verdict.ariaBusy = false; });

byId("preview").addEventListener("htmx:beforeRequest", (event) => {
  if (!typed()) event.preventDefault();
});

// An answer about a draft or a position that is no more is not shown: the next one is on its way.
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const { requestConfig: { elt, parameters }, serverResponse, xhr } = detail;
  if (elt.id !== "preview" && (elt !== form || xhr.status === 200)) return;
  const ply = / data-judged="(\d+)"/.exec(serverResponse)?.[1] ?? live().ply;
  if (parameters.text.trim() !== typed() || ply !== live().ply) detail.shouldSwap = false;
});

function failed({ detail }) {
  const { status } = detail.xhr;
  if (status && status < 500) return;
  setVerdict(false, line(say.failed));
  hasFailed = true;
}
byId("preview").addEventListener("htmx:afterRequest", failed);

// --- sending ---

export function play() { form.requestSubmit(byId("play")); }

// What a dialog has asked about is not asked again.
let isSure = false;
export const isAskedAlready = () => isSure;

export function send(text) {
  field.value = text;
  byId("play").disabled = false;
  isSure = true;
  play();
  isSure = false;
}

// On a rules page nothing is played: there the referee is asked again. An answer in a lesson is sent, and another page comes;
// a button with an address of its own goes there.
if (table.id === "try") {
  form.addEventListener("submit", (event) => {
    if (form.dataset.answers) game.sent();
    else if (!event.submitter?.hasAttribute("formaction")) {
      event.preventDefault();
      ask();
    }
  });
  document.addEventListener("htmx:afterSettle", () => update());
}

// What was sent, and as which ply, until it is answered or shown: it may be shown first, or alone.
let awaited = null;

// A refusal is said at once, a verdict on what is only drafted when typing rests.
form.addEventListener("htmx:beforeRequest", () => {
  awaited = { text: typed(), ply: byId("ply").value };
  verdict.setAttribute("aria-live", "assertive");
});

// What was drafted since belongs to a later move.
function made() {
  const { text } = awaited;
  awaited = null;
  if (typed() !== text) return;
  field.value = "";
  setVerdict(false);
  game.sent();
}

form.addEventListener("htmx:afterRequest", (event) => {
  if (event.target !== form || !awaited) return;
  failed(event);
  const { status } = event.detail.xhr;
  if (status !== 200) {
    if (status >= 400 && status < 500) awaited = null;     // refused; of all else nobody knows yet
    verdict.animate({ outline: ["3px solid var(--bad)", "3px solid transparent"] }, 900);      // the same words may have stood there
    return;
  }
  made();
  update();
  keepFocus();
});

// --- after every update ---

// While an earlier position is shown, the draft waits; then it is laid again on what is there.
let shownPly = live().ply;

// Whether what was sent is shown: as the last move, or behind later ones where the page missed some.
function isMade() {
  const ahead = awaited ? Number(live().ply) - Number(awaited.ply) : -1;
  return ahead > 0 || (ahead === 0 && live().mover === hand().seat);
}

function update() {
  if (isReplaying()) { shownPly = ""; return; }
  if (table.id === "main") updateForms();
  const isNews = shownPly !== live().ply;
  shownPly = live().ply;
  if (isMade()) made();
  if (isNews) setVerdict(false);                           // what was refused may be possible now
  game.updated(isNews);
}

function updateForms() {
  for (const ply of all("input[name=ply]")) ply.value = Number(live().ply) + 1;
  const isOver = live().over === "1";
  if (isOver && !form.hidden) tell("");                    // what was said of a draft, not what is said since
  form.hidden = isOver || hand().draft === "0";
  byId("rematch").hidden = !isOver;
  byId("pass").disabled = hand().pass !== "1";
}

document.addEventListener("numerica:shown", update);

// The line is back: what could not be asked is asked again.
for (const back of ["online", "htmx:wsOpen"]) {
  addEventListener(back, () => {
    if (!hasFailed) return;
    shownPly = "";
    update();
  });
}

// The game's script is ready: `sent` runs after its move was made, `updated` after everything that is
// shown anew, with whether the position is another.
export function begin(own) {
  game = own;
  update();
}
