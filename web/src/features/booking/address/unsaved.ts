// What stands in the address form but was not submitted yet: kept for this tab, so that a reload or a step back loses nothing.
import type { AddressForm } from './schema';

const KEY = 'callout.address-form';

export function keepUnsaved(draftId: string, form: AddressForm): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ draftId, form }));
  } catch {
    // A full or forbidden storage: the form still works.
  }
}

export function forgetUnsaved(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept then.
  }
}

/** Only what was typed for the same draft, and only texts. */
export function readUnsaved(draftId: string): Partial<AddressForm> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('form' in kept) || !('draftId' in kept)) return {};
    if (kept.draftId !== draftId || typeof kept.form !== 'object' || kept.form === null) return {};
    const texts = Object.entries(kept.form).filter(([, value]) => typeof value === 'string');
    return Object.fromEntries(texts) as Partial<AddressForm>;
  } catch {
    return {};
  }
}
