// Fair draws: what follows from the seed of a game, drawn again with the browser's own SHA-256.

// --- what the seed says ---

const hex = (buffer) => Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
export const bytes = (text) => Uint8Array.from(text.match(/../g), (pair) => parseInt(pair, 16));
export const commitmentOf = async (seed) => `sha256:${hex(await crypto.subtle.digest("SHA-256", seed))}`;
export const keyOf = (seed) => crypto.subtle.importKey("raw", seed, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);

// A Number would round the 256 bits, and another tile would be drawn.
export async function chosen(key, label, count) {
  const number = await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(label));
  return Number(BigInt(`0x${hex(number)}`) % BigInt(count));
}

// --- the bags and the racks: a bag and a part of each rack for every supply ---

export function newPile(key, { label, hand, left, tiles }) {
  const order = tiles.map(([tile]) => tile);
  const full = tiles.flatMap(([tile, count]) => Array(count).fill(tile));
  return { key, label, hand, left, order, full, bag: [...full], drawn: 0 };
}

export function newTable(key, draws) {
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

export async function fill(pile, held) {
  held.push(...await draw(pile, pile.hand - held.length));
}

export function putBack(pile, tiles) {
  const place = (tile) => pile.order.indexOf(tile);
  pile.bag = [...pile.bag, ...tiles].sort((one, other) => place(one) - place(other));
}

// Takes the tiles from the rack; what it lacks comes back.
export function take(rack, tiles) {
  return tiles.filter((tile) => {
    const held = rack.find((part) => part.includes(tile));
    held?.splice(held.indexOf(tile), 1);
    return !held;
  });
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
export async function deal(pile, { setup, squares, tropes }, seats) {
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
