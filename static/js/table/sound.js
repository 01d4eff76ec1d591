// Sounds made here, of sine waves: one's own move, somebody else's, the end, little time. A page gets this
// with the first gesture, before which browsers allow none. There is none for what came while the page was
// away, none in a replay, and none twice.
import { byId, live } from "../shared/page.js";

const [isOn, volume] = [byId("sound"), byId("volume")];

// Hertz and the seconds at which they begin.
const TUNES = {
  own: [[392, 0]],
  other: [[523, 0], [659, 0.09]],
  end: [[523, 0], [659, 0.14], [784, 0.28]],
  low: [[880, 0], [880, 0.2]],
};
const LENGTH = 0.25;

// --- what is remembered ---

try {
  isOn.checked = localStorage.getItem("sound") !== "off";
  volume.value = localStorage.getItem("volume") ?? volume.value;
} catch { /* without a storage it is as loud as always */ }

function remember() {
  try {
    localStorage.setItem("sound", isOn.checked ? "on" : "off");
    localStorage.setItem("volume", volume.value);
  } catch { /* nor is a change remembered */ }
  play("own");
}
for (const control of [isOn, volume]) control.addEventListener("change", remember);

// --- playing ---

const audio = new AudioContext();

function play(tune) {
  if (!isOn.checked) return;
  for (const [hertz, start] of TUNES[tune]) sing(hertz, audio.currentTime + start);
}

function sing(hertz, start) {
  const [tone, loudness] = [audio.createOscillator(), audio.createGain()];
  tone.frequency.value = hertz;
  loudness.gain.setValueAtTime((volume.value / 10) ** 2 / 2, start);
  loudness.gain.exponentialRampToValueAtTime(0.0001, start + LENGTH);
  tone.connect(loudness).connect(audio.destination);
  tone.start(start);
  tone.stop(start + LENGTH);
}

// --- what is heard ---

let ply = Number(live().ply);
let isBehind = false;       // what comes now may be old: the socket has only just been opened
let soon = 0;

document.addEventListener("htmx:wsClose", () => { isBehind = true; });
document.addEventListener("htmx:wsAfterMessage", ({ detail }) => {
  // Who watches is told last to a page that has just connected.
  if (detail.message.includes('id="watchers"')) isBehind = false;
});

// A change on top of what was shown is news; a whole table is what was missed, or another position.
function heard() {
  const isNext = Number(live().ply) === ply + 1 && live().base === String(ply);
  ply = Number(live().ply);
  if (!isNext || isBehind) return null;
  if (live().over === "1") return "end";
  return live().mover === byId("hand")?.dataset.seat ? "own" : "other";
}

document.addEventListener("numerica:shown", () => {
  const tune = heard();
  if (!tune) return;
  clearTimeout(soon);       // of several at once the last is heard
  soon = setTimeout(() => play(tune), 50);
});
document.addEventListener("numerica:low", () => play("low"));
