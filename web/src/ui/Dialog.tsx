// A popup: on a phone it rises from the bottom edge, elsewhere it stands in the middle. The Radix part (focus trap, Escape, scroll lock)
// is fetched when the first popup opens, so that no route pays for it on its first load.
import { lazy, type ReactNode, Suspense } from 'react';

const RadixDialog = lazy(() => import('./RadixDialog'));

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** One sentence under the title. */
  description?: string;
  children?: ReactNode;
  /** Buttons at the end; the close cross is always there. */
  actions?: ReactNode;
}

export function Dialog(props: DialogProps) {
  if (!props.open) return null;
  return (
    <Suspense fallback={null}>
      <RadixDialog {...props} />
    </Suspense>
  );
}
