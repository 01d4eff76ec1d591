// Who is to move has left a live table: the time to come back, counted down; the server decides.
let shown = null;           // the element that is
let end = 0;                // by a stopwatch that nobody sets

function tick() {
  const time = document.querySelector("#absence [data-seconds]");
  if (time !== shown) end = performance.now() + 1000 * Number(time?.dataset.seconds);
  shown = time;
  if (!time) return;
  const left = Math.max(0, Math.ceil((end - performance.now()) / 1000));
  const face = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  if (time.textContent !== face) time.textContent = face;
}

setInterval(tick, 250);
document.addEventListener("numerica:shown", tick);
