// The symbols that are typed one key at a time: signs as people have them, and what stands in brackets.
import { tell } from "./page.js";

// What is typed for another sign; as at the tables, whose first visit has no room for one file more.
const TYPED = { "×": "*", x: "*", X: "*", "·": "*", "÷": "/", ":": "/", "−": "-", "–": "-", "⁄": "/" };

let spelled = null;         // after `[`, until the bracket is closed, given up, or the cursor walks away

// What a key writes: a symbol, or nothing while a bracket is open, or when it was given up.
export function symbolOf({ key, location }) {
  const isPoint = location === KeyboardEvent.DOM_KEY_LOCATION_NUMPAD && [".", ",", "Decimal", "Separator"].includes(key);
  const isGivenUp = ["Escape", "Backspace", "Enter"].includes(key);
  const typed = isPoint ? "=" : TYPED[key] ?? key;
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
