// The symbols that are typed one key at a time: signs as people have them, and what stands in brackets.
import { tell } from "./page.js";

// What is typed for another sign; as at the tables, whose first visit has no room for one file more.
const TYPED = { "×": "*", x: "*", X: "*", "·": "*", "÷": "/", ":": "/", "−": "-", "–": "-", "⁄": "/" };

let spelled = null;         // after `[`, until the bracket is closed

// What a key writes: a symbol, or nothing while a bracket is open.
export function symbolOf({ key, location }) {
  const isPoint = location === KeyboardEvent.DOM_KEY_LOCATION_NUMPAD && [".", ",", "Decimal", "Separator"].includes(key);
  const typed = isPoint ? "=" : TYPED[key] ?? key;
  if (key === "[") spelled = "";
  if (spelled === null || key.length > 1) return typed;
  const symbol = spelled += typed;
  if (key === "]") spelled = null;
  tell(spelled ?? "");
  return key === "]" ? symbol : "";
}
