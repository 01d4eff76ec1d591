// The page of a seek: how long one waits and how far ratings may lie apart; when nobody has come for a while, a computer
// is offered in the place that was kept for it.
import { byId } from "../shared/page.js";

const offer = byId("instead");
setTimeout(() => { offer.classList.remove("early"); }, Number(offer.dataset.after));

function widen() {
  const search = byId("search");
  if (!search.dataset.seconds) return;  // nobody waits any more
  const seconds = Number(search.dataset.seconds) + Number(search.dataset.secondsAStep);
  const points = Number(search.dataset.points) + Number(search.dataset.pointsAStep);
  Object.assign(search.dataset, { seconds, points });
  search.querySelector("[data-time]").textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  search.querySelector("[data-apart]").textContent = points;
}

const step = byId("search")?.dataset.secondsAStep;
if (step) setInterval(widen, step * 1000);
