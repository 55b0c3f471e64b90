// The frame of the client area, and booking notifications. Without a signed-in client, only the page itself is shown.
import { Outlet } from 'react-router';
import { useClient } from '@/shared/session';
import { AccountCorner } from '@/ui/AccountCorner';
import { AreaFrame } from '@/ui/AreaFrame';
import { usePushRenewal } from '@/ui/messages/usePushRenewal';
import { clientLinks } from './links';
import { useNotifications } from './useNotifications';

export function Component() {
  const client = useClient();
  useNotifications(client?.id);
  usePushRenewal(client?.id);
  return (
    <AreaFrame links={client && clientLinks} corner={<AccountCorner />}>
      <Outlet />
    </AreaFrame>
  );
}
