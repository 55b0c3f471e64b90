import { CircleAlert, CircleCheck, CircleX } from 'lucide-react';
import type { TrainingQuestion, TrainingVerdict } from '@/api/training';
import { cx } from '@/ui';
import { RadioCard } from '@/ui/RadioCard';

interface QuestionProps {
  question: TrainingQuestion;
  /** Its place, from 0. */
  index: number;
  /** The place of what was chosen. */
  choice: number | undefined;
  isMissing: boolean;
  verdict: TrainingVerdict | undefined;
  disabled: boolean;
  onChoose: (choice: number) => void;
}

export function Question(props: QuestionProps) {
  const { question, index, choice, isMissing, verdict, disabled, onChoose } = props;
  const id = `question-${index}`;
  return (
    <fieldset id={id} tabIndex={-1} className="min-w-0">
      <legend className="mb-2.5 font-[650] [overflow-wrap:anywhere]">
        {index + 1}. {question.text}
      </legend>
      <div className="grid gap-2.5">
        {question.choices.map((text, place) => (
          <RadioCard
            key={text}
            name={id}
            value={place}
            checked={place === choice}
            required
            disabled={disabled}
            aria-describedby={isMissing ? `${id}-error` : undefined}
            onChange={() => onChoose(place)}
          >
            {text}
          </RadioCard>
        ))}
      </div>
      {isMissing && (
        <p id={`${id}-error`} className="mt-1.5 flex items-start gap-1.5 text-s text-bad">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span>Choose an answer.</span>
        </p>
      )}
      {verdict && <Verdict verdict={verdict} />}
    </fieldset>
  );
}

function Verdict({ verdict: { right, why } }: { verdict: TrainingVerdict }) {
  const Icon = right ? CircleCheck : CircleX;
  return (
    <p className="mt-2.5 flex items-start gap-1.5 text-s">
      <Icon aria-hidden="true" className={cx('mt-0.5 size-4 shrink-0', right ? 'text-good' : 'text-bad')} />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <strong className={right ? 'text-good' : 'text-bad'}>{right ? 'Right.' : 'Not right.'}</strong> {why}
      </span>
    </p>
  );
}
