// Stepping through a game: from the position that is shown, or was asked for, to another.
import { byId, isReplaying } from "../shared/page.js";
import { forgetHeldBack, lastPly, log, shownPly } from "./replay.js";

let wanted = null;          // the ply that was asked for, until it is shown
let asked = "";             // and the address it comes from

const plyOf = (search) => Number(new URLSearchParams(search).get("ply") ?? Infinity);

// What else is asked for of a position, a play on its board, stays; the last one goes without its number.
function goTo(ply, search = "", isPushed = true) {
  const page = document.querySelector("[data-whole]");
  const asks = new URLSearchParams(search);
  if (ply < lastPly()) asks.set("ply", ply); else asks.delete("ply");
  const query = asks.toString() && `?${asks}`;
  wanted = ply;
  asked = page.dataset.whole + query;
  forgetHeldBack();
  htmx.ajax("GET", asked, { source: log, target: "#live", swap: "none", push: isPushed ? location.pathname + query : "false" });
}

// The address has changed already.
export function goToAddress() { goTo(plyOf(location.search), location.search, false); }

// From the position that was asked for last, though another may be shown yet.
const STEPS = { ArrowLeft: -1, h: -1, ArrowRight: 1, l: 1, Home: -Infinity, End: Infinity };

export function step(key) {
  if (key.length === 1 && byId("letters")?.checked === false) return;
  const last = lastPly();
  const at = Math.min(wanted ?? shownPly(), last);
  const to = Math.min(Math.max(at + STEPS[key], 0), last);
  if (to !== at || (to === last && isReplaying())) goTo(to);
}

export function follow(link) {
  if (!link.dataset.step) { goTo(plyOf(link.search), link.search); return; }
  pressed = { id: link.id, top: link.getBoundingClientRect().top };
  step(link.dataset.step);
}

// On a phone the steps change their place with the first of them: the next press meets the same one, from the
// moment at which the position is on the page. What htmx settles later may move it once more.
let pressed = null;

function keepUnderFinger() {
  if (pressed) scrollBy({ top: byId(pressed.id).getBoundingClientRect().top - pressed.top, behavior: "instant" });
}

document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.requestConfig.path === asked) wanted = null;
  keepUnderFinger();
});
document.addEventListener("numerica:shown", () => {
  keepUnderFinger();
  if (wanted === null) pressed = null;
});

// The links stay the same elements: a press that has begun when another position comes is one all the same.
document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
  if (detail.target.id !== "steps") return;
  detail.shouldSwap = false;
  for (const now of detail.fragment.firstElementChild.children) {
    const link = byId(now.id);
    for (const name of link.getAttributeNames()) if (!now.hasAttribute(name)) link.removeAttribute(name);
    for (const { name, value } of now.attributes) link.setAttribute(name, value);
  }
});
