import { Skeleton } from '@/ui';

/** Stands where the card form will be. */
export function Waiting() {
  return <Skeleton className="min-h-40 grow" label="Loading the card form" />;
}
