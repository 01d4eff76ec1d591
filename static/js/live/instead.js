// The page of a seek: how long one waits and how far ratings may lie apart; when nobody has come for a while, a computer
// is offered in the place that was kept for it.
import { byId } from "../shared/page.js";

const offer = byId("instead");
setTimeout(() => { offer.classList.remove("early"); }, Number(offer.dataset.after));

// By the time of day, which goes on while the page sleeps, as its timers do not.
let told = null;            // what the server said last
let toldAt = 0;

function widen() {
  const search = byId("search");
  if (search !== told) toldAt = Date.now();
  told = search;
  const { seconds, secondsAStep, points, pointsAStep } = search.dataset;
  if (!seconds) return;                 // nobody waits any more
  const steps = Math.max(0, Math.floor((Date.now() - toldAt) / 1000 / secondsAStep));
  const waited = Number(seconds) + steps * secondsAStep;
  const face = `${Math.floor(waited / 60)}:${String(waited % 60).padStart(2, "0")}`;
  if (search.querySelector("[data-time]").textContent === face) return;
  search.querySelector("[data-time]").textContent = face;
  search.querySelector("[data-apart]").textContent = Number(points) + steps * pointsAStep;
}

if (byId("search")) {
  widen();
  setInterval(widen, 1000);
  for (const news of ["numerica:shown", "visibilitychange"]) document.addEventListener(news, widen);
}
