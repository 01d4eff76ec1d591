// The review: the chart marks the position that is shown, and Tab leads to that place alone.
import { log } from "./live/replay.js";
import { byId, live } from "./shared/page.js";

const [chart, bench] = [byId("chart"), byId("at")];

function show() {
  const now = byId(`chart-${live().ply}`);
  const isHere = chart.contains(document.activeElement);
  for (const link of chart.querySelectorAll("a")) {
    link.tabIndex = link === now ? 0 : -1;
    link.removeAttribute("aria-current");
  }
  now.setAttribute("aria-current", "true");
  if (isHere) now.focus({ preventScroll: true });
}

// Chosen far below the board: the page goes to what was asked for.
document.addEventListener("numerica:shown", () => {
  show();
  if (byId("board").getBoundingClientRect().bottom >= 0) return;
  bench.scrollIntoView();
  if (!bench.contains(document.activeElement)) bench.focus({ preventScroll: true });
});
show();

// n and N lead through the moves that lost most, while the board or what stands beside it has the focus.
bench.addEventListener("keydown", (event) => {
  const moments = [...document.querySelectorAll("[data-moment]")];
  if (event.key.toLowerCase() !== "n" || event.ctrlKey || event.metaKey || event.altKey || !moments.length) return;
  event.preventDefault();
  const plies = moments.map((link) => Number(new URL(link.href).searchParams.get("ply")));
  const ply = Number(live().ply);
  const [next, before] = [plies.findIndex((each) => each > ply), plies.findLastIndex((each) => each < ply)];
  moments[event.key === "n" ? Math.max(next, 0) : (before + moments.length) % moments.length].click();
});

// The chances are weighed: what is said of them takes the place of what was there, at the position that is shown.
document.addEventListener("numerica:shown", () => {
  const weighed = document.querySelector("#deep-state[data-weighed]");
  if (!weighed || weighed.dataset.weighed) return;
  weighed.dataset.weighed = "asked";
  const query = new URLSearchParams(location.search);
  query.set("whole", "1");
  const page = document.querySelector("[data-whole]");
  htmx.ajax("GET", `${page.dataset.whole}?${query}`, { source: log, target: "#live", swap: "none" });
});
