import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import { supportModalDialogs } from './modalDialogs';

supportModalDialogs();

configure({ asyncUtilTimeout: 5000 });

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});

// The tests of a file would share their streams: those about that bring their own tabs (fakeTabs).
Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true });
