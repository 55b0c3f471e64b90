// Writes landing.html beside index.html: the same page with the landing page in it already. The server gives it at `/` alone, so that no other
// address shows it for a moment.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createServer, type InlineConfig, type Plugin } from 'vite';

const EMPTY = '<div id="root"></div>';

/** `source` says how the source is read: what of the build's configuration the page needs, too. */
export function landingPage(source: InlineConfig): Plugin {
  let folder = '';
  return {
    name: 'landing-page',
    apply: 'build',
    configResolved: ({ build, root }) => {
      folder = join(root, build.outDir);
    },
    closeBundle: async () => {
      const page = await readFile(join(folder, 'index.html'), 'utf8');
      if (!page.includes(EMPTY)) throw new Error('index.html has no empty #root');
      const filled = page.replace(EMPTY, `<div id="root">${await rendered(source)}</div>`);
      await writeFile(join(folder, 'landing.html'), filled);
    },
  };
}

async function rendered(source: InlineConfig): Promise<string> {
  const vite = await createServer({
    ...source,
    configFile: false,
    server: { middlewareMode: true, hmr: false, ws: false },
    appType: 'custom',
    optimizeDeps: { noDiscovery: true },
  });
  try {
    const { landingPage: render } = await vite.ssrLoadModule('/src/app/prerender.tsx');
    return render();
  } finally {
    await vite.close();
  }
}
