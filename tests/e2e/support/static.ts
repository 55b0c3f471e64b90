// A static host: files of a folder, and 404.html for every other address.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
};

export interface StaticHost {
  url: string;
  /** The addresses that were asked for and were no files. */
  missed: string[];
  close: () => Promise<void>;
}

export async function serveFolder(folder: string): Promise<StaticHost> {
  const missed: string[] = [];
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const path = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
    const file = await readFile(join(folder, path)).catch(() => null);
    if (!file) missed.push(pathname);
    const type = file ? (types[extname(path)] ?? 'application/octet-stream') : 'text/html';
    response.writeHead(file ? 200 : 404, { 'Content-Type': type });
    response.end(file ?? (await readFile(join(folder, '404.html'))));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    missed,
    close: () => new Promise((closed) => server.close(() => closed())),
  };
}
