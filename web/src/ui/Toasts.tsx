import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { onFirstToast } from './toast';

// Without its code there is no toast, which is no reason to show no page.
const Toaster = lazy(
  (): Promise<{ default: ComponentType }> => import('./SonnerToaster').catch(() => ({ default: () => null })),
);

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
