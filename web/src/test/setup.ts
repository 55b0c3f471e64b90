import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { forgetMemory } from '@/shared/storage';
import { supportModalDialogs } from './modalDialogs';

supportModalDialogs();

configure({ asyncUtilTimeout: 5000 });

// Waits are just as long as they are asked to be (shared/apart).
beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
});

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  forgetMemory();
});

// The tests of a file would share their streams: those about that bring their own tabs (fakeTabs).
Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true });
