// Against slips: a second step before a move is sent, none sent by a control that has only just come
// under the pointer, no Enter on the heels of somebody else's move, and nothing done on squares that are too small.
import { all, byId, fetchAtFirstGesture, hand, isZoomed, later, live, say, side, squareAt, squareOf, table, tell } from "../shared/page.js";
import { field, isAskedAlready, lastMeans, verdict } from "./turn.js";

const FRESH = 600;          // milliseconds for which a control takes nothing after it appeared or moved
const HEELS = 400;          // milliseconds for which Enter is dead after a live update
const NEAR = 32;            // pixels: a second tap of the same finger
const now = () => performance.now();

// --- two steps: Play, then Confirm at the other end of the strip ---

const form = byId("move-form");
const [confirm, notYet] = [byId("confirm"), byId("not-yet")];
const isArmed = () => Boolean(confirm) && !confirm.hidden;

function hasTwoSteps() {
  const { steps } = form.dataset;
  return steps === "always" || (steps === "touch" && lastMeans() === "touch");
}

function arm() {
  notYet.style.width = `${byId("play").offsetWidth}px`;
  byId("confirm-points").textContent = byId("play-points").textContent;
  const hadFocus = document.activeElement === byId("play");
  confirm.hidden = notYet.hidden = false;
  if (hadFocus) confirm.focus();
  if (lastMeans() === "key") tell(say.confirm);
}

function disarm() {
  if (!isArmed()) return;
  const hadFocus = [confirm, notYet].includes(document.activeElement);
  confirm.hidden = notYet.hidden = true;
  tell("");
  if (hadFocus) byId("play").focus({ preventScroll: true });
}

// Before htmx hears of it. What the referee does not take comes back with the reason.
function armFirst(event) {
  if (event.target !== form || event.defaultPrevented || !confirm) return;
  if (isArmed() || isAskedAlready() || verdict.querySelector('[data-ok="0"]') || !hasTwoSteps()) { disarm(); return; }
  event.preventDefault();
  event.stopPropagation();
  arm();
}

function disarmByKey(event) {
  if (!isArmed() || event.key !== "Escape") return;
  event.preventDefault();
  event.stopPropagation();
  disarm();
}

// --- what the pointer is on, and since when it is there: moving on to a control is deliberate ---

const CONTROL = "button:not([type=button], [form=hint-form], #chat *), #not-yet";     // those that send a move, or take back
const controlAt = (element) => element.closest?.(CONTROL);
const labelOf = (control) => control && (control.id || `${control.tagName} ${control.getAttribute("aria-label") ?? control.textContent}`);
let seen = { x: 0, y: 0, at: 0, since: 0, name: null };

const isStill = ({ clientX, clientY }) => clientX === seen.x && clientY === seen.y;

function look(event, since) {
  const name = labelOf(controlAt(event.target));
  seen = { x: event.clientX, y: event.clientY, at: now(), since: name === seen.name ? seen.since : since, name };
}

function moved(event) { if (!isStill(event)) look(event, 0); }

function cameUnder(event) {
  if (event.pointerType !== "mouse" || !isStill(event)) return;
  look(event, now());
  if (seen.name && seen.since) waitFor(seen.since + FRESH - now());
}

function raised(event) {
  seen.at = now();
  moved(event);
}

function pressed(event) {
  if (event.pointerType === "mouse") return;
  const isAgain = now() - seen.at < FRESH && Math.hypot(event.clientX - seen.x, event.clientY - seen.y) < NEAR;
  look(event, isAgain ? seen.at : 0);
}

// --- what a live update brought or moved, wherever the pointer is; dialogs and menus one opens oneself ---

let before = [];            // the controls and their places when the update came
let arrived = [];           // controls that take nothing until a time, wherever they stand by then

function controls() {
  return all(CONTROL)
    .filter((control) => !control.closest("dialog") && control.checkVisibility())
    .map((control) => ({ name: labelOf(control), box: control.getBoundingClientRect() }));
}

function isOld({ name, box }) {
  return before.some((old) => old.name === name && Math.abs(old.box.x - box.x) < box.width / 2 && Math.abs(old.box.y - box.y) < box.height / 2);
}

function compare() {
  const until = now() + FRESH;
  const fresh = controls().filter((control) => !isOld(control)).map(({ name }) => ({ name, until }));
  arrived = [...arrived.filter((one) => one.until > now()), ...fresh];
  if (fresh.length) waitFor(FRESH);
}

// While something is refused, the pointer says so; what is refused, words.
let waitsUntil = 0;

function waitFor(time) {
  waitsUntil = Math.max(waitsUntil, now() + time);
  table.dataset.fresh = "";
  setTimeout(() => { if (now() >= waitsUntil) delete table.dataset.fresh; }, time + 1);
}

function judge(event, isRefused) {
  if (isRefused) {
    event.preventDefault();
    event.stopImmediatePropagation();
    tell(say.fresh);
  } else if (byId("note").textContent === say.fresh) tell("");
}

function judgePress(event) {
  const control = controlAt(event.target);
  if (!control || event.detail === 0) return;              // a key, or a script
  const hasCome = labelOf(control) === seen.name && now() - seen.since < FRESH && seen.since > 0;
  const isNew = !control.closest("dialog") && arrived.some(({ name, until }) => until > now() && name === labelOf(control));
  judge(event, hasCome || isNew);
}

// --- Enter: what somebody types on may not play into a position that has just changed ---

let ply = live().ply;
let changedAt = -HEELS;

function updated() {
  compare();
  if (live().ply === ply) return;
  ply = live().ply;
  changedAt = now();
  waitFor(HEELS);
}

function judgeEnter(event) {
  const { key, target } = event;
  const isHarmless = target.closest(`dialog, #chat, :is(a, button, summary):not(${CONTROL})`);
  if (key === "Enter" && table.contains(target) && !isHarmless) judge(event, now() - changedAt < HEELS);
}

// --- small squares are enlarged before anybody acts on them: the first tap enlarges, the next one places ---

const LEAST = 24;           // pixels: on no smaller square anything is done
export const EASY = 30;     // pixels: nor with a finger that has a tile to place
const WANTED = 40;          // pixels: squares become so large, and twice as large as they were

const isCovered = (square) => Boolean(square.querySelector(".tile:not(.draft)"));
const mayDraft = () => hand().draft === "1" || hand().play === "1";

function isTooSmall() {
  const hasTile = document.querySelector('#rack [aria-pressed="true"], #board .picked');
  return side() < (hasTile && lastMeans() !== "mouse" ? EASY : LEAST);
}

const enlarged = later(() => import("./enlarged.js"));
fetchAtFirstGesture(enlarged);

function enlargeAt(x, y) {
  return enlarged().then((script) => script.zoom(Math.max(2, WANTED / side()), x, y));
}

function enlargeFirst(event) {
  const square = squareOf(event.target);
  if (!square || event.detail === 0 || isZoomed() || !mayDraft() || isCovered(square) || !isTooSmall()) return;
  event.preventDefault();
  event.stopPropagation();
  enlargeAt(event.clientX, event.clientY).then(() => tell(say.zoomed), () => tell(say.failed));
}

// A tile that a finger let fall on a small square can be set right on a larger one.
function enlargeAround({ detail }) {
  if (isZoomed() || side() >= LEAST) return;
  const { left, right, top, bottom } = squareAt(detail).getBoundingClientRect();
  enlargeAt((left + right) / 2, (top + bottom) / 2).catch(() => {});
}

// After the game's own script and dragging have begun to listen: what is not sent is not armed, and the click
// that ends a drag enlarges nothing.
export function guardClicks() {
  document.addEventListener("click", enlargeFirst, true);
  table.addEventListener("numerica:dropped", enlargeAround);
  table.addEventListener("submit", armFirst, true);
  notYet?.addEventListener("click", disarm);
  field.addEventListener("input", disarm);
  table.addEventListener("numerica:draft", disarm);
  document.addEventListener("numerica:shown", () => { if (hand().play !== "1") disarm(); });
  const watched = { keydown: disarmByKey, pointermove: moved, pointerover: cameUnder, pointerup: raised, pointerdown: pressed, click: judgePress };
  for (const [kind, listener] of Object.entries(watched)) addEventListener(kind, listener, true);
  addEventListener("keydown", judgeEnter, true);
  for (const coming of ["htmx:wsBeforeMessage", "htmx:beforeSwap"]) document.addEventListener(coming, () => { before = controls(); });
  for (const there of ["htmx:wsAfterMessage", "htmx:afterSwap", "htmx:afterSettle"]) document.addEventListener(there, updated);
}
