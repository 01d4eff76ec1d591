// Earlier positions: the row of the score sheet, and what comes meanwhile is held back.
import { byId, isReplaying, live } from "../shared/page.js";
import { catchUp } from "./connection.js";

const MARK = /data-ply="(\d+)" data-base="(-?\d+)" data-last="\d+"( data-replay)?/;

// What comes says of itself: its ply, the ply that it changes (-1 for a whole table), whether it is an earlier one.
// Null where it is about no position.
export function markOf(html) {
  const said = MARK.exec(html);
  return said && { ply: Number(said[1]), base: Number(said[2]), isReplay: Boolean(said[3]) };
}

export const shownPly = () => Number(live().ply);
export const lastPly = () => Number(live().last);

// --- the row of the score sheet that belongs to the board: marked, and in sight ---

export const log = document.querySelector(".log");
let shownRow = "";

function showRow() {
  const ply = byId("live")?.dataset.ply;
  if (!log || !ply) return;
  for (const old of log.querySelectorAll("[aria-current]")) old.removeAttribute("aria-current");
  const link = byId(`move-${ply}`);
  link?.setAttribute("aria-current", "true");
  if (ply !== shownRow) scrollToRow(link?.closest("tr"));
  shownRow = ply;
}

function scrollToRow(row) {
  if (!row) { log.scrollTop = 0; return; }
  const [box, frame] = [row.getBoundingClientRect(), log.getBoundingClientRect()];
  const top = frame.top + log.querySelector("thead").offsetHeight;
  if (box.top < top) log.scrollTop -= top - box.top;
  else if (box.bottom > frame.bottom) log.scrollTop += box.bottom - frame.bottom;
}

// --- what comes while an earlier position is shown: a line says that there is something ---

let isBehind = false;       // something was held back since

export function holdBack(ply) {
  isBehind = true;
  if (ply === undefined || ply > lastPly()) byId("gone-on-since").hidden = false;
}

export const isAskedHere = ({ elt }) => log && elt === log;

// What the game was when it was asked for may be older than what the socket has brought since.
export function isTimely(html) {
  const mark = markOf(html);
  return Boolean(mark && (mark.isReplay || isReplaying() || mark.ply >= shownPly()));
}

function arrived() {
  if (isReplaying() || !byId("gone-on")) return;
  byId("gone-on").hidden = true;
  if (isBehind) catchUp();
  isBehind = false;
}

// What was held back is in what was asked for now.
export function forgetHeldBack() { isBehind = false; }

// A position is there: the row and the line belong to it.
export function showPosition() {
  showRow();
  arrived();
}

if (log) new ResizeObserver(() => scrollToRow(byId(`move-${shownRow}`)?.closest("tr"))).observe(log);      // what stands below it has grown
showRow();
