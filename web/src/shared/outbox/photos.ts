// Photos that wait with a step of a job, for 7 days at most. The step names each by its reference.
import { randomId } from '../id';
import { forgetUnder, keepUnder, keysKept, readUnder } from '../photoStore';
import { askServerTime, isClockKnown, onSessionEnd, serverNow } from '../session';
import { keysUnder, OUTBOX, readStored } from '../storage';

const LIFETIME = 7 * 24 * 60 * 60 * 1000;
const PREFIX = 'waiting:';

export const isReference = (value: unknown): value is string =>
  typeof value === 'string' && value.startsWith(PREFIX);

/** Resolves with the photo's reference. */
export async function keepWaitingPhoto(photo: Blob): Promise<string> {
  const reference = PREFIX + randomId();
  await keepUnder(reference, { photo, at: isClockKnown() ? serverNow() : undefined });
  return reference;
}

/** Null once it is gone; rejects when it cannot be read now. */
export async function readWaitingPhoto(reference: string): Promise<Blob | null> {
  const { photo, at } = await kept(reference);
  return photo instanceof Blob && !isOver(at) ? photo : null;
}

/** Taken while the server's time was not known, it counts from when it is: this device's clock may be years behind. */
const isOver = (at?: number) => at !== undefined && isClockKnown() && serverNow() - at >= LIFETIME;

async function kept(reference: string): Promise<{ photo?: unknown; at?: number }> {
  return { ...((await readUnder(reference)) as object | undefined) };
}

export async function forgetWaitingPhotos(references: readonly string[]): Promise<void> {
  await Promise.all(references.map(forgetUnder));
}

/** Forgets those whose time is over, once the server's time is known. */
export async function forgetOldPhotos(): Promise<void> {
  const references = (await keysKept()).filter(isReference);
  if (references.length > 0 && !isClockKnown()) await askServerTime();
  if (isClockKnown()) await Promise.all(references.map(forgetIfOver));
}

async function forgetIfOver(reference: string): Promise<void> {
  // One that cannot be read is not known to be over.
  const { photo, at } = await kept(reference).catch(() => ({ photo: undefined, at: undefined }));
  if (isOver(at)) await forgetUnder(reference);
  else if (photo && at === undefined) await keepUnder(reference, { photo, at: serverNow() });
}

/** The references in what is to be sent, in order. */
export function referencesIn(what: unknown): string[] {
  if (isReference(what)) return [what];
  return typeof what === 'object' && what !== null ? Object.values(what).flatMap(referencesIn) : [];
}

/** What is to be sent, with addresses in place of references. */
export function withAddresses<What>(what: What, addresses: Readonly<Record<string, string>>): What {
  const replaced = (value: unknown): unknown => {
    if (isReference(value)) return addresses[value] ?? value;
    if (Array.isArray(value)) return value.map(replaced);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, replaced(part)]));
  };
  return replaced(what) as What;
}

/** Whether a step that waits names it, no matter whose. */
function isNamed(reference: string): boolean {
  return keysUnder(OUTBOX).some((key) => readStored(key)?.includes(reference));
}

// What waits of whoever logs out is gone by now; what waits of others stays, with its photos.
onSessionEnd((how) => {
  if (how !== 'logout') return;
  void keysKept().then((keys) =>
    forgetWaitingPhotos(keys.filter((key) => isReference(key) && !isNamed(key))),
  );
});
