// Times: deadlines in the reader's own zone, counted down; the server decides. What runs in seconds comes by itself.
import { all, later, say } from "../shared/page.js";

const { lang, dataset } = document.documentElement;
const LENGTHS = [86400, 3600, 60, 1];
const units = (dataset.units ?? "").split("|");
const inUnit = (at, count) => count + units[at];

function timeLeft(seconds) {
  const at = LENGTHS.findIndex((length) => seconds >= length);
  if (at < 0) return inUnit(3, 0);
  const rest = Math.floor((seconds % LENGTHS[at]) / LENGTHS[at + 1]);
  const large = inUnit(at, Math.floor(seconds / LENGTHS[at]));
  return rest > 0 ? `${large} ${inUnit(at + 1, rest)}` : large;
}

// --- one's own time runs low: an hour is left, of days ---

const LOW = 3600;
let plenty = "";            // the deadline that was farther away when last looked at

function showLow(time, date) {
  const isLow = (date - Date.now()) / 1000 < LOW;
  time.toggleAttribute("data-low", isLow);
  if (!time.closest(".player")?.querySelector(".you")) return;
  if (isLow && plenty === time.dateTime) document.dispatchEvent(new CustomEvent("numerica:low", { detail: say.low }));
  plenty = isLow ? "" : time.dateTime;
}

// As the pages write it, but in the time of the reader's own clock.
const place = lang === "en" ? "en-GB" : lang;
const local = (date) => `${date.toLocaleDateString(place, { dateStyle: "long" })}, ${date.toLocaleTimeString(place, { timeStyle: "short" })}`;

function countDown() {
  for (const time of all('time[data-clock=""]')) {
    const date = new Date(time.dateTime);
    const left = timeLeft(Math.max(0, Math.floor((date - Date.now()) / 1000)));
    if (time.lastChild.data !== left) time.lastChild.data = left;
    time.title = local(date);
    showLow(time, date);
  }
  for (const time of all("time[data-local]")) {
    const told = local(new Date(time.dateTime));
    if (time.textContent !== told) time.textContent = told;      // what does not change is not said again
  }
}
setInterval(countDown, 1000);

const liveClocks = later(() => import("./live_clocks.js"));

export function showTimes() {
  countDown();
  if (document.querySelector('time[data-clock="live"]')) liveClocks().catch(() => {});    // with the next news again
}
showTimes();
