// Fair draws: the reader's own browser makes every draw of a finished game again, from its record.
// Loaded by the button that asks for it. What the rules say of the draws of this game (`State.draws`)
// stands on the page, and so do all sentences, as JSON: data attributes of the button's section.

import { tilesOf, tokensOf, withinBrackets } from "../shared/notation.js";
import { bytes, chosen, commitmentOf, deal, fill, keyOf, newPile, newTable, putBack, take } from "./draws.js";

const HEADER = /^\[([A-Za-z][\w-]*) "((?:[^"\\]|\\["\\])*)"\]$/;
const MOVE = /^\d+ (\S.*) [+-]\d+(?: \{\d+\.\d\})?$/;  // with the time it took, where that is told
const PLAY = /^(?:\d+[A-Z]|[A-Z]\d+)<? (\S+)$/;
const SWAP = /^swap (\S+)$/;
const LEAVING = /^(?:resign(?: (\d))?|time)$/;
const TAKEN_BACK = /^takeback (\d+)$/;
const NO_TILES = /^(?:pass|resign(?: \d)?|time|agreement|aborted)$/;
const GLYPHS = { "-": "−", "*": "×", "/": "÷" };

// --- the record, read ---

function parse(text) {
  const headers = {}, moves = [];
  for (const line of text.split(/\r?\n/).filter(Boolean)) {
    const [, name, value] = HEADER.exec(line) ?? [];
    if (name) headers[name] = value.replace(/\\(.)/g, "$1");
    else moves.push(MOVE.exec(line)?.[1] ?? line);
  }
  return { headers, moves };
}

// The tiles a move takes from the rack: a blank is `?`, whatever it stands for; a covered square
// and a tile that is always at hand take none. Undefined for what is no move.
function takenBy(text, table) {
  if (NO_TILES.test(text)) return [];
  const swapped = SWAP.exec(text);
  if (swapped) return tilesOf(swapped[1]);
  const none = [".", ...table.free];
  const play = PLAY.exec(text);
  if (!play) return undefined;
  return tokensOf(play[1]).filter((token) => !none.includes(token)).flatMap((token) => tilesOn(token, table));
}

// Two digits on one square are two tiles, unless the game has a tile that shows them both.
function tilesOn(token, table) {
  const figures = withinBrackets(token);
  if (figures && !table.piles.some((pile) => pile.order.includes(token))) {
    return tokensOf(figures).flatMap((figure) => tilesOn(figure, table));
  }
  return token[0] === "?" ? "?" : token;
}

// --- the moves, made again ---

const shape = (tile) => GLYPHS[tile] ?? (withinBrackets(tile) ?? tile).replace("-", "−");
const written = (tiles) => tiles.map(shape).join(" ") || "–";

// Makes a move, or says what is wrong with it; then the hand is filled up. In a swap the old tiles go
// back after that, in a pass that exchanges before it; the pass that ends the game exchanges nothing.
async function make(table, rack, text, isLast) {
  const tiles = takenBy(text, table), isSwap = SWAP.test(text), held = written(rack.flat());
  if (!tiles) return ["textNo", { text }];
  const lacking = take(rack, tiles);
  if (lacking.length) return ["rackNo", { lacking: written(lacking), held }];
  for (const [at, pile] of table.piles.entries()) {
    const own = tiles.filter((tile) => pile.order.includes(tile)), bag = pile.bag.length;
    if (isSwap && own.length > bag) return ["bagNo", { count: own.length, bag }];
    if (text === "pass" && pile.label === table.exchanged && !isLast) putBack(pile, rack[at].splice(0));
    await fill(pile, rack[at]);
    if (isSwap) putBack(pile, own);
  }
}

// What lies where, and whose turn it is: to be put back when a move is taken back. The counters of the
// draws are no part of it, for they go on.
function kept({ piles, racks }, seat, left) {
  return structuredClone({ bags: piles.map(({ bag }) => bag), racks, seat, left });
}

function putAsBefore(table, { bags, racks }) {
  table.racks = racks;
  for (const [at, pile] of table.piles.entries()) pile.bag = bags[at];
}

// The next seat that is still in the game.
function nextSeat(seat, seats, left) {
  do seat = (seat + 1) % seats; while (left.has(seat) && left.size < seats);
  return seat;
}

// --- the checks: each says sentences, by their names and with their values ---

const isWrong = ([name]) => name.endsWith("No");

async function checkCommitment(seed, headers, page) {
  const said = [];
  if (await commitmentOf(seed) !== page.commitment) said.push(["seedNo"]);
  if (headers.Commitment !== page.commitment) said.push(["namedNo"]);
  return said.length ? said : [["seed"]];
}

function checkSetup(dealt, shown, headers) {
  const said = [[dealt.found === shown ? "setup" : "setupNo", { ...dealt, shown }]];
  if (headers.Setup !== shown) said.push(["setupNamedNo"]);
  return said;
}

// Who starts: by option, by the highest tile, or by the seed alone.
function checkFirst(first, draws, dealt, headers, nameOf) {
  const names = { found: nameOf(first), said: nameOf(headers.First - 1), tiles: dealt?.tiles };
  const isChosen = Number.isInteger(draws.first);
  if (headers.First !== String(first + 1)) return [isChosen ? "chosenNo" : "firstNo", names];
  return [isChosen ? "chosen" : dealt ? "highest" : "first", names];
}

async function checkMoves(table, first, moves, nameOf) {
  const seats = table.racks.length, before = [];
  for (const rack of table.racks) for (const [at, pile] of table.piles.entries()) await fill(pile, rack[at]);
  let seat = first, left = new Set();
  for (const [at, text] of moves.entries()) {
    before.push(kept(table, seat, left));
    const again = structuredClone(before[TAKEN_BACK.exec(text)?.[1] - 1]);
    if (again) {
      putAsBefore(table, again);
      ({ seat, left } = again);
      continue;
    }
    const fault = await make(table, table.racks[seat], text, at === moves.length - 1);
    if (fault) return [fault[0], { ...fault[1], ply: at + 1, name: nameOf(seat) }];
    const [isLeaving, named] = LEAVING.exec(text) ?? [];
    if (isLeaving) left.add(named ? named - 1 : seat);
    if (!named) seat = nextSeat(seat, seats, left);
  }
  return ["moves", { moves: moves.length }];
}

// A tile that was changed or a move that was left out may fit every rack; it shows at the end.
function checkLeft(table, racks, nameOf) {
  const said = [], sorted = (rack) => written(rack.flat().sort());
  for (const [seat, rack] of table.racks.entries()) {
    const found = sorted(rack), shown = sorted(racks[seat]);
    if (found !== shown) said.push(["rackLeftNo", { name: nameOf(seat), found, shown }]);
  }
  for (const { bag, left } of table.piles) {
    if (bag.length !== left) said.push(["bagLeftNo", { found: bag.length, shown: left }]);
  }
  const count = [...table.racks.flat(), ...table.piles.map((pile) => pile.bag)].flat().length;
  return said.length ? said : [["left", { count }]];
}

async function checkAll({ headers, moves }, page) {
  if (headers.Seed === undefined) return [["unseededNo"]];
  if (!/^[0-9a-f]{64}$/i.test(headers.Seed)) return [["seedNo"], ["allNo"]];
  const seed = bytes(headers.Seed), key = await keyOf(seed), draws = JSON.parse(page.draws);
  const nameOf = (seat) => headers[`Player${seat + 1}`] ?? seat + 1;
  const said = await checkCommitment(seed, headers, page);
  const table = newTable(key, draws), onBoard = draws.deal && newPile(key, draws.deal);
  const dealt = onBoard && await deal(onBoard, draws.deal, draws.racks.length);
  const first = draws.first ?? dealt?.first ?? await chosen(key, "first", draws.racks.length);
  if (dealt) said.push(...checkSetup(dealt, draws.deal.setup, headers));
  said.push(checkFirst(first, draws, dealt, headers, nameOf));
  if (table.piles.length) said.push(await checkMoves(table, first, moves, nameOf));
  if (table.piles.length && !isWrong(said.at(-1))) said.push(...checkLeft(table, draws.racks, nameOf));
  const count = [...table.piles, onBoard].reduce((sum, pile) => sum + (pile?.drawn ?? 0), 0);
  return [...said, [said.some(isWrong) ? "allNo" : "all", { count }]];
}

// --- the page ---

async function found(page) {
  if (!globalThis.crypto?.subtle) return [["cryptoNo"]];
  const answer = await fetch(page.record).catch(() => null);
  return answer?.ok ? checkAll(parse(await answer.text()), page) : [["recordNo"]];
}

function line(said, say) {
  const [item, mark, why] = ["li", "span", "span"].map((name) => document.createElement(name));
  item.className = isWrong(said) ? "no" : "ok";
  mark.className = "k";
  mark.textContent = isWrong(said) ? "✗" : "✓";
  why.className = "why";
  why.textContent = say[said[0]].replace(/\{(\w+)\}/g, (_, name) => said[1][name])
    .replaceAll("×", say.times).replaceAll("÷", say.divided);
  item.append(mark, why);
  return item;
}

// What the button does that loaded this script.
export default async function check(button) {
  const section = button.closest(".fair"), page = section.dataset;
  const say = JSON.parse(page.sentences);
  const said = await found(page);
  section.querySelector(".verdict").replaceChildren(...said.map((one) => line(one, say)));
}
