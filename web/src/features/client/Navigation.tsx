// The navigation of the client area: a sidebar that can be hidden on a wide screen, a bar at the bottom on a phone.
import { PanelLeftClose } from 'lucide-react';
import { NavLink } from 'react-router';
import { hideSidebar } from '@/shared/sidebar';
import { Button, cx } from '@/ui';
import { bottomBar } from '@/ui/bottomBar';
import { clientLinks } from './links';

export function Sidebar() {
  return (
    <nav aria-label="Your account" className="sticky top-6 grid gap-1 self-start">
      <Links
        look={(isActive) =>
          cx(
            'flex min-h-11 items-center gap-3 rounded-medium px-3.5 font-[600]',
            isActive ? 'bg-action-soft text-action' : 'text-ink hover:bg-sunk',
          )
        }
      />
      <Button
        look="plain"
        size="small"
        className="mt-4 justify-self-start"
        icon={<PanelLeftClose aria-hidden="true" className="size-4" />}
        onClick={() => hideSidebar(true)}
      >
        Hide menu
      </Button>
    </nav>
  );
}

export function BottomBar() {
  return (
    <nav
      aria-label="Your account"
      ref={bottomBar}
      // Four in a row, or two rows of two.
      className="bottom-bar grid grid-cols-2 pb-[env(safe-area-inset-bottom)] min-[18rem]:grid-cols-4"
    >
      <Links
        look={(isActive) =>
          cx(
            'grid min-h-14 content-center justify-items-center gap-0.5 text-center text-[0.8125rem] leading-tight font-[600]',
            isActive ? 'text-action' : 'text-muted',
          )
        }
      />
    </nav>
  );
}

function Links({ look }: { look: (isActive: boolean) => string }) {
  return clientLinks.map(({ to, label, Icon, end }) => (
    <NavLink key={to} to={to} end={end} className={({ isActive }) => look(isActive)}>
      <Icon aria-hidden="true" className="size-5 shrink-0" />
      {label}
    </NavLink>
  ));
}
