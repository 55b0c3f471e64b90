import { ChevronRight, CircleCheck, CircleDashed } from 'lucide-react';
import { Link } from 'react-router';
import type { MasterProfile, OnboardingStep } from '@/api/types';
import { paths } from '@/shared/paths';
import { Badge } from '@/ui';
import { useDrafts } from '../drafts';
import { steps } from './steps';

interface StepListProps {
  profile: MasterProfile;
  /** Which of the steps. */
  shown: readonly OnboardingStep[];
}

/** Steps as links to their forms: done or not, and what was entered. */
export function StepList({ profile, shown }: StepListProps) {
  const drafts = useDrafts();
  return (
    <ul className="card grid grid-cols-1 p-0">
      {shown.map((step) => (
        <StepRow
          key={step}
          step={step}
          profile={profile}
          isDone={!profile.missing.includes(step)}
          hasDraft={step !== 'email' && drafts[step] !== undefined}
        />
      ))}
    </ul>
  );
}

interface StepRowProps {
  step: OnboardingStep;
  profile: MasterProfile;
  isDone: boolean;
  /** Something was typed and not saved. */
  hasDraft: boolean;
}

function StepRow({ step, profile, isDone, hasDraft }: StepRowProps) {
  const { title, todo, entered } = steps[step];
  return (
    <li className="border-line not-first:border-t">
      <Link
        id={`step-${step}`}
        to={paths.master.step(step)}
        className="flex min-h-16 items-center gap-3 rounded-large px-4 py-3 hover:bg-sunk"
      >
        {isDone ? (
          <CircleCheck aria-hidden="true" className="size-6 shrink-0 text-good" />
        ) : (
          <CircleDashed aria-hidden="true" className="size-6 shrink-0 text-muted" />
        )}
        <span className="grid min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <strong className="font-[650]">{title}</strong>
            <span className="sr-only">{isDone ? '(done)' : '(not done yet)'}</span>
            {hasDraft && <Badge tone="warn">Not saved yet</Badge>}
          </span>
          <span className="num text-s text-muted [overflow-wrap:anywhere]">{entered(profile) ?? todo}</span>
        </span>
        <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted max-[16rem]:hidden" />
      </Link>
    </li>
  );
}
