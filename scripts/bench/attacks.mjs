// What one address can do to the server and to others: uploads that never end, connections that say nothing, webhooks that want
// hashing. Each runs against its own server with the default settings.
import { connect } from 'node:net';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { figure, median } from './figure.mjs';
import { openFiles, residentMegabytes } from './process.mjs';
import { startProduct } from './product.mjs';

const UPLOADS = 80;
const UPLOAD_BYTES = 8 * 1024 * 1024;
const IDLE_SOCKETS = 3_000;
const OWN_FILES = 16; // the most files that a running server has open besides connections
const OTHER_ADDRESS = '127.0.0.2';
const WEBHOOKS = 20;

/** Milliseconds until a GET from another address of this machine is answered; Infinity when it is not. */
function answeredWithin(origin, path) {
  const started = performance.now();
  return new Promise((resolve) => {
    request(origin + path, { localAddress: OTHER_ADDRESS, timeout: 10_000, agent: false }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode === 200 ? performance.now() - started : Infinity));
    })
      .on('timeout', function giveUp() { this.destroy(); })
      .on('error', () => resolve(Infinity))
      .end();
  });
}

/** A socket whose errors are ignored. */
function socketTo(origin) {
  const { hostname, port } = new URL(origin);
  return connect({ host: hostname, port: Number(port) }).on('error', () => {}).resume();
}

/** Sends a form with a photo of 8 MB but for its end; settles once all of it is out or the server has closed. */
function unfinishedUpload(origin, photo) {
  const socket = socketTo(origin);
  const head =
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n';
  const sent = new Promise((resolve) => {
    socket.on('close', resolve);
    socket.write(
      'POST /api/uploads HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: multipart/form-data; boundary=x\r\n' +
        `Content-Length: ${head.length + photo.length + 100}\r\n\r\n${head}`,
    );
    socket.write(photo, resolve);
  });
  return { socket, sent };
}

async function uploads() {
  const product = await startProduct();
  const before = residentMegabytes(product.pid);
  const photo = Buffer.alloc(UPLOAD_BYTES, 1);
  const open = Array.from({ length: UPLOADS }, () => unfinishedUpload(product.origin, photo));
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, residentMegabytes(product.pid))), 20);
  await Promise.all(open.map(({ sent }) => sent));
  await sleep(500);
  const other = await answeredWithin(product.origin, '/api/slots');
  clearInterval(watch);
  figure({ name: `memory with ${UPLOADS} unfinished uploads of 8 MB`, value: most, unit: `MiB, ${before.toFixed(0)} before`, atMost: 100 });
  figure({ name: 'another address meanwhile', value: other, unit: 'ms', atMost: 1_000 });
  for (const { socket } of open) socket.destroy();
  await product.stop();
}

async function idleSockets() {
  const product = await startProduct();
  const before = openFiles(product.pid);
  const sockets = Array.from({ length: IDLE_SOCKETS }, () => socketTo(product.origin));
  await Promise.all(sockets.map((socket) => new Promise((resolve) => {
    socket.on('connect', resolve).on('close', resolve);
  })));
  await sleep(500);
  const times = [];
  for (let i = 0; i < 20; i += 1) times.push(await answeredWithin(product.origin, '/api/slots'));
  // A client may think that it is connected while its server has no room to accept: the server's own files are counted.
  figure({ name: `another address beside ${IDLE_SOCKETS} idle sockets, slowest of 20`, value: Math.max(...times), unit: 'ms', atMost: 1_000 });
  figure({ name: 'files that the server has open for them', value: openFiles(product.pid) - before, unit: '', atMost: 256 + OWN_FILES });
  for (const socket of sockets) socket.destroy();
  await product.stop();
}

/** Posts a webhook of 60 KB with this header; gives the milliseconds it took. */
async function webhook(origin, signature) {
  const started = performance.now();
  const answer = await fetch(`${origin}/api/payments/webhook/sandbox`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Callout-Sandbox-Signature': signature },
    body: 'x'.repeat(60 * 1024),
  });
  await answer.arrayBuffer();
  if (answer.status !== 400) throw new Error(`a forged webhook was answered ${answer.status}`);
  return performance.now() - started;
}

async function webhooks() {
  const product = await startProduct();
  const one = `,v1=${'0'.repeat(64)}`;
  const now = `t=${Math.floor(Date.now() / 1000)}`;
  const [single, many] = [[], []];
  for (let i = 0; i < WEBHOOKS; i += 1) {
    single.push(await webhook(product.origin, now + one));
    many.push(await webhook(product.origin, now + one.repeat(200)));
  }
  figure({ name: 'forged webhook of 60 KB with 200 signatures, median', value: median(many) - median(single), unit: 'ms more than with one', atMost: 5 });
  await product.stop();
}

await uploads();
await idleSockets();
await webhooks();
