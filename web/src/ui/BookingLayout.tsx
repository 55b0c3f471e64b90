// The frame of every booking screen. On a phone: top bar, pipe, content, and a foot within reach of the thumb. From 1024 px up: the docket and
// the action share one slip of paper beside the form.
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { bottomBar } from './bottomBar';
import { cx } from './cx';
import { IconButton } from './IconButton';
import { Logo } from './Logo';
import { Pipe, type Step, StepCount } from './Pipe';
import { useIsDesk } from './useMediaQuery';
import { usePageTitle } from './usePageTitle';

export interface BookingLayoutProps {
  title: string;
  /** Leave out on pages outside the five steps. */
  step?: Step;
  /** Puts "Error: " in front of the tab's title. */
  hasError?: boolean;
  /** What the back button does; without it there is no button. */
  onBack?: () => void;
  /** To the right of the title: a badge or a small button. */
  corner?: ReactNode;
  /** The docket. Beside the form on a wide screen; on a phone, where `asideOnPhone` says. */
  aside?: ReactNode;
  asideOnPhone?: 'before' | 'after' | 'hidden';
  /** A <Foot>. */
  foot?: ReactNode;
  children: ReactNode;
}

export function BookingLayout(props: BookingLayoutProps) {
  const {
    title,
    step,
    hasError = false,
    onBack,
    corner,
    aside,
    asideOnPhone = 'after',
    foot,
    children,
  } = props;
  const desk = useIsDesk();
  usePageTitle(title, hasError);
  const heading = (
    <h1 id="page-title" tabIndex={-1} className={headingSize(props, desk)}>
      {title}
    </h1>
  );
  const back = onBack && (
    <IconButton
      label="Back"
      icon={<ArrowLeft aria-hidden="true" className="size-5" />}
      onClick={onBack}
      className="-ml-3"
    />
  );
  return (
    <>
      {desk && <DeskHeader step={step} />}
      <main id="main" className="flex w-full flex-1 flex-col">
        {/* Inside main, since it carries the heading: the skip link leads before it. */}
        {!desk && <PhoneHeader step={step} heading={heading} back={back} corner={corner} />}
        <div className={cx('mx-auto w-full flex-1', desk ? deskClass(Boolean(aside || foot)) : phoneClass)}>
          {!desk && aside && asideOnPhone === 'before' && <div key="aside">{aside}</div>}
          <div key="content" className={cx('flex min-w-0 flex-col', desk ? 'gap-5' : 'gap-4')}>
            {desk && (
              <div className="flex items-center gap-1">
                {back}
                <div className="min-w-0 flex-1">{heading}</div>
                {corner}
              </div>
            )}
            {children}
          </div>
          {!desk && aside && asideOnPhone === 'after' && <div key="aside">{aside}</div>}
          {desk && (aside || foot) && (
            <div key="slip" className="slip sticky top-6 grid gap-4">
              {aside}
              {foot}
            </div>
          )}
        </div>
        {!desk && foot && (
          <div ref={bottomBar} className="bottom-bar px-page pt-3 pb-[max(16px,env(safe-area-inset-bottom))]">
            <div className="@container mx-auto max-w-[35rem]">{foot}</div>
          </div>
        )}
      </main>
    </>
  );
}

const phoneClass = 'flex max-w-[37.5rem] flex-col gap-4 px-page pt-3 pb-6';

/** On a phone a page of its own, with no step and no way back, has a large heading; the others share their line with both. */
function headingSize({ step, onBack }: BookingLayoutProps, desk: boolean): string {
  if (desk) return 'text-xxl';
  return step || onBack ? 'text-l leading-tight' : 'text-xl';
}

function deskClass(hasSlip: boolean): string {
  const columns = 'max-w-[1192px] grid-cols-[minmax(0,640px)_minmax(320px,400px)] justify-center';
  return cx('grid items-start gap-14 px-12 pt-10 pb-14', hasSlip ? columns : 'max-w-[736px]');
}

function DeskHeader({ step }: { step: Step | undefined }) {
  return (
    <header className="border-b border-line bg-surface px-12 py-3">
      <div className="@container mx-auto grid max-w-[1400px] grid-cols-[1fr_minmax(0,460px)_1fr] items-center gap-6">
        <Logo />
        {step ? <Pipe step={step} /> : <span />}
        {step ? <StepCount step={step} className="text-right" /> : <span />}
      </div>
    </header>
  );
}

interface PhoneHeaderProps {
  step: Step | undefined;
  heading: ReactNode;
  back: ReactNode;
  corner: ReactNode;
}

function PhoneHeader({ step, heading, back, corner }: PhoneHeaderProps) {
  return (
    <header className="mx-auto w-full max-w-[37.5rem] px-page pt-[max(12px,env(safe-area-inset-top))]">
      <div className="@container">
        <div className="flex min-h-12 flex-wrap items-center gap-1.5">
          {back}
          <div className="min-w-0 flex-1 basis-24">
            {heading}
            {step && <StepCount step={step} />}
          </div>
          {corner}
        </div>
        {step && <Pipe step={step} className="mt-2.5" />}
      </div>
    </header>
  );
}
