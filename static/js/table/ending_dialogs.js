// Passing and resigning, each with its question. What was answered before this script came is done now.
import { byId, hand } from "../shared/page.js";
import { consequence } from "./consequence.js";
import { send } from "./turn.js";

for (const name of ["pass", "resign"]) {
  const dialog = byId(`${name}-dialog`);
  const takeAnswer = () => {
    if (dialog.returnValue === name) send(name);
    dialog.returnValue = "";
  };
  dialog.addEventListener("close", takeAnswer);
  if (dialog.returnValue) takeAnswer();
}

function tellPass() {
  const last = hand().passEnds === "1";
  byId("pass-plain").hidden = last;
  byId("pass-last").hidden = !last;
  if (last && byId("pass-scores")) byId("pass-scores").textContent = consequence();
}
byId("pass").addEventListener("click", tellPass);
if (byId("pass-dialog").open) tellPass();
