// Asked before anything is priced, where a description may tell of a danger: one question at a time, yes or no.
import { useEffect, useRef } from 'react';
import type { DangerQuestion as Question } from '@/api/types';
import { Button } from '@/ui';
import { useFocusHandedTo } from '@/ui/useFocusHandedTo';

export interface DangerQuestionProps {
  question: Question;
  /** How often an estimate was asked for: from the first time on the question takes the focus. */
  attempt: number;
  onAnswer: (yes: boolean) => void;
}

export function DangerQuestion({ question: { kind, text }, attempt, onAnswer }: DangerQuestionProps) {
  const section = useFocusHandedTo<HTMLElement>('page-title');
  const title = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question takes the focus, too
  useEffect(() => {
    if (attempt === 0) return;
    title.current?.scrollIntoView({ block: 'center' });
    title.current?.focus({ preventScroll: true });
  }, [attempt, kind]);
  return (
    <section
      ref={section}
      aria-labelledby="danger-question"
      aria-describedby="danger-question-why"
      className="grid gap-3 rounded-large border-2 border-copper-line bg-surface px-4 py-4"
    >
      <p id="danger-question-why" className="text-s text-muted">
        Before we price this, one question about your safety.
      </p>
      <h2
        ref={title}
        id="danger-question"
        tabIndex={-1}
        className="text-l leading-snug text-balance focus:outline-3 focus:outline-focus focus:outline-offset-2"
      >
        {text}
      </h2>
      <div className="grid grid-cols-2 gap-2.5">
        <Button look="quiet" aria-describedby="danger-question" onClick={() => onAnswer(true)}>
          Yes
        </Button>
        <Button look="quiet" aria-describedby="danger-question" onClick={() => onAnswer(false)}>
          No
        </Button>
      </div>
    </section>
  );
}
