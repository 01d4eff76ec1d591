// Live clocks run down by the server's time, whatever the page takes for the time of day; the server decides.
import { byId, say, tell } from "../shared/page.js";

const LOW = 20_000;
const TOLD = [60, 30, 20, 10];      // seconds left on the reader's own clock

// --- the server's time, told by the clock of the page that nobody can set ---

// How far the server is ahead of it, which an answer tells but for half its round trip; null while that is not known.
let reading = null;
let asking = null;

const now = () => performance.now() + reading.ahead;

// What was asked before may have slept on its way. Without any answer the page asks again.
async function ask() {
  asking?.abort();
  const { signal } = asking = new AbortController();
  const asked = performance.now();
  try {
    const answer = await fetch(document.documentElement.dataset.now, { signal, cache: "no-store" });
    const trip = performance.now() - asked;
    if (!answer.ok) throw new Error(answer.statusText);
    take({ ahead: Number(await answer.text()) - asked - trip / 2, doubt: trip / 2 });
  } catch {
    if (!reading && !signal.aborted) setTimeout(ask, 2000);
  }
}

// The shortest round trip wins, unless the clock has stood in between.
function take(next) {
  const isSame = reading && Math.abs(next.ahead - reading.ahead) <= next.doubt + reading.doubt;
  if (!isSame || next.doubt < reading.doubt) reading = next;
  show();
}

// Asleep one clock stands and the other goes on; or somebody has set it.
const difference = () => Date.now() - performance.now();
let usual = difference();

function noticeJump() {
  const last = usual;
  usual = difference();
  if (Math.abs(usual - last) < 500) return;
  reading = null;
  ask();
}

// --- the one clock that runs ---

let timer = 0;
let wasOwn = false;         // it was the reader's

function face(left) {
  if (left < LOW) return `${Math.floor(left / 1000)}.${Math.floor(left / 100) % 10}`;
  return `${Math.floor(left / 60_000)}:${String(Math.floor(left / 1000) % 60).padStart(2, "0")}`;
}

// A turn may begin in a moment: until then its clock stands at what it has. At nothing the page waits for the server.
function show() {
  clearTimeout(timer);
  const time = document.querySelector('time[data-clock="live"]');
  const isOwn = Boolean(time?.closest(".player")?.querySelector(".you"));
  if (wasOwn && !isOwn) forgetWords();
  wasOwn = isOwn;
  if (!time || !reading || document.hidden) return;
  const until = new Date(time.dateTime) - now();
  const left = Math.max(0, Math.min(Number(time.dataset.most), until));
  if (time.lastChild.data !== face(left)) time.lastChild.data = face(left);
  time.toggleAttribute("data-low", left < LOW);
  if (isOwn) tellLeft(left);
  const change = Math.max(0, until - left) + left % (left < LOW ? 100 : 1000) + 1;
  if (left) timer = setTimeout(tick, Math.min(change, 1000));
}

function tick() {
  noticeJump();
  show();
}

// --- the reader's own time in words: once on the way down, and again only after it was twice as much ---

let told = null;            // the least that was told, or had passed before anybody looked

const words = document.createElement("p");
words.className = "vh";
words.role = "status";
byId("main").append(words);

function tellLeft(left) {
  const passed = TOLD.findLast((seconds) => left <= seconds * 1000) ?? Infinity;
  if (passed < (told ?? 0)) speak(say[`left${passed}`], passed * 1000 === LOW);
  if (!(told <= passed && left <= told * 2000)) told = passed;
}

function speak(sentence, isLow) {
  if (isLow) document.dispatchEvent(new CustomEvent("numerica:low", { detail: sentence }));
  else words.textContent = sentence;
}

// What was said of one's own time is over with the turn.
function forgetWords() {
  words.textContent = "";
  if (byId("note")?.textContent === say.left20) tell("");
}

document.addEventListener("numerica:shown", show);
document.addEventListener("htmx:wsOpen", ask);
document.addEventListener("visibilitychange", () => {
  if (document.hidden) { clearTimeout(timer); return; }
  tick();
  ask();
});
ask();
