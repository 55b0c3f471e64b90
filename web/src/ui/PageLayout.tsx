// The frame of plain pages (landing, terms, privacy, support): logo at the top, links at the foot.
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '@/shared/paths';
import { AccountCorner } from './AccountCorner';
import { cx } from './cx';
import { Logo } from './Logo';
import { usePageTitle } from './usePageTitle';

export interface PageLayoutProps {
  /** The tab's title. */
  title: string;
  /** The visible heading; leave out if the page has its own <h1 id="page-title" tabIndex={-1}>. */
  heading?: string;
  /** 'prose' keeps lines readable, 'narrow' is for a short form, 'wide' for the landing page. */
  width?: keyof typeof measures;
  /** At the top right; by default who is signed in, or a link to log in. */
  corner?: ReactNode;
  children: ReactNode;
}

const measures = { narrow: 'max-w-[33.5rem]', prose: 'max-w-[45rem]', wide: 'max-w-[74.5rem]' };

export function PageLayout({
  title,
  heading,
  width = 'prose',
  corner = <AccountCorner />,
  children,
}: PageLayoutProps) {
  usePageTitle(title);
  const measure = measures[width];
  return (
    <>
      <header
        className={cx(
          'mx-auto flex w-full flex-wrap items-center justify-between gap-x-4 px-page py-3 desk:px-12',
          measure,
        )}
      >
        <Logo />
        {corner}
      </header>
      <main id="main" className={cx('mx-auto w-full flex-1 px-page pt-3 pb-12 desk:px-12', measure)}>
        {heading && (
          <h1 id="page-title" tabIndex={-1} className="mb-5 text-xxl">
            {heading}
          </h1>
        )}
        {children}
      </main>
      <footer className="border-t border-line">
        <nav
          aria-label="About Callout"
          className={cx('mx-auto flex w-full flex-wrap gap-x-6 px-page py-4 text-s desk:px-12', measure)}
        >
          {[
            { to: paths.terms, label: 'Terms and cancellation' },
            { to: paths.privacy, label: 'Privacy' },
            { to: paths.support, label: 'Help' },
          ].map((item) => (
            <Link key={item.to} to={item.to} className="link inline-flex min-h-11 items-center font-normal">
              {item.label}
            </Link>
          ))}
        </nav>
      </footer>
    </>
  );
}
