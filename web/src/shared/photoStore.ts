// Photos that wait in this browser. They are too large for localStorage, so they are kept in IndexedDB, where they survive a reload and being
// offline; where that is blocked or full, this page's memory stands in for it.
import { noteBlocked } from './storage';

const DATABASE = 'callout';
const STORE = 'photos';

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function run<Result>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await open();
  try {
    return await new Promise<Result>((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = act(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = () => reject(transaction.error);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

const remembered = new Map<string, unknown>();

/** `kept` is the photo, or an object around it. */
export async function keepUnder(key: string, kept: unknown): Promise<void> {
  try {
    await run('readwrite', (store) => store.put(kept, key));
    remembered.delete(key);
  } catch {
    remembered.set(key, kept);
    noteBlocked();
  }
}

/** Undefined when nothing is there; rejects when that cannot be told, as where the browser has lost its database for a moment. */
export async function readUnder(key: string): Promise<unknown> {
  if (remembered.has(key)) return remembered.get(key);
  return run<unknown>('readonly', (store) => store.get(key));
}

export async function forgetUnder(key: string): Promise<void> {
  remembered.delete(key);
  try {
    await run('readwrite', (store) => store.delete(key));
  } catch {
    // Storage is unavailable, so there is nothing to remove.
  }
}

export async function keysKept(): Promise<string[]> {
  const stored = await run('readonly', (store) => store.getAllKeys()).catch(() => []);
  return [...new Set([...remembered.keys(), ...stored.map(String)])];
}
