import { lazy, Suspense, useEffect, useState } from 'react';
import { onFirstToast } from './toast';

const Toaster = lazy(() => import('./SonnerToaster'));

/** Mounted once in the app; draws what toast() asks for. */
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
