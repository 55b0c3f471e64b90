import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App';
import { registerWhenIdle } from './app/serviceWorker';
import { refreshBook } from './pricing';
import { hearAutofill } from './shared/autofill';
import { whenIdle } from './shared/whenIdle';
import './ui/styles/index.css';

hearAutofill(document);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

function show(container: HTMLElement): void {
  createRoot(container).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

// Known when the app is built, so that the import is left out of every other build.
if (import.meta.env.VITE_MOCKS === 'on') {
  // The mock has the only service worker, and nothing may be asked before it answers.
  void import('./mocks').then(({ startDemo }) => startDemo()).then(() => show(root));
} else {
  show(root);
  // When a newer price book arrives, screens that show prices price again.
  whenIdle(() => void refreshBook(), 1500);
  registerWhenIdle();
}
