// What the static demonstration has beside the app: the mock's service worker, and the fallback page of a static host.
import { copyFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const worker = fileURLToPath(import.meta.resolve('msw/mockServiceWorker.js'));

export function demoBuild(): Plugin {
  let folder = '';
  return {
    name: 'demo-build',
    configResolved: ({ build }) => {
      folder = build.outDir;
    },
    closeBundle: () => {
      copyFileSync(`${folder}/index.html`, `${folder}/404.html`);
      copyFileSync(worker, `${folder}/mockServiceWorker.js`);
    },
  };
}
