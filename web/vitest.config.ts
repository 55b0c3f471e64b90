import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import wasm from 'vite-plugin-wasm';
import { defineConfig, type Plugin } from 'vitest/config';
import { exampleEstimate } from './exampleEstimate.ts';

/** Tests have no server that serves the pricing module: its address holds its bytes, as vite-plugin-wasm has it for its own imports. */
const wasmInItsAddress: Plugin = {
  name: 'wasm-in-its-address',
  enforce: 'pre',
  load: async (id) => {
    if (!id.endsWith('.wasm?url')) return null;
    const bytes = await readFile(id.slice(0, -'?url'.length));
    return `export default "data:application/wasm;base64,${bytes.toString('base64')}"`;
  },
};

export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  plugins: [react(), wasm(), wasmInItsAddress, exampleEstimate()],
  test: {
    environment: 'happy-dom',
    environmentOptions: { happyDOM: { url: 'http://127.0.0.1:8080/' } },
    setupFiles: ['./src/test/setup.ts'],
    include: ['src/**/*.test.{ts,tsx}'],
    // All cores: whatever else runs beside these tests gives way (scripts/test.sh).
    maxWorkers: '100%',
    // Above how long a query waits (src/test/setup.ts), so that one that finds nothing says so on a busy machine, too.
    testTimeout: 20_000,
    restoreMocks: true,
    unstubGlobals: true,
  },
});
