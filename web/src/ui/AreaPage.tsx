// A page inside the client or pro area: its heading and a way back. AreaFrame is around it.
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { Link, useNavigationType } from 'react-router';
import { usePageTitle } from './usePageTitle';

export interface AreaPageProps {
  title: string;
  hasError?: boolean;
  /** Where the back link leads. */
  back?: { to: string; label: string };
  /** To the right of the heading. */
  corner?: ReactNode;
  children: ReactNode;
}

export function AreaPage({ title, hasError = false, back, corner, children }: AreaPageProps) {
  usePageTitle(title, hasError);
  useLateFocus();
  return (
    <>
      {back && (
        <Link
          to={back.to}
          className="-mt-2 mb-1 inline-flex print:hidden min-h-11 items-center gap-1.5 text-s font-[650] text-action hover:underline"
        >
          <ArrowLeft aria-hidden="true" className="size-4" />
          {back.label}
        </Link>
      )}
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 id="page-title" tabIndex={-1} className="min-w-0 text-xxl [overflow-wrap:anywhere]">
          {title}
        </h1>
        {corner}
      </div>
      {children}
    </>
  );
}

/** The code or data of a page may come after the navigation to it: then nothing has the focus yet, and the heading takes it. */
function useLateFocus(): void {
  const navigation = useNavigationType();
  const arrived = useEffectEvent(() => {
    if (navigation === 'POP' || document.activeElement !== document.body) return;
    document.getElementById('page-title')?.focus({ preventScroll: true });
  });
  useEffect(() => arrived(), []);
}
