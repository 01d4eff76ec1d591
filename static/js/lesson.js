// A step of a lesson: who lays one thing after the other in vain is offered an answer, as after two wrong moves.
import { byId } from "./shared/page.js";

const ENOUGH = 8;           // different drafts that were not right: many of them were only half of one
const inVain = new Set();

byId("verdict").addEventListener("htmx:afterSwap", () => {
  if (byId("verdict").querySelector('[data-ok="0"], .task.inc')) inVain.add(byId("move").value);
  if (inVain.size >= ENOUGH) byId("show-me").hidden = false;
});
