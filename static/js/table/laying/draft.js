// The draft: tiles placed and not sent. It lives here and in local storage; no live update touches it.
// Geometry is judged here, no equation: that is for the server's referee, who gets it as one line of notation.
import { hand, isReplaying, say, squareAt, table } from "../../shared/page.js";
import { canMean, isNumber, isSign, isTile, rankOf, stacks } from "./tiles.js";

// A tile on hand: its symbol; drafted `at` a square, as a `face`, perhaps as the `second` digit there.
// One that is always at hand is `free`: made when it is drafted, gone when it is lifted.
let tiles = [];

// What its player is about to do: the tile that is picked; the square where the next one goes, and whether the line
// runs `down` or `back`; where the last one went, and its way, which holds at the edge where no next one goes; the tile
// under a pointer, which is neither on the rack nor on the board; and whether `b` was typed: then the next symbol is
// what a blank stands for.
export const intent = { picked: null, target: null, last: null, dragged: null, isBlankNext: false };

export const mayDraft = () => hand().draft === "1";

// --- squares ---

const rowOf = (name) => parseInt(name, 10);
const columnOf = (name) => name.charCodeAt(name.length - 1) - 65;
const nameAt = (row, column) => `${row}${String.fromCharCode(65 + column)}`;

export const step = (name, down, by = 1) => nameAt(rowOf(name) + (down ? by : 0), columnOf(name) + (down ? 0 : by));
const areInRow = (names) => new Set(names.map(rowOf)).size < 2;
const areInColumn = (names) => new Set(names.map(columnOf)).size < 2;
export const inReadingOrder = (names) => [...names].sort((one, other) => rowOf(one) - rowOf(other) || columnOf(one) - columnOf(other));

export const isCovered = (name) => Boolean(squareAt(name)?.querySelector(".tile:not(.draft)"));
export const isNever = (name) => Boolean(squareAt(name)?.matches(".never"));
export const isShut = (name) => isCovered(name) || isNever(name);

// --- what lies where ---

export const drafted = () => tiles.filter((tile) => tile.at);
export const squares = () => [...new Set(drafted().map((tile) => tile.at))];
export const stackAt = (name) => tiles.filter((tile) => tile.at === name).sort((one, other) => Boolean(one.second) - Boolean(other.second));
export const tileAt = (name) => stackAt(name).at(-1);

export const isFree = (name) => squareAt(name) && !isShut(name) && !tileAt(name);

function takesSecond(name, tile) {
  return stacks && isNumber(tile.symbol) && stackAt(name).length === 1 && isNumber(tileAt(name).symbol);
}
export const takes = (name, tile) => isFree(name) || takesSecond(name, tile);

// --- what is on hand ---

const listed = (text) => text.trim().split(" ").filter(Boolean);
const held = () => listed(hand().tiles);
const free = () => listed(hand().free);

export const ownTiles = () => tiles.filter((tile) => !tile.free);
export const freeTiles = () => free().map((symbol) => ({ symbol, free: true }));

// A tile of this kind that is not drafted.
export function onHand(symbol) {
  if (free().includes(symbol)) return { symbol, free: true };
  return tiles.find((tile) => !tile.at && tile.symbol === symbol);
}

// Whether it is still one's own.
export const isHeld = (tile) => mayDraft() && (tile.free ? free().includes(tile.symbol) : tiles.includes(tile));

export function ownInOrder() {
  const own = ownTiles();
  return stacks ? own.sort((one, other) => isSign(one.symbol) - isSign(other.symbol)) : own;
}

// --- as one line of notation ---

// What is drafted on a square as one token: `7`, `?7`, `[1/2]`, two digits together `[1?3]`.
function tokenAt(name) {
  const faces = stackAt(name).map((tile) => tile.face);
  return faces.length > 1 ? `[${faces.join("")}]` : faces[0];
}

// The text of the play that is drafted, or the fault that no line has.
export function written() {
  const names = inReadingOrder(squares());
  if (!names.length) return { text: "" };
  if (!areInRow(names) && !areInColumn(names)) return { fault: say.line };
  const down = !areInRow(names) || (names.length === 1 && intent.target?.down);
  const [first, last] = [besideSign(names[0], down, -1), besideSign(names.at(-1), down, 1)];
  const tokens = [];
  for (let at = first; ; at = step(at, down)) {
    const token = tokenAt(at) ?? (isCovered(at) ? "." : null);
    if (!token) return { fault: say.gap };
    tokens.push(token);
    if (at === last) break;
  }
  if (readsBack(tokens)) return { text: `${positionOf(last, down)}< ${tokens.reverse().join("")}` };
  return { text: `${positionOf(first, down)} ${tokens.join("")}` };
}

// Where numbers share a square, a calculation is written whole: with the numbers beside its signs.
function besideSign(name, down, by) {
  const before = step(name, down, by);
  return stacks && isSign(tokenAt(name)) && isCovered(before) ? before : name;
}

const positionOf = (name, down) => (down ? name.replace(/^(\d+)(.)$/, "$2$1") : name);

// Where lines may run in four directions they end with their outcome: the equals sign tells which end.
function readsBack(tokens) {
  return hand().directions === "4" && tokens.includes("=") && tokens.indexOf("=") < (tokens.length - 1) / 2;
}

// --- placing and lifting ---

export function lay(tile, at, face) {
  Object.assign(tile, { at, face, second: !isFree(at) });
  if (tile.free) tiles.push(tile);
}

export function lift(tile) {
  delete tile.at;
  delete tile.face;
  delete tile.second;
  if (tile.free) tiles = tiles.filter((one) => one !== tile);
}

export function liftAll() { for (const tile of drafted()) lift(tile); }

// Puts a tile on a square; what is drafted there goes where the tile was.
export function exchange(tile, name, face) {
  const from = tile.at;
  if (from) lift(tile);
  if (!takes(name, tile)) {
    for (const other of stackAt(name)) {
      const shown = other.face;
      lift(other);
      if (from && takes(from, other)) lay(other, from, shown);
    }
  }
  lay(tile, name, face);
}

// The drafted tiles are no longer ours.
export function forgetDrafted() { tiles = tiles.filter((tile) => !tile.at); }

// --- the order of the rack ---

// To this place of the rack, counted with the tile where it was.
export function sortIn(tile, slot) {
  const own = ownInOrder();
  const rest = own.filter((one) => one !== tile);
  rest.splice(own.indexOf(tile) < slot ? slot - 1 : slot, 0, tile);
  tiles = [...rest, ...tiles.filter((one) => one.free)];
}

export function shuffle() {
  for (let i = tiles.length - 1; i > 0; i -= 1) {
    const j = Math.floor(Math.random() * (i + 1));
    [tiles[i], tiles[j]] = [tiles[j], tiles[i]];
  }
}

export function order() { tiles.sort((one, other) => rankOf(one) - rankOf(other)); }

// --- what the server says we hold, matched with what we have, in our order ---

export function reconcile() {
  if (!mayDraft() && !isReplaying()) liftAll();
  const left = held();
  const take = (tile) => {
    if (tile.free) return Boolean(tile.at) && free().includes(tile.symbol);
    const at = left.indexOf(tile.symbol);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  };
  const kept = new Set([...tiles.filter((tile) => !tile.at), ...drafted()].filter(take));
  tiles = [...tiles.filter((tile) => kept.has(tile)), ...left.map((symbol) => ({ symbol }))];
  if (!tiles.includes(intent.picked) && !intent.picked?.free) intent.picked = null;
}

// --- what outlives the page ---

const storageKey = `draft:${table.dataset.game}:${hand().seat}`;

export function restore() {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey) || "[]");
    tiles = stored.filter(({ symbol, face }) => isTile(symbol) && (!face || face === symbol || canMean(face.slice(1))));
  } catch { tiles = []; }
}

export function store() {
  try {
    localStorage.setItem(storageKey, JSON.stringify(tiles));
  } catch { /* a full or forbidden storage only means that the draft does not outlive the page */ }
}
