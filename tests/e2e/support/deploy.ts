// Two versions of the app in front of one server: the build as it is, and the same with every file of assets under another name, as after any
// change. Everything else goes to the server.
import { readdirSync, readFileSync } from 'node:fs';
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, resolve } from 'node:path';
import type { Server } from './server';

const dist = resolve(__dirname, '../../../web/dist');

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

export class Deploy {
  url = '';
  private readonly http = createServer((request, response) => this.answer(request, response));
  private next: Map<string, Buffer> | null = null;

  private constructor(private readonly server: Server) {}

  static async before(server: Server): Promise<Deploy> {
    const deploy = new Deploy(server);
    await new Promise<void>((listening) => deploy.http.listen(0, '127.0.0.1', listening));
    deploy.url = `http://127.0.0.1:${(deploy.http.address() as AddressInfo).port}`;
    return deploy;
  }

  /** From now on there is only the next version. */
  deployNext(): void {
    this.next = nextBuild();
  }

  async close(): Promise<void> {
    this.http.closeAllConnections();
    await new Promise((closed) => this.http.close(closed));
  }

  private answer(request: IncomingMessage, response: ServerResponse): void {
    const path = new URL(request.url ?? '/', this.url).pathname;
    const isPage = request.headers['sec-fetch-mode'] === 'navigate' || path === '/' || path === '/sw.js';
    if (this.next && (isPage || path === '/index.html' || path.startsWith('/assets/')))
      this.answerFile(path, response);
    else this.pass(request, response);
  }

  private pass(request: IncomingMessage, response: ServerResponse): void {
    const { port } = this.server;
    const { method, headers, url } = request;
    const passed = ask({ host: '127.0.0.1', port, path: url, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  }

  private answerFile(path: string, response: ServerResponse): void {
    const name = path.startsWith('/assets/') || path === '/sw.js' ? path.slice(1) : 'index.html';
    const file = this.next?.get(name);
    const type = types[extname(name)] ?? 'application/octet-stream';
    response.writeHead(file ? 200 : 404, { 'Content-Type': type, 'Cache-Control': 'no-cache' });
    response.end(file);
  }
}

/** Files with their content, by name. */
function nextBuild(): Map<string, Buffer> {
  const assets = readdirSync(join(dist, 'assets')).filter((name) => !/\.(br|gz)$/.test(name));
  const stems = assets.map((name) => name.slice(0, -extname(name).length));
  // Only what looks like the name of an asset: a hash at its end.
  const named = new RegExp(`\\b(${stems.map(literally).join('|')})(?=\\.\\w)`, 'g');
  const renamed = (text: string) => text.replace(named, '$1-next');
  const files = new Map<string, Buffer>();
  for (const name of [...assets.map((asset) => `assets/${asset}`), 'index.html', 'sw.js']) {
    const content = readFileSync(join(dist, name));
    const isText = /\.(js|css|html)$/.test(name);
    files.set(renamed(name), isText ? Buffer.from(renamed(content.toString())) : content);
  }
  return files;
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
