// The page of a seek: when nobody has come for a while, a computer is offered in the place that was kept for it.
import { byId } from "../shared/page.js";

const offer = byId("instead");
setTimeout(() => { offer.classList.remove("early"); }, Number(offer.dataset.after));
