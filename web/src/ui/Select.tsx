// Not exported from '@/ui', which would add it to the first load.
import type { ComponentPropsWithRef } from 'react';
import { cx } from './cx';
import { useFieldControl } from './Field';

/** The browser's own list to choose from. Inside a Field it gets its id and aria attributes from there. */
export function Select({ className, ...rest }: ComponentPropsWithRef<'select'>) {
  const wiring = useFieldControl();
  return <select {...wiring} {...rest} className={cx('control', className)} />;
}
