import { MapPin } from 'lucide-react';
import { Banner, Button } from '@/ui';
import { useSharing } from './usePositionSharing';

/** While the pro is on the way: whether the client can follow, and how to let them. */
export function FollowNote() {
  const { permission, ask } = useSharing();
  const icon = <MapPin aria-hidden="true" className="mt-px size-5 shrink-0" />;
  if (permission === 'granted')
    return (
      <Banner tone="action" role="status" icon={icon}>
        Keep this page open so the client can follow you.
      </Banner>
    );
  if (permission === 'denied' || permission === 'impossible')
    return (
      <Banner tone="warn" role="status" icon={icon}>
        Your browser does not share your position, so the client cannot follow you. You can allow it in the
        browser's settings.
      </Banner>
    );
  return (
    <Banner
      icon={icon}
      role="status"
      actions={
        <Button size="small" look="quiet" onClick={ask}>
          Share my position
        </Button>
      }
    >
      The client can follow you on a map while you are on the way.
    </Banner>
  );
}
