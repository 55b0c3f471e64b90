import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import wasm from 'vite-plugin-wasm';
import { demoBuild } from './demoBuild.ts';
import { exampleEstimate } from './exampleEstimate.ts';
import { clientJourney } from './precache.ts';
import { prerenderedPages } from './prerendered.ts';

/** The static demonstration (src/mocks) instead of the app. */
const isDemo = process.env.VITE_MOCKS === 'on';
const server = process.env.CALLOUT_SERVER ?? 'http://127.0.0.1:8080';

/** How the source is read, for the app and for the pages that are made of it. */
const source = {
  root: import.meta.dirname,
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  // Known when the app is built, so that the mock is left out of every other build.
  define: { 'import.meta.env.VITE_MOCKS': JSON.stringify(isDemo ? 'on' : 'off') },
};
const example = exampleEstimate();

export default defineConfig({
  ...source,
  plugins: [react(), wasm(), example, tailwindcss(), isDemo ? demoBuild() : serviceWorker()],
  build: {
    // The oldest browsers Callout is meant for, as the README says; tests/e2e/old-browser.spec.ts takes away what they lack.
    target: ['safari16.4', 'ios16.4', 'chrome111', 'firefox128'],
    outDir: isDemo ? 'dist-demo' : 'dist',
    assetsDir: 'assets',
    // The strict CSP allows no data: fonts or scripts, and hashed files are cached for good.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      // It only hands on what others export: what a later screen alone takes from it stays out of the first one's file.
      treeshake: { moduleSideEffects: [{ test: /\/src\/ui\/index\.ts$/, sideEffects: false }] },
      output: {
        // Bundle everything the first screens need into one file, rather than the twenty chunks that sharing with later screens would make.
        codeSplitting: { groups: [{ name: 'app', tags: ['$initial'] }] },
      },
    },
  },
  server: {
    port: 5173,
    proxy: Object.fromEntries(
      ['/api', '/healthz', '/readyz', '/admin', '/files', '^/booking/[^/]+/receipt', '/calendar'].map(
        (path) => [
          path,
          // The chat's socket is under /api.
          path === '/api' ? { target: server, ws: true } : server,
        ],
      ),
    ),
  },
});

function serviceWorker() {
  const journey = clientJourney();
  const worker = VitePWA({
    // Our own worker (src/sw.ts): its navigation route must leave the API and the pages the server renders alone.
    strategies: 'injectManifest',
    srcDir: 'src',
    filename: 'sw.ts',
    // Never reload during a booking: the app asks first (src/app/updates).
    registerType: 'prompt',
    injectRegister: false,
    injectManifest: {
      // Setting this drops wasm from the default patterns, so it is listed here: without it nothing can be priced offline.
      globPatterns: ['**/*.{js,css,woff2,wasm}', 'index.html', 'favicon.svg'],
      maximumFileSizeToCacheInBytes: 3_000_000,
      manifestTransforms: [
        (entries) => ({ manifest: entries.filter(({ url }) => journey.isWanted(url)), warnings: [] }),
      ],
    },
    includeManifestIcons: false,
    manifest: {
      id: '/',
      name: 'Callout',
      short_name: 'Callout',
      description: 'Say what’s wrong, see the price before anyone knocks.',
      lang: 'en-GB',
      start_url: '/',
      scope: '/',
      display: 'standalone',
      background_color: '#f6f4ef',
      theme_color: '#f6f4ef',
      categories: ['utilities', 'lifestyle'],
      icons: [
        { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
        { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
        { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      ],
    },
    devOptions: { enabled: false },
  });
  return [journey.plugin, prerenderedPages({ ...source, plugins: [react(), wasm(), example] }), worker];
}
