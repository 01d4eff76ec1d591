// Live pages: what comes over the socket is shown if it is news, and nothing else is disturbed.
import { all, byId, fetchAtFirstGesture, isReplaying, later } from "../shared/page.js";
import { showTimes } from "./clocks.js";
import { catchUp } from "./connection.js";
import { holdBack, isAskedHere, isTimely, log, markOf, showPosition, shownPly } from "./replay.js";

// --- news: a page never goes back, and a change is taken only on top of the ply it changes ---

function isNews(html) {
  const mark = markOf(html);
  if (isReplaying() && (mark || html.includes('id="offers"'))) { holdBack(mark?.ply); return false; }
  if (!mark || !byId("live") || html.includes('id="on-air"')) return !isReplaying() || !html.includes('id="players"');
  const { ply, base } = mark;
  const shown = shownPly();
  if (ply > shown && base !== -1 && base !== shown) catchUp();
  return ply > shown && (base === -1 || base === shown);
}

function before(html) {
  if (markOf(html)?.base >= 0) unmark();
  rememberFocus();
}

// The page that is here already is loaded again as it is, at the position that it shows.
const goTo = (path) => (path === location.pathname ? location.reload() : location.assign(path));

function after() {
  const mark = byId("live");
  if (mark?.dataset.title && !byId("on-air")) document.title = mark.dataset.title;
  if (byId("news") && byId("waiting")) byId("waiting").hidden = byId("news").matches("[data-closed]");
  const there = document.querySelector("[data-go]");
  if (there) { goTo(there.dataset.go); delete there.dataset.go; }      // a returning reader stays
  if (mark) showNumbers();
  showTurn();
  showTimes();
  showPosition();
  document.dispatchEvent(new CustomEvent("numerica:shown"));
  if (document.querySelector("#chat-news > ol")) chat();
  giveFocus();
}

document.addEventListener("htmx:wsBeforeMessage", (event) => {
  const { message } = event.detail;
  if (isNews(message)) before(message); else event.preventDefault();
});
document.addEventListener("htmx:wsAfterMessage", after);
document.addEventListener("htmx:beforeSwap", (event) => {
  const { requestConfig, serverResponse, xhr } = event.detail;
  const mayShow = isAskedHere(requestConfig) ? xhr.status === 200 && isTimely(serverResponse) : isNews(serverResponse);
  if (mayShow) before(serverResponse); else event.detail.shouldSwap = false;
});
document.addEventListener("htmx:afterSettle", after);

// --- what a change leaves to the page: the marks of the move before, numbers, and addresses by ply ---

function unmark() {
  for (const tile of all("#board .last")) {
    tile.classList.remove("last");
    tile.parentElement.ariaLabel = tile.parentElement.ariaLabel.replace(byId("board").dataset.now, "");
  }
}

// A square that changed stays the same element: the focus stays there, and the board is not laid out again.
document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
  const { target, fragment: { firstElementChild: now } } = detail;
  if (!target.matches("#board .sq")) return;
  detail.shouldSwap = false;
  target.className = now.className;
  target.ariaLabel = now.ariaLabel;
  target.replaceChildren(...now.childNodes);
});

function showNumbers() {
  for (const link of all("a[data-by]")) link.search = `?ply=${shownPly() + Number(link.dataset.by)}`;
  const { counts } = byId("held")?.dataset ?? {};
  counts?.split(" ").forEach((count, place) => {
    const kind = document.querySelector("#aside .counts").children[place];
    kind.lastElementChild.textContent = count;
    kind.classList.toggle("none", count === "0");
  });
}

// --- the focus outlives its element: the one in the same place gets it, or else the board ---

const FOCUSABLE = "a[href], button, input, summary, [tabindex]";
let focused = null;

// Of two changes at once the second finds it lost already: the first has remembered it.
function rememberFocus() {
  const zone = document.activeElement?.closest("[id]");
  if (zone) focused = { zone: zone.id, place: [...zone.querySelectorAll(FOCUSABLE)].indexOf(document.activeElement) };
}

const isHeld = (element) => element?.matches(":not(body, :disabled)") && element.checkVisibility();

// Only if the focus was lost: a user who typed on in the meantime has moved it.
function giveFocus() {
  if (focused && !isHeld(document.activeElement)) {
    const zone = byId(focused.zone);
    const same = focused.place < 0 ? zone : zone?.querySelectorAll(FOCUSABLE)[focused.place];
    [same, document.querySelector('#board .sq[tabindex="0"]'), byId("main")].find(isHeld).focus({ preventScroll: true });
  }
  focused = null;
}

// --- the tab's icon wears a dot while it is the reader's turn ---

function showTurn() {
  const icon = byId("icon");
  icon.dataset.other ??= icon.getAttribute("href");
  const wanted = byId("live")?.hasAttribute("data-yours") ? icon.dataset.turn : icon.dataset.other;
  if (icon.getAttribute("href") !== wanted) icon.href = wanted;
}
showTurn();

// --- to another position: what goes there comes with the first gesture ---

const stepping = later(() => import("./stepping.js"));
const STEP_KEYS = ["ArrowLeft", "ArrowRight", "h", "l", "Home", "End"];
const hasModifier = (event) => event.ctrlKey || event.metaKey || event.altKey;

document.addEventListener("click", (event) => {
  const link = event.target.closest('#steps a, #sheet a, #gone-on a, a[href$="#at"]');
  if (!link || hasModifier(event) || event.shiftKey) return;
  event.preventDefault();
  stepping().then((script) => script.follow(link), () => location.assign(link.href));
});

// Unless somebody types or walks over the board.
document.addEventListener("keydown", (event) => {
  if (!STEP_KEYS.includes(event.key) || !byId("steps") || event.defaultPrevented || hasModifier(event)) return;
  if (event.target.closest("input, textarea, select, #board, #rack, dialog")) return;
  event.preventDefault();
  stepping().then((script) => script.step(event.key), () => {});
});

// Back and forward.
document.addEventListener("htmx:historyCacheMiss", (event) => {
  if (!log) return;
  event.preventDefault();
  stepping().then((script) => script.goToAddress(), () => location.reload());
});

if (log) fetchAtFirstGesture(stepping);

// --- what is said: its script comes when something was, or when it is opened ---

const chatting = later(() => import("./chat.js"));
const chat = () => chatting().catch(() => {});
byId("chat")?.addEventListener("toggle", chat);

// --- buttons whose script the page has no use for before they are pressed ---

const SCRIPTS = {
  copy: () => import("./copying.js"),
  fair: () => import("../fair/check.js"),
  hints: () => import("../table/hints.js"),
};

// Some browsers copy at once or not at all.
if (document.querySelector("[data-script=copy]")) fetchAtFirstGesture(SCRIPTS.copy);

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-script]");
  if (!button) return;
  const script = await SCRIPTS[button.dataset.script]().catch(() => null);
  if (script) script.default(button); else button.textContent = button.dataset.failed;
});
