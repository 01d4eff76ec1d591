// The socket: a line says when it is closed, and what was missed meanwhile is fetched.
import { byId, live } from "../shared/page.js";

const [UNSURE, SILENT] = [13_000, 23_000];      // milliseconds without a message: the server sends a blank every ten seconds
const TRIED_AGAIN = [1006, 1011, 1012, 1013];    // the others are the server's last word
let open = null;            // the socket that is
let reconnect = null;
let lost = 0;
let heard = 0;

// A table that comes back says what it shows by now: the game may have gone on since it was drawn, or back.
const now = () => `ply=${live().last}${"ended" in live() ? "&over=1" : ""}`;
htmx.createWebSocket = (address) => new WebSocket(byId("main").dataset.game ? address.replace(/ply=\d+/, now) : address);

htmx.config.wsReconnectDelay = (tries) => Math.min(15000, 500 * 2 ** tries) * (0.5 + Math.random() / 2);

document.addEventListener("htmx:wsOpen", ({ detail }) => {
  const before = open;
  open = detail.event.target;
  if (before && before !== open) {      // two were on their way at once
    before.onclose = null;
    before.close();
  }
  heard = performance.now();
  reconnect = detail.socketWrapper.reconnect;
  document.documentElement.dataset.live = "on";
  clearTimeout(lost);
  lost = 0;
  sayBack();
});

// The line is there before it speaks; that all is well again is only heard.
function show(line, words, className) {
  line.className = className;
  line.textContent = words;
}

function sayClosed(code) {
  const line = byId("connection");
  if (!line) return;
  const { lost: words, closed } = line.dataset;
  show(line, reconnect ? words : line.getAttribute(`data-closed-${code}`) ?? closed, "notice bad");
}

function sayBack() {
  const line = byId("connection");
  if (line?.className !== "notice bad") return;
  show(line, line.dataset.back, "vh");
  setTimeout(() => { if (line.className === "vh") line.textContent = ""; }, 10_000);
}

// Not when another is open already; the two seconds are counted once.
document.addEventListener("htmx:wsClose", ({ detail }) => {
  if (open && detail.event.target !== open) return;
  open = null;
  reconnect = TRIED_AGAIN.includes(detail.event.code) ? detail.socketWrapper.reconnect : null;
  document.documentElement.dataset.live = "off";
  lost ||= setTimeout(sayClosed, 2000, detail.event.code);
});

// The line is lost long before its socket knows, and htmx is not to connect twice.
function drop() {
  if (!open) return;
  open = open.onclose = null;
  document.documentElement.dataset.live = "off";
  lost ||= setTimeout(sayClosed, 1000);
}
addEventListener("offline", drop);

document.addEventListener("htmx:wsBeforeMessage", (event) => {
  heard = performance.now();
  if (open) document.documentElement.dataset.live = "on";
  if (event.detail.message !== " ") return;
  event.preventDefault();
  event.stopImmediatePropagation();
});

// Asks for the whole table as it is now.
export function catchUp() {
  const page = document.querySelector("[data-whole]");
  if (page) htmx.ajax("GET", page.dataset.whole, { source: page, target: "#live", swap: "none" }).catch(() => {});   // a line says it
}

// A socket may have died while the page slept: the page asks.
function comeBack() {
  catchUp();
  if (document.documentElement.dataset.live === "off") reconnect?.();
}

function wake() { if (!document.hidden) comeBack(); }
document.addEventListener("visibilitychange", wake);
addEventListener("online", comeBack);      // hidden as well: it has a title and sounds, and who is there is seen
addEventListener("pageshow", (event) => { if (event.persisted) wake(); });

let ticked = Date.now();
setInterval(() => {
  if (Date.now() - ticked > 10_000) wake();      // the whole machine slept
  ticked = Date.now();
  const silence = open ? performance.now() - heard : 0;
  if (silence > UNSURE) document.documentElement.dataset.live = "unsure";
  if (silence > SILENT) {
    drop();
    setTimeout(() => { if (!open) reconnect(); }, htmx.config.wsReconnectDelay(3));      // not all pages at once
  }
}, 1000);
