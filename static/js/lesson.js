// A step of a lesson: who was wrong several times on the board is offered an answer, as after two wrong moves.
import { byId } from "./shared/page.js";

const ENOUGH = 4;           // lines refused while they were laid: some of them were only half of one
const refused = new Set();

byId("verdict").addEventListener("htmx:afterSwap", () => {
  if (byId("verdict").querySelector(".no, .task.inc")) refused.add(byId("move").value);
  if (refused.size >= ENOUGH) byId("show-me").hidden = false;
});
