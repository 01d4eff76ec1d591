// The review: the chart marks the position that is shown, and Tab leads to that place alone.
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
  if (byId("board").getBoundingClientRect().bottom < 0) bench.scrollIntoView();
});
show();
