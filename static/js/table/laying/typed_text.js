// A play that is typed as notation becomes the draft.
import { tokensOf, withinBrackets } from "../../shared/notation.js";
import { lay, liftAll, onHand, step, takes } from "./draft.js";
import { BLANK, TYPED, canMean, isTile } from "./tiles.js";

const PLAY = /^\s*(?:(\d{1,2})([a-z])|([a-z])(\d{1,2}))(<?)\s+(.+)$/i;
const POWER = /(\d)(⁻?[¹²³⁰⁴-⁹])/g;
const FRACTION = /[¼½¾⅐-⅞]/g;

export function layText(text) {
  const read = PLAY.exec(text);
  liftAll();
  if (!read) return;
  const down = Boolean(read[3]);
  const by = read[5] ? -1 : 1;
  let at = (read[1] || read[4]) + (read[2] || read[3]).toUpperCase();
  for (const token of tokensOf(asTokens(read[6]))) {
    if (token !== "." && !layToken(token, at)) { liftAll(); return; }
    at = step(at, down, by);
  }
}

// Lays the tiles of one token on a square; false if they are not on hand, the square is taken, or
// a blank cannot mean this. Without a meaning it may still get one.
function layToken(token, at) {
  const isWhole = isTile(token) || token[0] === BLANK || token[0] !== "[";
  const faces = isWhole ? [token] : tokensOf(withinBrackets(token) ?? "");
  return faces.length > 0 && faces.every((face) => layFace(face, at));
}

function layFace(typed, at) {
  const isBlank = typed[0] === BLANK;
  const symbol = isBlank ? typed.slice(1) : typed;
  const tile = onHand(isBlank ? BLANK : symbol);
  if (!tile || !takes(at, tile) || (isBlank && symbol && !canMean(symbol))) return false;
  lay(tile, at, typed);
  return true;
}

// What the referee reads in other ways too: `½` is `[1/2]`, `5²` is `[5^2]`, `−` is `-`.
function asTokens(text) {
  const inBrackets = text.replace(/\s/g, "")
    .replace(POWER, (_, base, power) => `[${base}^${power.normalize("NFKC")}]`)
    .replace(FRACTION, (typed) => `[${typed.normalize("NFKC")}]`);
  return [...inBrackets].map((sign) => TYPED[sign] ?? sign).join("");
}
