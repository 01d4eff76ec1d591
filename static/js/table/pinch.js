// Two fingers enlarge the board within its frame; if the page itself is enlarged, they are the browser's.
const MOST = 3;

function spread([one, other]) { return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY); }

// Follows the fingers on this frame; `zoom` enlarges by a factor round a point, `showWhole` ends that.
export default function pinch(frame, zoom, showWhole) {
  let begun = null;
  const shown = () => Number(frame.style.getPropertyValue("--zoom"));

  // They may have come down before this script came.
  function follow(event) {
    const areInside = [...event.touches].every((touch) => frame.contains(touch.target));
    if (event.touches.length !== 2 || !areInside || visualViewport.scale > 1) return;
    event.preventDefault();
    begun ??= { from: spread(event.touches), factor: shown() || 1 };
    const [one, other] = event.touches;
    const factor = Math.min(Math.max(begun.factor * spread(event.touches) / begun.from, 1), MOST);
    if (event.type === "touchmove") zoom(factor, (one.clientX + other.clientX) / 2, (one.clientY + other.clientY) / 2);
  }

  function end() {
    if (begun && shown() < 1.2) showWhole();
    begun = null;
  }

  for (const kind of ["touchstart", "touchmove"]) frame.addEventListener(kind, follow, { passive: false });
  for (const kind of ["touchend", "touchcancel"]) frame.addEventListener(kind, end);
}
