import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App';
import { registerWhenIdle } from './app/serviceWorker';
import './ui/styles/index.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

function show(container: HTMLElement): void {
  createRoot(container).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

// Written out, not `isDemo`: only so is the import left out of every other build.
if (import.meta.env.VITE_MOCKS === 'on') {
  // The mock has the only service worker, and nothing may be asked before it answers.
  void import('./mocks').then(({ startDemo }) => startDemo()).then(() => show(root));
} else {
  show(root);
  registerWhenIdle();
}
