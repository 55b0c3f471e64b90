import { ArrowRight } from 'lucide-react';
import type { Estimate } from '@/api/types';
import { jobsByTrade } from '@/shared/eachTrade';
import { Button } from '@/ui';

export interface BookEachProps {
  estimate: Estimate;
  onChoose: (code: string) => void;
}

/** Two trades are two bookings: each button goes on with the same text and that trade's job. The confirmation then offers the other. */
export function BookEach({ estimate, onChoose }: BookEachProps) {
  const { problem_type, readable_name, alternatives } = estimate;
  const nameOf = (code: string) =>
    code === problem_type ? readable_name : alternatives.find((other) => other.code === code)?.name;
  return (
    <div className="grid gap-2.5">
      {jobsByTrade(estimate.explanation).map(({ trade, code }) => (
        <Button
          key={code}
          after={<ArrowRight aria-hidden="true" className="size-5 shrink-0" />}
          onClick={() => onChoose(code)}
        >
          Book the {[trade, nameOf(code)].filter(Boolean).join(': ')}
        </Button>
      ))}
    </div>
  );
}
