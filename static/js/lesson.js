// A step of a lesson: a board with small squares opens larger, round what the step is about; and who lays one thing after
// the other in vain is offered an answer, as after two wrong moves.
import { byId, isZoomed, side, squareAt, table } from "./shared/page.js";
import { EASY } from "./table/click_guard.js";
import { zoom } from "./table/enlarged.js";

const verdict = byId("verdict");

// --- the first tap does what is asked: no square is so small that it only enlarges ---

const LARGE = 35;           // pixels: squares become so large, the points of their tiles are seen, and nine fit in a small phone
const frame = document.querySelector(".stage .squared");
const middle = (low, high) => (low + high) / 2;
let width = 0;

function openLarger() {
  if (frame.clientWidth === width) return;
  width = frame.clientWidth;
  if (isZoomed() || side() >= EASY) return;
  const outer = frame.getBoundingClientRect();
  zoom(LARGE / side(), outer.left, outer.top);
  const [first, last] = table.dataset.openedOn.split(" ").map((name) => squareAt(name).getBoundingClientRect());
  const [across, down] = [middle(outer.left, outer.right), middle(outer.top, outer.bottom)];
  frame.scrollBy(middle(first.left, last.right) - across, middle(first.top, last.bottom) - down);
}
new ResizeObserver(openLarger).observe(frame);

// --- an answer for who tries in vain ---

const ENOUGH = 8;           // different drafts that were not right: many of them were only half of one
const inVain = new Set();

verdict.addEventListener("htmx:afterSwap", () => {
  if (verdict.querySelector('[data-ok="0"], .task.inc')) inVain.add(byId("move").value);
  if (inVain.size >= ENOUGH) byId("show-me").hidden = false;
});
