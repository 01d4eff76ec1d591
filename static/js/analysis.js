// The analysis board: a press or a key lays a tile. What is sent is the form's own text of the board, so a position
// that was typed and one that was tapped are the same.
import { keepAddress } from "./position_address.js";
import { moveCursor } from "./table/cursor.js";
import { all, byId, nameOf, say, squareOf, tell } from "./shared/page.js";
import { tokensOf } from "./shared/notation.js";
import { stopSpelling, symbolOf } from "./shared/typed_symbols.js";

const form = byId("set-up");
const isLaying = form.dataset.kind === "laying";
const stacks = form.classList.contains("stacking");
const [text, rack, frozen, blank] = ["board-text", "rack-text", "frozen", "as-blank"].map(byId);
const frame = document.querySelector(".lab .squared");
const whole = byId("whole");
const rows = () => all("#board [role=row]").map((row) => [...row.children]);

const faces = new Map();    // by the names of squares, as the notation writes them
let goesDown = false;       // the way in which typed tiles follow one another
let isBlankNext = false;
let lastTyped = "";         // the square of the last key: a second digit goes there

const kindOf = (symbol) => form.querySelector(`#palette [name=tile][value="${CSS.escape(symbol)}"]`);
const chosenTile = () => form.querySelector("#palette [name=tile]:checked").value;
const digitsOf = (face) => (face ?? "").replace(/[?[\]]/g, "");
const isDigit = (face) => /^\?*\d$/.test(face);
const isNumber = (face) => /^\[[?\d]+\]$/.test(face);

// --- the text of the board, both ways ---

function readBoard() {
  faces.clear();
  const lines = text.value.trim().split(isLaying ? /\s+/ : /\s*[\n/]\s*/);
  rows().forEach((row, number) => {
    const line = lines[number] ?? "";
    const tokens = isLaying ? tokensOf(line) : line.split(/\s+/);
    row.forEach((square, at) => { if (tokens[at] && tokens[at] !== ".") faces.set(nameOf(square), tokens[at]); });
  });
}

function writeBoard() {
  const rowText = (row) => row.map((square) => faces.get(nameOf(square)) ?? ".").join(isLaying ? "" : " ");
  text.value = rows().map(rowText).join("\n");
}

// --- how squares and the rack look ---

function tileShown(face, tag = "span") {
  const symbol = face.length > 1 ? face.replace("?", "") : face;
  const tile = document.createElement(tag);
  tile.className = face.includes("?") ? "tile blank" : "tile";
  const drawn = [...kindOf(symbol)?.nextElementSibling.cloneNode(true).children ?? []];
  tile.append(...drawn.filter((part) => part.matches("b") || !face.includes("?")));
  if (!drawn.length) tile.append(Object.assign(document.createElement("b"), { className: "two", textContent: digitsOf(face) }));
  return tile;
}

function wordOf(face) {
  const symbol = face.length > 1 ? face.replace("?", "") : face;
  const word = symbol === "?" ? "" : kindOf(symbol)?.dataset.word ?? digitsOf(face);
  return [word, face.includes("?") && say.blank].filter(Boolean).join(", ");
}

function draw(square) {
  const [name, face] = [nameOf(square), faces.get(nameOf(square))];
  const isLocked = Boolean(face) && frozen?.value === name;
  const premium = square.dataset.premium && Object.assign(document.createElement("span"), { textContent: square.dataset.premium });
  square.replaceChildren(...[face ? tileShown(face) : premium].filter(Boolean));
  square.ariaLabel = face ? [name, wordOf(face), isLocked && say.locked].filter(Boolean).join(", ") : square.dataset.empty;
  if (!isLocked) return;
  const lock = form.querySelector("[name=tile][value=lock] + .tool svg").cloneNode(true);
  lock.setAttribute("class", "lock");
  square.firstChild.classList.add("locked");
  square.firstChild.append(lock);
}

function drawRack() {
  const tiles = tokensOf(rack.value.replace(/\s/g, "").replaceAll("?", "? ")).map((tile) => tile.trim());
  byId("rack-tiles").replaceChildren(...tiles.map((tile, place) => Object.assign(tileShown(tile, "button"), {
    name: "off", value: place + 1, ariaLabel: say.off.replace("%s", wordOf(tile)),
  })));
  return tiles;
}

// What was found is about another position now.
function changed() {
  keepAddress();
  byId("problem")?.remove();
  for (const field of all("[aria-invalid]")) field.removeAttribute("aria-invalid");
  if (byId("answer")?.hidden ?? true) return;
  byId("answer").remove();
  byId("answer-said").textContent = say.changed;
}

const drawAll = () => rows().flat().forEach(draw);

// --- one square ---

function put(name, face) {
  if (!isLaying) for (const [other, old] of faces) if (old === face) faces.delete(other);
  if (face) faces.set(name, face);
  else faces.delete(name);
  if (frozen && !faces.has(frozen.value)) frozen.value = "";
  writeBoard();
  if (isLaying) draw(byId(`sq-${name}`));
  else drawAll();
  changed();
}

// Two digits on one square; of Numeria, the number that they write.
function joined(old, face) {
  if (!old || !isDigit(face)) return "";
  if (stacks) return isDigit(old) ? `[${old}${face}]` : "";
  const number = isLaying ? "" : old + face;
  return number && kindOf(number) ? number : "";
}

// Whether it was laid; a blank has to say what it stands for.
function lay(name, symbol, asBlank) {
  const face = asBlank && symbol ? `?${symbol}` : symbol;
  if (symbol === "?") tell(say.meaning);
  else if (symbol && !kindOf(symbol) && !(stacks && isNumber(symbol))) tell(say.noTile);
  else {
    tell("");
    put(name, face);
    return true;
  }
  return false;
}

function lock(name) {
  const old = frozen.value;
  frozen.value = old === name || !faces.has(name) ? "" : name;
  for (const each of [old, name]) if (byId(`sq-${each}`)) draw(byId(`sq-${each}`));
  changed();
}

function press(name) {
  const chosen = chosenTile();
  const old = faces.get(name);
  if (chosen === "lock") return lock(name);
  const face = blank?.checked && chosen ? `?${chosen}` : chosen;
  const both = stacks && joined(old, face);
  if (both) put(name, both);
  else lay(name, old === face ? "" : chosen, blank?.checked);
}

// --- presses ---

const isSmall = (square) => square.getBoundingClientRect().width < 24 && !frame.classList.contains("zoomed");

function enlarge(square) {
  frame.classList.add("zoomed");
  frame.style.setProperty("--zoom", "2");
  const [mid, across, down] = [square.getBoundingClientRect(), frame.clientWidth / 2, frame.clientHeight / 2];
  const from = frame.getBoundingClientRect();
  frame.scrollBy(mid.left - from.left - across + mid.width / 2, mid.top - from.top - down + mid.height / 2);
  whole.hidden = false;
  tell(say.larger);
}

function showWhole() {
  frame.classList.remove("zoomed");
  frame.style.removeProperty("--zoom");
  whole.hidden = true;
}

whole.addEventListener("click", showWhole);
addEventListener("beforeprint", showWhole);

form.addEventListener("click", (event) => {
  const { target, pointerType } = event;
  const square = squareOf(target);
  const off = target.closest("#rack-tiles button");
  if (!square && !off && !target.closest("#to-rack")) return;
  event.preventDefault();
  lastTyped = "";
  if (square) {
    moveCursor(square);
    if (pointerType === "touch" && isSmall(square)) enlarge(square);
    else press(nameOf(square));
    return;
  }
  const tiles = drawRack();
  const value = chosenTile();
  if (off) tiles.splice(Number(off.value) - 1, 1);
  else if (value) tiles.push(value);
  rack.value = tiles.join("");
  drawRack();
  if (off) byId("to-rack").focus();
  changed();
});

rack?.addEventListener("input", () => { drawRack(); changed(); });
for (const field of [text, frozen]) field?.addEventListener("change", () => { readBoard(); drawAll(); changed(); });

// --- keys ---

function next(name, by) {
  const board = rows();
  const row = board.findIndex((squares) => squares.includes(byId(`sq-${name}`)));
  const at = board[row].indexOf(byId(`sq-${name}`));
  return goesDown ? board[row + by]?.[at] : board[row][at + by];
}

function type(name, symbol) {
  const asBlank = isBlankNext;
  isBlankNext = false;
  const before = isLaying ? lastTyped : name === lastTyped && name;
  const both = (stacks || !isLaying) && before && joined(faces.get(before), asBlank ? `?${symbol}` : symbol);
  if (both) { put(before, both); return; }
  if (!lay(name, symbol, asBlank)) return;
  lastTyped = name;
  const to = isLaying && next(name, 1);
  if (to) moveCursor(to);
}

function takeAway(name, isBack) {
  const from = isBack && !faces.has(name) && isLaying ? next(name, -1) : byId(`sq-${name}`);
  lastTyped = "";
  if (!from) return;
  moveCursor(from);
  put(nameOf(from), "");
}

byId("board").addEventListener("focusin", stopSpelling);
byId("board").addEventListener("keydown", (event) => {
  const name = nameOf(squareOf(event.target) ?? event.target);
  const isBracket = event.key === "[" || event.key === "]";
  if (event.ctrlKey || event.metaKey || (event.altKey && !isBracket)) return;
  if (event.key.startsWith("Arrow")) {
    goesDown = event.key === "ArrowDown" || event.key === "ArrowUp";
    lastTyped = "";
    return;
  }
  const symbol = symbolOf(event);
  if (symbol === "") { event.preventDefault(); return; }     // a bracket is open, or was given up
  if (event.key === "Backspace" || event.key === "Delete") takeAway(name, event.key === "Backspace");
  else if (symbol === "b" || symbol === "?") {
    isBlankNext = Boolean(blank);
    if (blank) tell(say.blankNext);
  } else if (symbol === "l" && frozen) lock(name);
  else if (event.key === "Enter" || event.key === " " || event.key.length > 1) return;
  else type(name, symbol);
  event.preventDefault();
});

readBoard();
if (byId("problem")) drawAll();  // what cannot be read as it lies is shown all the same, to be mended
