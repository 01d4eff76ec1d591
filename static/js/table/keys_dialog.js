// The list of keys: not every game has all that it tells of. Its switch is kept at once.
import { all, byId } from "../shared/page.js";

for (const row of all("#keys-dialog [data-needs]")) row.hidden = !byId(row.dataset.needs);

byId("letters-form").addEventListener("change", ({ currentTarget }) => {
  fetch(currentTarget.action, { method: "POST", body: new FormData(currentTarget), redirect: "manual" });
});
