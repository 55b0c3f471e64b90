// A pro's way through a module: section by section to the questions. How far it went is kept only while the page is open.
import { useEffect, useRef, useState } from 'react';
import type { TrainingModule } from '@/api/training';
import { Button } from '@/ui';
import { type Answers, Questions } from './Questions';

export function Course({ masterId, module }: { masterId: string; module: TrainingModule }) {
  const { sections } = module;
  const [step, setStep] = useState(0);
  const [answers, setAnswers] = useState<Answers>({});
  const heading = useFocusAtStep(step);
  // After the last one come the questions.
  const section = sections[step];
  const back = () => setStep(step - 1);
  return (
    <>
      <p className="text-muted">A short module for the job. It is not a qualification.</p>
      <h2 ref={heading} tabIndex={-1} className="text-l [overflow-wrap:anywhere]">
        {section && (
          <>
            <span className="num mb-1 block text-s font-normal tracking-normal text-muted">
              Section {step + 1} of {sections.length}
            </span>{' '}
          </>
        )}
        {section ? section.title : 'Questions'}
      </h2>
      {section ? (
        <>
          <div className="grid gap-3">
            {section.paragraphs.map((paragraph) => (
              <p key={paragraph} className="[overflow-wrap:anywhere]">
                {paragraph}
              </p>
            ))}
          </div>
          <div className="flex flex-wrap gap-3">
            {step > 0 && (
              <Button look="quiet" className="flex-1 basis-28" onClick={back}>
                Back
              </Button>
            )}
            <Button className="flex-1 basis-28" onClick={() => setStep(step + 1)}>
              Next
            </Button>
          </div>
        </>
      ) : (
        <Questions
          masterId={masterId}
          module={module}
          answers={answers}
          onAnswers={setAnswers}
          onBack={back}
        />
      )}
    </>
  );
}

/** The ref of a heading that takes the focus at each step after the first. */
function useFocusAtStep(step: number) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    heading.current?.focus();
  }, [step]);
  return heading;
}
