import { lazy, Suspense, useEffect, useState } from 'react';
import { onFirstToast } from './toast';

const Toaster = lazy(() => import('./SonnerToaster'));

/** Rendered once in the app; shows what toast() asks for. */
export function Toasts() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => onFirstToast(() => setWanted(true)), []);
  if (!wanted) return null;
  return (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  );
}
