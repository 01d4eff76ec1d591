// The socket: a line says when it is closed, and what was missed meanwhile is fetched.
import { byId } from "../shared/page.js";

const TRIED_AGAIN = [1006, 1011, 1012, 1013];    // the others are the server's last word
let open = null;            // the socket that is
let reconnect = null;
let lost = 0;

htmx.config.wsReconnectDelay = (tries) => Math.min(15000, 500 * 2 ** tries) * (0.5 + Math.random() / 2);

document.addEventListener("htmx:wsOpen", ({ detail }) => {
  open = detail.event.target;
  reconnect = detail.socketWrapper.reconnect;
  document.documentElement.dataset.live = "on";
  clearTimeout(lost);
  lost = 0;
  if (byId("connection")) byId("connection").hidden = true;
});

function sayClosed(code) {
  const line = byId("connection");
  if (!line) return;
  if (!reconnect) line.textContent = line.getAttribute(`data-closed-${code}`) ?? line.dataset.closed;
  line.hidden = false;
}

// Not when another is open already; the two seconds are counted once.
document.addEventListener("htmx:wsClose", ({ detail }) => {
  if (open && detail.event.target !== open) return;
  open = null;
  reconnect = TRIED_AGAIN.includes(detail.event.code) ? detail.socketWrapper.reconnect : null;
  document.documentElement.dataset.live = "off";
  lost ||= setTimeout(sayClosed, 2000, detail.event.code);
});

// The browser knows of a lost line long before the socket does, and htmx is not to connect twice.
addEventListener("offline", () => {
  if (!open) return;
  open = open.onclose = null;
  document.documentElement.dataset.live = "off";
  lost ||= setTimeout(sayClosed, 1000);
});

// Asks for the whole table as it is now.
export function catchUp() {
  const page = document.querySelector("[data-whole]");
  if (page) htmx.ajax("GET", page.dataset.whole, { source: page, target: "#live", swap: "none" }).catch(() => {});   // a line says it
}

// A socket may have died while the page slept: the page asks.
function wake() {
  if (document.hidden) return;
  catchUp();
  if (document.documentElement.dataset.live === "off") reconnect?.();
}
document.addEventListener("visibilitychange", wake);
addEventListener("online", wake);
addEventListener("pageshow", (event) => { if (event.persisted) wake(); });

let ticked = Date.now();
setInterval(() => {
  if (Date.now() - ticked > 10_000) wake();      // the whole machine slept
  ticked = Date.now();
}, 1000);
