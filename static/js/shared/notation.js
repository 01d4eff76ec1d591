// The notation of plays, as docs/notation.md has it, split into what lies on single squares.
// A tile of a fraction or the like: `[1/2]`. One square of a play: that, a blank with its meaning, or a sign.
const BRACKETS = String.raw`\[[^\]]*\]`;
const TOKEN = new RegExp(String.raw`\?${BRACKETS}|${BRACKETS}|\?[^?]|\?$|[^?]`, "g");
const TILE = new RegExp(`${BRACKETS}|.`, "g");

// The tokens of a play: `4+?3=[1/2].` lies on seven squares. A blank at the end may still get its meaning.
export const tokensOf = (text) => text.match(TOKEN) ?? [];

// The tiles of a swap, where a blank stands for nothing.
export const tilesOf = (text) => text.match(TILE);

// What is between the brackets of a token, if it has any.
export const withinBrackets = (token) => (/^\[.+\]$/.test(token) ? token.slice(1, -1) : null);
