// Two minutes before a session ends that nobody uses, a banner says so and can keep it. Other tabs count as use.
'use strict';

const IDLE = 60 * 60_000;
const BEFORE = 2 * 60_000;
const KEY = 'callout-console-used';
const banner = document.getElementById('idle');

let usedHere = Date.now();

// What storage says is of other tabs; without it each tab stands for itself.
function used() {
  try {
    return Math.max(usedHere, Number(localStorage.getItem(KEY)) || 0);
  } catch {
    return usedHere;
  }
}

function note() {
  usedHere = Date.now();
  try {
    localStorage.setItem(KEY, String(usedHere));
  } catch {}
}

function look() {
  const left = used() + IDLE - Date.now();
  banner.hidden = left > BEFORE;
  const words = left > 0 ? 'You will be signed out in two minutes.' : 'You were signed out. What you typed is kept when you send it.';
  const line = banner.querySelector('p');
  if (!banner.hidden && line.textContent !== words) line.textContent = words;
  banner.querySelector('button').hidden = left <= 0;
}

banner.querySelector('button').addEventListener('click', async () => {
  const answer = await fetch('/admin/account', { redirect: 'manual' }).catch(() => undefined);
  if (answer?.ok) note();
  look();
});
addEventListener('storage', look);
document.addEventListener('visibilitychange', look);
note();
setInterval(look, 5_000);
