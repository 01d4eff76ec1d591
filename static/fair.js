// Fair draws: the reader's own browser makes every draw of a finished game again, from its record.
// Loaded by the button that asks for it. The numbers of the game and all sentences stand on the page,
// as data attributes of the button's section.

const HEADER = /^\[([A-Za-z][\w-]*) "((?:[^"\\]|\\["\\])*)"\]$/;
const MOVE = /^\d+ (\S.*) [+-]\d+$/;
const PLAY = /^(?:\d+[A-Z]|[A-Z]\d+)<? (\S+)$/;
const SWAP = /^swap (\S+)$/;
const NO_TILES = /^(?:pass|resign|time|agreement|aborted)$/;
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

// The tiles a move takes from the rack: a blank is `?`, whatever it stands for, and a covered
// square takes none. Nothing for what is no move.
function tilesOf(text) {
  if (NO_TILES.test(text)) return [];
  const swapped = SWAP.exec(text);
  if (swapped) return swapped[1].match(/\[.*?\]|./g);
  const tokens = PLAY.exec(text)?.[1].match(/\?\[.*?\]|\?.|\[.*?\]|./g);
  return tokens?.filter((token) => token !== ".").map((token) => (token[0] === "?" ? "?" : token));
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

// --- the bag and the racks ---

function newTable(key, page) {
  const kinds = page.tiles.split(" ").map((kind) => /^(.+):(\d+)$/.exec(kind));
  const bag = kinds.flatMap(([, tile, count]) => Array(Number(count)).fill(tile));
  const racks = Array.from({ length: page.seats }, () => []);
  return { key, bag, racks, order: kinds.map(([, tile]) => tile), drawn: 0 };
}

async function draw(table, rack, count) {
  for (let left = Math.min(count, table.bag.length); left > 0; left -= 1) {
    const at = await chosen(table.key, `draw:${table.drawn}`, table.bag.length);
    rack.push(...table.bag.splice(at, 1));
    table.drawn += 1;
  }
}

function putBack(table, tiles) {
  const place = (tile) => table.order.indexOf(tile);
  table.bag = [...table.bag, ...tiles].sort((one, other) => place(one) - place(other));
}

// Takes the tiles from the rack; what it lacks comes back.
function take(rack, tiles) {
  return tiles.filter((tile) => {
    const at = rack.indexOf(tile);
    if (at >= 0) rack.splice(at, 1);
    return at < 0;
  });
}

const written = (tiles) => tiles.map((tile) => GLYPHS[tile] ?? tile).join(" ");

// Makes a move, or says what is wrong with it. In a swap the new tiles come before the old go back.
async function make(table, rack, text) {
  const tiles = tilesOf(text), isSwap = SWAP.test(text), bag = table.bag.length, held = written(rack);
  if (!tiles) return ["sayTextNo", { text }];
  const lacking = take(rack, tiles);
  if (lacking.length) return ["sayRackNo", { lacking: written(lacking), held }];
  if (isSwap && tiles.length > bag) return ["sayBagNo", { count: tiles.length, bag }];
  await draw(table, rack, tiles.length);
  if (isSwap) putBack(table, tiles);
}

// --- the checks: each says sentences, a name among the data attributes with its values ---

const isWrong = ([say]) => say.endsWith("No");

async function checkCommitment(seed, headers, page) {
  const said = [];
  if (await commitmentOf(seed) !== page.commitment) said.push(["saySeedNo"]);
  if (headers.Commitment !== page.commitment) said.push(["sayNamedNo"]);
  return said.length ? said : [["saySeed"]];
}

async function checkMoves(table, first, moves, nameOf) {
  for (const [at, text] of moves.entries()) {
    const seat = (first + at) % table.racks.length;
    const fault = await make(table, table.racks[seat], text);
    if (fault) return [fault[0], { ...fault[1], ply: at + 1, name: nameOf(seat) }];
  }
  return ["sayMoves", { moves: moves.length }];
}

// A tile that was changed or a move that was left out may fit every rack; it shows at the end.
function checkLeft(table, page) {
  const sorted = (rack) => [...rack].sort().join(" ").trim();
  const shown = page.racks.split("|").map((rack) => sorted(rack.split(" ")));
  const same = table.racks.every((rack, seat) => sorted(rack) === shown[seat]);
  const count = table.racks.flat().length + table.bag.length;
  return [same && table.bag.length === Number(page.bag) ? "sayLeft" : "sayLeftNo", { count }];
}

async function checkAll({ headers, moves }, page) {
  if (!/^[0-9a-f]{64}$/i.test(headers.Seed)) return [["saySeedNo"], ["sayAllNo"]];
  const seed = bytes(headers.Seed), table = newTable(await keyOf(seed), page);
  const nameOf = (seat) => headers[`Player${seat + 1}`] ?? seat + 1;
  const first = await chosen(table.key, "first", table.racks.length);
  for (const rack of table.racks) await draw(table, rack, page.rackSize);
  const said = await checkCommitment(seed, headers, page);
  const names = { found: nameOf(first), said: nameOf(headers.First - 1) };
  said.push([headers.First === String(first + 1) ? "sayFirst" : "sayFirstNo", names]);
  said.push(await checkMoves(table, first, moves, nameOf));
  if (!isWrong(said.at(-1))) said.push(checkLeft(table, page));
  return [...said, [said.some(isWrong) ? "sayAllNo" : "sayAll", { count: table.drawn }]];
}

// --- the page ---

async function found(page) {
  if (!globalThis.crypto?.subtle) return [["sayCryptoNo"]];
  const answer = await fetch(page.record).catch(() => null);
  return answer?.ok ? checkAll(parse(await answer.text()), page) : [["sayRecordNo"]];
}

function line(said, page) {
  const [item, mark, why] = ["li", "span", "span"].map((name) => document.createElement(name));
  item.className = isWrong(said) ? "no" : "ok";
  mark.className = "k";
  mark.textContent = isWrong(said) ? "✗" : "✓";
  why.className = "why";
  why.textContent = page[said[0]].replace(/\{(\w+)\}/g, (_, name) => said[1][name]);
  item.append(mark, why);
  return item;
}

// What the button does that loaded this script.
export default async function check(button) {
  const section = button.closest(".fair"), page = section.dataset;
  const said = await found(page);
  section.querySelector(".verdict").replaceChildren(...said.map((one) => line(one, page)));
}
