import { act, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { guestToken, storeGuest } from '@/shared/session';
import { inTab, readStored, removeStored, writeStored } from '@/shared/storage';
import { renderAt } from '@/test/render';
import { token } from '@/test/token';
import { StorageStrip } from './StorageStrip';

afterEach(() => vi.unstubAllGlobals());

const strip = () => screen.getByRole('status').textContent;

/** A browser whose storage refuses these, and otherwise stores. */
function block(...methods: (keyof Storage)[]) {
  const refuse = () => {
    throw new DOMException('No', 'SecurityError');
  };
  const refused = Object.fromEntries(methods.map((method) => [method, refuse]));
  for (const area of ['localStorage', 'sessionStorage'] as const) {
    const real = globalThis[area];
    const getItem = (key: string) => real.getItem(key);
    vi.stubGlobal(area, { getItem, clear: () => real.clear(), ...refused });
  }
}

it('says nothing while things are stored', async () => {
  renderAt(<StorageStrip />, '/');
  await act(async () => writeStored('a', '1'));
  expect(strip()).toBe('');
});

it('a blocked browser remembers for as long as the page is open, and says so', async () => {
  block('getItem', 'setItem', 'removeItem');
  renderAt(<StorageStrip />, '/');
  await act(async () => {
    writeStored('a', '1');
    inTab.write('a', '2');
  });
  expect([readStored('a'), inTab.read('a'), readStored('b')]).toEqual(['1', '2', null]);
  removeStored('a');
  expect(readStored('a')).toBeNull();
  expect(strip()).toMatch(/^Your browser can't save what you enter here/);
});

it('a guest books where nothing can be stored', () => {
  block('getItem', 'setItem', 'removeItem');
  const guest = token({ sub: 'guest-1' });
  storeGuest({ clientId: 'guest-1', token: guest });
  expect(guestToken()).toBe(guest);
});

it('what no longer fits is newer than what is stored, until another tab stores it', () => {
  writeStored('a', 'old');
  block('setItem');
  writeStored('a', 'new');
  expect(readStored('a')).toBe('new');
  window.dispatchEvent(new StorageEvent('storage', { key: 'a' }));
  expect(readStored('a')).toBe('old');
});
