// Keeps the desk up to date: the server says that something has changed, and the parts that differ are replaced.
'use strict';

const parts = () => document.querySelectorAll('[data-live]');

async function refresh() {
  const answer = await fetch(location.href, { headers: { accept: 'text/html', 'x-by-itself': '1' } });
  if (answer.redirected || !answer.ok) return location.reload();
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
  for (const part of parts()) {
    const next = fresh.getElementById(part.id);
    if (!next || next.isEqualNode(part)) continue;
    const focused = part.contains(document.activeElement) ? document.activeElement.getAttribute('href') : null;
    part.replaceWith(next);
    if (focused) next.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus();
  }
}

let running = Promise.resolve();
let isWaiting = false;

// One refresh at a time; what changes meanwhile is one more.
function changed() {
  if (isWaiting) return;
  isWaiting = true;
  running = running.then(() => {
    isWaiting = false;
    return refresh().catch(() => undefined);
  });
}

const source = new EventSource('/admin/events');
source.addEventListener('changed', changed);
// Minutes go by without any event, and waiting times with them.
setInterval(changed, 30_000);
addEventListener('pagehide', () => source.close());
