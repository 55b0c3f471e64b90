// Unsubmitted input of the address form, kept for this tab so that reloading or going back loses nothing.
import { inTab } from '@/shared/storage';
import type { AddressForm } from './schema';

const KEY = 'callout.address-form';

export function keepUnsaved(draftId: string, form: AddressForm): void {
  inTab.write(KEY, JSON.stringify({ draftId, form }));
}

export function forgetUnsaved(): void {
  inTab.remove(KEY);
}

/** Returns input only if it was typed for the same draft, and only its strings. */
export function readUnsaved(draftId: string): Partial<AddressForm> {
  try {
    const kept: unknown = JSON.parse(inTab.read(KEY) ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('form' in kept) || !('draftId' in kept)) return {};
    if (kept.draftId !== draftId || typeof kept.form !== 'object' || kept.form === null) return {};
    const texts = Object.entries(kept.form).filter(([, value]) => typeof value === 'string');
    return Object.fromEntries(texts) as Partial<AddressForm>;
  } catch {
    return {};
  }
}
