// In place of 'failed to load', where what is shown was kept on this device.
import { History } from 'lucide-react';
import { seenOnDevice } from '@/api/onDevice';
import { useOffline } from '@/shared/connection';
import { useKeptAnswers } from '@/shared/keptAnswers';
import { Banner } from './Banner';
import { Button } from './Button';
import { LoadError } from './LoadError';
import { whenOf } from './whenOf';

interface AsOfProps {
  /** What was asked. */
  queryKey: readonly unknown[];
  /** It could not be had anew; what is kept is as old without a connection. */
  hasFailed: boolean;
  retry: () => void;
  /** What is said where nothing of it is kept. */
  fallback: string;
}

export function AsOf({ queryKey, hasFailed, retry, fallback }: AsOfProps) {
  const offline = useOffline();
  // Something may be kept, or no longer.
  useKeptAnswers();
  const seenAt = seenOnDevice(queryKey);
  if (!hasFailed && !(offline && seenAt !== undefined)) return null;
  if (seenAt === undefined) return <LoadError retry={retry}>{fallback}</LoadError>;
  return (
    <Banner
      role="status"
      icon={<History aria-hidden="true" className="mt-px size-5 shrink-0" />}
      actions={
        <Button size="small" look="quiet" onClick={retry}>
          Retry
        </Button>
      }
    >
      <span className="num">As of {whenOf(seenAt)}</span>
    </Banner>
  );
}
