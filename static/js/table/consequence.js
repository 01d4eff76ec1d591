import { all, say } from "../shared/page.js";

// How the game would end with the scores as they are: `You would lose 14 to 16.`
export function consequence() {
  const score = (player) => parseInt(player.querySelector(".score").textContent, 10);
  const players = all("#players .player");
  const own = score(players.find((player) => player.querySelector(".you")));
  const other = Math.max(...players.filter((player) => !player.querySelector(".you")).map(score));
  const said = own > other ? say.win : own < other ? say.lose : say.tie;
  return said.replace("%own", own).replace("%other", other);
}
