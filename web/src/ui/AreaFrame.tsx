// The frame of the client and pro areas: header, navigation, and the page. The pages themselves are <AreaPage>s.
import { PanelLeftOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import { hideSidebar, useSidebarHidden } from '@/shared/sidebar';
import { type AreaLink, BottomBar, Sidebar } from './AreaNavigation';
import { cx } from './cx';
import { IconButton } from './IconButton';
import { Logo } from './Logo';
import { useIsDesk } from './useMediaQuery';

export interface AreaFrameProps {
  /** Null where there is nothing to choose from. */
  links: readonly AreaLink[] | null;
  /** At the top left; the logo by default. */
  start?: ReactNode;
  /** At the top right. */
  corner: ReactNode;
  children: ReactNode;
}

export function AreaFrame({ links, start = <Logo />, corner, children }: AreaFrameProps) {
  const desk = useIsDesk();
  const hidden = useSidebarHidden();
  const showSidebar = links !== null && desk && !hidden;
  return (
    <>
      <header className="mx-auto flex print:hidden w-full max-w-[74.5rem] flex-wrap items-center justify-between gap-x-4 px-page py-3 desk:px-12">
        <div className="flex min-w-0 items-center gap-3">
          {links && desk && hidden && (
            <IconButton
              label="Show menu"
              icon={<PanelLeftOpen aria-hidden="true" className="size-5" />}
              onClick={() => hideSidebar(false)}
            />
          )}
          {start}
        </div>
        {corner}
      </header>
      <div
        className={cx(
          'mx-auto grid w-full flex-1 content-start gap-12 px-page pt-3 pb-12 desk:px-12',
          showSidebar ? 'max-w-[74.5rem] grid-cols-[13rem_minmax(0,1fr)]' : 'max-w-[51rem] grid-cols-1',
        )}
      >
        {showSidebar && <Sidebar links={links} />}
        <main id="main" className="min-w-0">
          {children}
        </main>
      </div>
      {links && !desk && <BottomBar links={links} />}
    </>
  );
}
