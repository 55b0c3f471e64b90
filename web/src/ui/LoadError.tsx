import type { ReactNode } from 'react';
import { Banner } from './Banner';
import { Button } from './Button';

/** Something could not be loaded, with a button that tries again. */
export function LoadError({ children, retry }: { children: ReactNode; retry: () => void }) {
  return (
    <Banner
      tone="bad"
      role="alert"
      actions={
        <Button size="small" look="quiet" onClick={retry}>
          Retry
        </Button>
      }
    >
      {children}
    </Banner>
  );
}
