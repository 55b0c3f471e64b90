// The navigation of the client and pro areas: a sidebar that can be hidden on a wide screen, a bar at the bottom on a phone.
import { type LucideIcon, PanelLeftClose } from 'lucide-react';
import { NavLink } from 'react-router';
import { hideSidebar } from '@/shared/sidebar';
import { Button } from './Button';
import { bottomBar } from './bottomBar';
import { cx } from './cx';

export interface AreaLink {
  to: string;
  label: string;
  Icon: LucideIcon;
  /** Only the address itself counts as being there, not those below it. */
  end: boolean;
}

interface NavigationProps {
  links: readonly AreaLink[];
}

export function Sidebar({ links }: NavigationProps) {
  return (
    <nav aria-label="Your account" className="print:hidden sticky top-6 grid gap-1 self-start">
      <Links
        links={links}
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

export function BottomBar({ links }: NavigationProps) {
  return (
    <nav
      aria-label="Your account"
      ref={bottomBar}
      className={cx(
        'bottom-bar grid print:hidden pb-[env(safe-area-inset-bottom)]',
        // All in a row, or two rows where that is too narrow.
        links.length > 4 ? 'grid-cols-3 min-[18rem]:grid-cols-5' : 'grid-cols-2 min-[18rem]:grid-cols-4',
      )}
    >
      <Links
        links={links}
        look={(isActive) =>
          cx(
            'grid min-h-14 content-center justify-items-center gap-0.5 text-center text-[min(0.8125rem,4.2vw)] leading-tight font-[600]',
            isActive ? 'text-action' : 'text-muted',
          )
        }
      />
    </nav>
  );
}

function Links({ links, look }: NavigationProps & { look: (isActive: boolean) => string }) {
  return links.map(({ to, label, Icon, end }) => (
    <NavLink key={to} to={to} end={end} className={({ isActive }) => look(isActive)}>
      <Icon aria-hidden="true" className="size-5 shrink-0" />
      {label}
    </NavLink>
  ));
}
