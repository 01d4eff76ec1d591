// The kinds of tiles of this game, as the server draws them: their words, their points, their faces.
import { byId, say, tell } from "../../shared/page.js";

export const BLANK = "?";

// What is typed for another sign.
export const TYPED = { "×": "*", x: "*", X: "*", "·": "*", "÷": "/", ":": "/", "−": "-", "–": "-", "⁄": "/" };

const kinds = [...byId("kinds").content.children];
const kindOf = (symbol) => kinds.find((kind) => kind.dataset.symbol === symbol);

export const isTile = (symbol) => Boolean(kindOf(symbol));
export const wordOf = (symbol) => kindOf(symbol).dataset.word;
export const rankOf = ({ symbol }) => kinds.indexOf(kindOf(symbol));
export const isSign = (symbol) => "sign" in (kindOf(symbol)?.dataset ?? {});
export const isNumber = (symbol) => symbol === BLANK || !isSign(symbol);
export const canMean = (symbol) => Boolean(byId("blank-dialog").querySelector(`[value="${CSS.escape(symbol)}"]`));

// Where two numbers may never stand side by side, a second digit goes into the square of the first.
export const stacks = byId("hand").dataset.stacks === "1";

// --- how they look and sound ---

const meaningOf = (tile) => (tile.face || tile.symbol).replace(BLANK, "");

// One tile, or two digits that share a square.
export function tileShown(stack, tag) {
  const element = document.createElement(tag);
  const symbols = stack.map(meaningOf);
  element.className = "tile";
  if (stack.length > 1) {
    element.append(Object.assign(document.createElement("b"), { className: "two", textContent: symbols.join("") }));
  } else {
    const parts = [...kindOf(symbols[0] || BLANK).cloneNode(true).children];
    element.append(...parts.filter((part) => part.matches("b") || stack[0].symbol !== BLANK));
  }
  if (stack.some((tile) => tile.symbol === BLANK)) element.classList.add("blank");
  return element;
}

export function spoken(tile) {
  const symbol = meaningOf(tile);
  const { word, worth } = kindOf(symbol || BLANK).dataset;
  if (tile.symbol === BLANK) return symbol ? `${say.blank} ${word}` : say.blank;
  return worth ? `${word}, ${worth}` : word;
}

// --- how they are typed ---

let spelled = null;         // after `[`, until the bracket is closed, given up, or the cursor walks away

// The symbol that a key stands for; empty while a bracket is open, or when it was given up.
export function symbolOf(key) {
  const isGivenUp = ["Escape", "Backspace", "Enter"].includes(key);
  const typed = TYPED[key] || key;
  if (key === "[") spelled = "";
  if (spelled === null || (key.length > 1 && !isGivenUp)) return typed;
  const symbol = spelled + typed;
  spelled = isGivenUp || key === "]" ? null : symbol;
  tell(spelled ?? "");
  return key === "]" ? symbol : "";
}

export function stopSpelling() {
  if (spelled !== null) tell("");
  spelled = null;
}
