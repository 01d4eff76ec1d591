// What is said at the table: lines are shown in order, each once; what was missed is asked for. A page gets this
// when something was said there, or when somebody opens the chat.
import { all, byId } from "../shared/page.js";

const chat = byId("chat");
const mark = byId("chat-mark");         // in the page's head: that something is unread
const name = mark.ariaLabel;
const { address } = chat.dataset;
const game = byId("main").dataset.game;
const known = {};           // by room, the numbers of the lines that the server told of

const lists = () => all("#chat-rooms .lines");
const lastShown = (list) => Number(list.dataset.last);
const toEnd = (list) => { list.scrollTop = list.scrollHeight; };

// --- what the reader has seen, kept for some games ---

const MOST_GAMES = 50;

function stored() {
  try { return JSON.parse(localStorage.getItem("chat")) ?? {}; } catch { return {}; }
}

let seen = stored()[game] ?? {};

const isInSight = () => {
  const { top, bottom } = chat.getBoundingClientRect();
  return top < innerHeight && bottom > 0;
};

function markSeen() {
  if (!chat.open || !lists().length || !isInSight()) return;
  for (const list of lists()) seen[list.dataset.room] = lastShown(list);
  const { [game]: _, ...others } = stored();
  const kept = [...Object.entries(others).slice(1 - MOST_GAMES), [game, seen]];
  try { localStorage.setItem("chat", JSON.stringify(Object.fromEntries(kept))); } catch { /* it is counted again */ }
}

function count() {
  markSeen();
  const unread = Object.entries(known).flatMap(([room, numbers]) => [...numbers].filter((number) => number > (seen[room] ?? 0))).length;
  const isTold = unread && !chat.hasAttribute("data-off");
  const counter = byId("chat-count");
  counter.textContent = isTold ? counter.dataset.words.replace("%n", unread) : "";
  mark.hidden = !isTold;
  byId("chat-unread").textContent = unread;
  mark.ariaLabel = `${name}: ${counter.textContent}`;
}

// Lines that are hidden from this reader have numbers too, which nobody is told.
function learn(room, numbers) {
  known[room] ??= new Set();
  for (const number of numbers) known[room].add(Number(number));
}

const numbersOf = (items) => [...items].map(({ dataset }) => dataset.number);

// --- lines that come ---

function add(list, news) {
  const shown = lastShown(list);
  if (Number(news.dataset.after) > shown) { ask(list); return; }
  const isAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
  list.firstElementChild.append(...[...news.children].filter((line) => Number(line.dataset.number) > shown));
  list.dataset.last = Math.max(shown, news.dataset.last);
  for (const after of list.parentElement.querySelectorAll("[name=after]")) after.value = list.dataset.last;
  if (isAtEnd) toEnd(list);
}

function take() {
  for (const news of all("#chat-news > ol")) {
    const { room, numbers } = news.dataset;
    learn(room, numbers?.split(" ") ?? numbersOf(news.children));
    const list = byId(`chat-${room}`);
    if (list) add(list, news); else if (lists().length) load();      // the room has just opened
  }
  byId("chat-news").replaceChildren();
  count();
}
document.addEventListener("numerica:shown", take);

const get = (query, how) => htmx.ajax("GET", address + query, { source: chat, ...how }).catch(() => {});   // a line says it

function ask(list) {
  get(`?room=${list.dataset.room}&after=${lastShown(list)}`, { source: list, swap: "none" });
}

// --- opening it ---

let loading = null;

function load() {
  loading ??= get("", { target: "#chat-rooms", swap: "innerHTML" }).then(() => { loading = null; });
  return loading;
}

// The rooms are here, or the switch that stands in their place.
document.addEventListener("htmx:afterSettle", ({ detail }) => {
  if (detail.target.id !== "chat-rooms") return;
  chat.toggleAttribute("data-off", !lists().length);
  for (const list of lists()) {
    learn(list.dataset.room, numbersOf(list.querySelectorAll("li")));
    toEnd(list);
  }
  count();
});

async function show() {
  if (!lists().length) await load();
  lists().forEach(toEnd);
  bringIntoView();
  count();
}

// Where all stands in one column, it begins at the top: below it there is more than a screen holds.
function bringIntoView() {
  chat.scrollIntoView({ block: matchMedia("(width < 1100px)").matches ? "start" : "nearest", behavior: "instant" });
}

chat.addEventListener("toggle", () => {
  if (chat.open) show();
  else isOpenedByKey = false;
});
new IntersectionObserver(count).observe(chat);

mark.addEventListener("click", (event) => {
  event.preventDefault();
  chat.open = true;
  show();
  chat.querySelector("summary").focus({ preventScroll: true });
});

let isOpenedByKey = false;

// By its key: to where something can be written, or pressed.
export async function open() {
  chat.open = isOpenedByKey = true;
  await show();
  const wanted = [".words .input", ".phrases button", "#chat-rooms button", "summary"];
  wanted.map((selector) => chat.querySelector(selector)).find(Boolean).focus({ preventScroll: true });
}

// Back to the board, if its key opened it there.
chat.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || event.defaultPrevented) return;
  chat.open = false;
  const square = isOpenedByKey && document.querySelector('#board .sq[tabindex="0"]');
  (square || chat.querySelector("summary")).focus({ preventScroll: true });
});

// What was said is not said again; who has typed on meanwhile keeps that.
chat.addEventListener("htmx:afterRequest", ({ detail: { elt, xhr, requestConfig } }) => {
  const field = xhr.status === 200 && elt.matches(".words") && elt.elements.text;
  if (field && field.value === requestConfig.parameters.text) field.value = "";
});

// A line that could not be sent stays in its field; that is said beside it.
chat.addEventListener("htmx:sendError", ({ detail: { elt } }) => {
  const said = elt.closest(".talk")?.querySelector("[role=status] .verdict");
  const item = Object.assign(document.createElement("li"), { className: "no", textContent: said?.dataset.failed });
  said?.replaceChildren(item);
});

take();
if (chat.open) show();
