// The frame of the client area: header, navigation, and booking notifications. Without a signed-in client, only the page itself is shown.
import { PanelLeftOpen } from 'lucide-react';
import { Outlet } from 'react-router';
import { useClient } from '@/shared/session';
import { hideSidebar, useSidebarHidden } from '@/shared/sidebar';
import { cx, IconButton, useIsDesk } from '@/ui';
import { AccountCorner } from '@/ui/AccountCorner';
import { Logo } from '@/ui/Logo';
import { BottomBar, Sidebar } from './Navigation';
import { useNotifications } from './useNotifications';

export function Component() {
  const client = useClient();
  const desk = useIsDesk();
  const hidden = useSidebarHidden();
  const showSidebar = client !== null && desk && !hidden;
  useNotifications(client?.id);
  return (
    <>
      <header className="mx-auto flex w-full max-w-[74.5rem] flex-wrap items-center justify-between gap-x-4 px-page py-3 desk:px-12">
        <div className="flex items-center gap-3">
          {client && desk && hidden && (
            <IconButton
              label="Show menu"
              icon={<PanelLeftOpen aria-hidden="true" className="size-5" />}
              onClick={() => hideSidebar(false)}
            />
          )}
          <Logo />
        </div>
        <AccountCorner />
      </header>
      <div
        className={cx(
          'mx-auto grid w-full flex-1 content-start gap-12 px-page pt-3 pb-12 desk:px-12',
          showSidebar ? 'max-w-[74.5rem] grid-cols-[13rem_minmax(0,1fr)]' : 'max-w-[51rem] grid-cols-1',
        )}
      >
        {showSidebar && <Sidebar />}
        <main id="main" className="min-w-0">
          <Outlet />
        </main>
      </div>
      {client && !desk && <BottomBar />}
    </>
  );
}
