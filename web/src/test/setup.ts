import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import { forgetMemory } from '@/shared/storage';
import { supportModalDialogs } from './modalDialogs';

supportModalDialogs();

configure({ asyncUtilTimeout: 5000 });

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  forgetMemory();
});

// The tests of a file would share their streams: those about that bring their own tabs (fakeTabs).
Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true });
