import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import wasm from 'vite-plugin-wasm';
import { defineConfig } from 'vitest/config';
import { exampleEstimate } from './exampleEstimate.ts';

export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  plugins: [react(), wasm(), exampleEstimate()],
  test: {
    environment: 'happy-dom',
    environmentOptions: { happyDOM: { url: 'http://127.0.0.1:8080/' } },
    setupFiles: ['./src/test/setup.ts'],
    include: ['src/**/*.test.{ts,tsx}'],
    // Above how long a query waits (src/test/setup.ts), so that one that finds nothing says so on a busy machine, too.
    testTimeout: 20_000,
    restoreMocks: true,
    unstubGlobals: true,
  },
});
