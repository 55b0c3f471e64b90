// The draft's photo. It is too large for localStorage, so it is kept in IndexedDB, where it survives a reload and being offline; where that is
// blocked or full, this page's memory stands in for it.
import { noteBlocked } from '@/shared/storage';

const DATABASE = 'callout';
const STORE = 'photos';
const KEY = 'draft';

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

let remembered: Blob | null = null;

export async function keepPhoto(photo: Blob): Promise<void> {
  try {
    await run('readwrite', (store) => store.put(photo, KEY));
    remembered = null;
  } catch {
    remembered = photo;
    noteBlocked();
  }
}

export async function readPhoto(): Promise<Blob | null> {
  if (remembered) return remembered;
  try {
    const found: unknown = await run('readonly', (store) => store.get(KEY));
    return found instanceof Blob ? found : null;
  } catch {
    return null;
  }
}

export async function forgetPhoto(): Promise<void> {
  remembered = null;
  try {
    await run('readwrite', (store) => store.delete(KEY));
  } catch {
    // Storage is unavailable, so there is nothing to remove.
  }
}
