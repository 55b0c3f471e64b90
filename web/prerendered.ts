// Writes the pages that people arrive at beside index.html, under prerendered/ by their address: the same page with what it shows in it
// already, so that it is painted before any script has come. The server gives each at its address alone.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createServer, type InlineConfig, type Plugin } from 'vite';

const EMPTY = '<div id="root"></div>';

/** `source` says how the source is read: what of the build's configuration the pages need, too. */
export function prerenderedPages(source: InlineConfig): Plugin {
  let folder = '';
  return {
    name: 'prerendered-pages',
    apply: 'build',
    configResolved: ({ build, root }) => {
      folder = join(root, build.outDir);
    },
    closeBundle: async () => {
      const empty = await readFile(join(folder, 'index.html'), 'utf8');
      if (!empty.includes(EMPTY)) throw new Error('index.html has no empty #root');
      for (const { address, html } of await rendered(source)) {
        const file = join(folder, 'prerendered', `${address === '/' ? 'index' : address}.html`);
        await mkdir(dirname(file), { recursive: true });
        await writeFile(
          file,
          empty.replace(EMPTY, () => `<div id="root">${html}</div>`),
        );
      }
    },
  };
}

async function rendered(source: InlineConfig): Promise<{ address: string; html: string }[]> {
  const vite = await createServer({
    ...source,
    configFile: false,
    server: { middlewareMode: true, hmr: false, ws: false },
    appType: 'custom',
    optimizeDeps: { noDiscovery: true },
  });
  try {
    const { pages } = await vite.ssrLoadModule('/src/app/prerender.tsx');
    return pages();
  } finally {
    await vite.close();
  }
}
