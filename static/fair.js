// Fair draws: the reader's own browser makes every draw of a finished game again, from its record.
// Loaded by the button that asks for it. What the rules say of the draws of this game (`State.draws`)
// stands on the page, and so do all sentences, as JSON: data attributes of the button's section.

const HEADER = /^\[([A-Za-z][\w-]*) "((?:[^"\\]|\\["\\])*)"\]$/;
const MOVE = /^\d+ (\S.*) [+-]\d+$/;
const PLAY = /^(?:\d+[A-Z]|[A-Z]\d+)<? (\S+)$/;
const SWAP = /^swap (\S+)$/;
const LEAVING = /^(?:resign(?: (\d))?|time)$/;
const TAKEN_BACK = /^takeback (\d+)$/;
const NO_TILES = /^(?:pass|resign(?: \d)?|time|agreement|aborted)$/;
const TOKENS = /\?\[.*?\]|\?.|\[.*?\]|./g;
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
function tilesOf(text, table) {
  if (NO_TILES.test(text)) return [];
  const swapped = SWAP.exec(text);
  if (swapped) return swapped[1].match(/\[.*?\]|./g);
  const none = [".", ...table.free];
  const tokens = PLAY.exec(text)?.[1].match(TOKENS).filter((token) => !none.includes(token));
  return tokens?.flatMap((token) => tilesOn(token, table));
}

// Two digits on one square are two tiles, unless the game has a tile that shows them both.
function tilesOn(token, table) {
  const figures = /^\[(.+)\]$/.exec(token);
  if (figures && !table.piles.some((pile) => pile.order.includes(token))) {
    return figures[1].match(TOKENS).flatMap((figure) => tilesOn(figure, table));
  }
  return token[0] === "?" ? "?" : token;
}

// --- what the seed says ---

const hex = (buffer) => Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
const bytes = (text) => Uint8Array.from(text.match(/../g), (pair) => parseInt(pair, 16));
const commitmentOf = async (seed) => `sha256:${hex(await crypto.subtle.digest("SHA-256", seed))}`;
const keyOf = (seed) => crypto.subtle.importKey("raw", seed, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);

// A Number would round the 256 bits, and another tile would be drawn.
async function chosen(key, label, count) {
  const number = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(label));
  return Number(BigInt(`0x${hex(number)}`) % BigInt(count));
}

// --- the bags and the racks: a bag and a part of each rack for every supply ---

function newPile(key, { label, hand, left, tiles }) {
  const order = tiles.map(([tile]) => tile);
  const full = tiles.flatMap(([tile, count]) => Array(count).fill(tile));
  return { key, label, hand, left, order, full, bag: [...full], drawn: 0 };
}

function newTable(key, draws) {
  const piles = draws.supplies.map((supply) => newPile(key, supply));
  const racks = draws.racks.map(() => piles.map(() => []));
  return { piles, racks, free: draws.free ?? [], exchanged: draws.exchanged_on_pass };
}

async function draw(pile, count) {
  const tiles = [];
  for (let left = Math.min(count, pile.bag.length); left > 0; left -= 1) {
    const at = await chosen(pile.key, `${pile.label}:${pile.drawn}`, pile.bag.length);
    tiles.push(...pile.bag.splice(at, 1));
    pile.drawn += 1;
  }
  return tiles;
}

async function fill(pile, held) {
  held.push(...await draw(pile, pile.hand - held.length));
}

function putBack(pile, tiles) {
  const place = (tile) => pile.order.indexOf(tile);
  pile.bag = [...pile.bag, ...tiles].sort((one, other) => place(one) - place(other));
}

// Takes the tiles from the rack; what it lacks comes back.
function take(rack, tiles) {
  return tiles.filter((tile) => {
    const held = rack.find((part) => part.includes(tile));
    held?.splice(held.indexOf(tile), 1);
    return !held;
  });
}

const shape = (tile) => GLYPHS[tile] ?? tile.replace(/^\[(.+)\]$/, "$1").replace("-", "−");
const written = (tiles) => tiles.map(shape).join(" ") || "–";

// Makes a move, or says what is wrong with it; then the hand is filled up. In a swap the old tiles go
// back after that, in a pass that exchanges before it; the pass that ends the game exchanges nothing.
async function make(table, rack, text, isLast) {
  const tiles = tilesOf(text, table), isSwap = SWAP.test(text), held = written(rack.flat());
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

// --- a board that is set up by chance ---

const STEPS = [-1, 0, 1].flatMap((down) => [-1, 0, 1].map((right) => [down, right]));

function hasTrope(ranks, tropes) {
  const numbers = (row, column, [down, right]) =>
    [0, 1, 2, 3].map((n) => ranks[row + n * down]?.[column + n * right]).join(",");
  return ranks.some((rank, row) => rank.some((_, column) =>
    STEPS.some((step) => tropes.has(numbers(row, column, step)))));
}

// Deals all tiles until no trope lies ready; then each seat draws one of all, and the highest starts.
async function deal(pile, { setup, squares, tropes }, seats) {
  const ranks = setup.split("/").map((rank) => rank.split(" ").fill("."));
  const ready = new Set(tropes);
  let deals = 0;
  do {
    pile.bag = [...pile.full];
    const tiles = await draw(pile, squares.length);
    for (const [at, [row, column]] of squares.entries()) ranks[row][column] = tiles[at];
    deals += 1;
  } while (hasTrope(ranks, ready));
  pile.bag = [...pile.full];
  const drawn = (await draw(pile, seats)).map(Number);
  const found = ranks.map((rank) => rank.join(" ")).join("/");
  return { found, before: deals - 1, first: drawn.indexOf(Math.max(...drawn)), tiles: drawn.join(", ") };
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
