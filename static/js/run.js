// A run against the clock: what is left of it, by the seconds that the server said; when it is over, how it ended.
import { byId } from "./shared/page.js";

const left = byId("left");
const begun = [performance.now(), Date.now()];
const ticking = setInterval(show, 1000);      // nobody is told of it: who hears the page hears it once

// Of the two clocks one stands while the machine sleeps, and the other can be set back.
const passed = () => Math.max(performance.now() - begun[0], Date.now() - begun[1]);

function show() {
  const seconds = Math.max(0, Math.ceil(left.dataset.left - passed() / 1000));
  left.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  if (seconds) return;
  clearInterval(ticking);
  location.replace(left.dataset.over);
}

show();
