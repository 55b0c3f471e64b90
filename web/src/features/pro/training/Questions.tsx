// The questions at the end of a module, and how they were answered.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { keys } from '@/api/keys';
import { problemText, refusedFields } from '@/api/problem';
import { checkAnswers, type TrainingModule, type TrainingResult } from '@/api/training';
import { paths } from '@/shared/paths';
import { Banner, Button, ButtonLink } from '@/ui';
import { Problem } from '@/ui/Problem';
import { Question } from './Question';

/** The place of the choice, by the place of the question. */
export type Answers = Readonly<Record<number, number>>;

interface QuestionsProps {
  masterId: string;
  module: TrainingModule;
  answers: Answers;
  onAnswers: (answers: Answers) => void;
  onBack: () => void;
}

export function Questions({ masterId, module, answers, onAnswers, onBack }: QuestionsProps) {
  const { id, sections, questions } = module;
  const queryClient = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [isSubmitted, setSubmitted] = useState(false);
  const checking = useMutation({
    mutationFn: (chosen: number[]) =>
      checkAnswers(masterId, id, { sections: sections.length, answers: chosen }),
    onSuccess: (result) => {
      if (!isPassed(result)) return;
      for (const queryKey of [keys.pro.training.all, keys.pro.badges.all])
        void queryClient.invalidateQueries({ queryKey });
    },
  });
  const result = checking.data;

  function submit(event: FormEvent): void {
    event.preventDefault();
    setSubmitted(true);
    const missing = questions.findIndex((_, index) => answers[index] === undefined);
    if (missing >= 0) form.current?.querySelector<HTMLElement>(`#question-${missing} input`)?.focus();
    else checking.mutate(questions.flatMap((_, index) => answers[index] ?? []));
  }

  /** Keeps the right answers. */
  function tryAgain({ answers: verdicts }: TrainingResult): void {
    const isRight = ([index]: [string, number]) => verdicts[Number(index)]?.right;
    onAnswers(Object.fromEntries(Object.entries(answers).filter(isRight)));
    setSubmitted(false);
    checking.reset();
    const wrong = verdicts.findIndex(({ right }) => !right);
    form.current?.querySelector<HTMLElement>(`#question-${wrong}`)?.focus();
  }

  return (
    <form ref={form} noValidate className="grid grid-cols-1 gap-6" onSubmit={submit}>
      {result && <Outcome result={result} />}
      {questions.map((question, index) => (
        <Question
          key={question.text}
          question={question}
          index={index}
          choice={answers[index]}
          isMissing={isSubmitted && answers[index] === undefined}
          verdict={result?.answers[index]}
          disabled={result !== undefined}
          onChoose={(choice) => !checking.isPending && onAnswers({ ...answers, [index]: choice })}
        />
      ))}
      <div className="grid gap-4">
        <Problem text={checking.error && textOf(checking.error)} />
        {!result && (
          <div className="flex flex-wrap gap-3">
            <Button look="quiet" className="flex-1 basis-28" disabled={checking.isPending} onClick={onBack}>
              Back
            </Button>
            <Button type="submit" className="flex-1 basis-44" busy={checking.isPending} busyText="Checking…">
              Check answers
            </Button>
          </div>
        )}
        {result && isPassed(result) && <ButtonLink to={paths.master.training}>Back to training</ButtonLink>}
        {result && !isPassed(result) && <Button onClick={() => tryAgain(result)}>Try again</Button>}
      </div>
    </form>
  );
}

function isPassed({ right, needed }: TrainingResult): boolean {
  return right >= needed;
}

/** Takes the focus: it stands above the questions, and the button was below them. */
function Outcome({ result }: { result: TrainingResult }) {
  const { right, needed, answers } = result;
  const text = useRef<HTMLHeadingElement>(null);
  useEffect(() => text.current?.focus(), []);
  return (
    <Banner tone={isPassed(result) ? 'good' : 'warn'}>
      <h3 ref={text} tabIndex={-1} className="num text-m">
        {right} of {answers.length} right. {isPassed(result) ? 'Module completed.' : `You need ${needed}.`}
      </h3>
    </Banner>
  );
}

function textOf(error: Error): string {
  const errors = refusedFields(error);
  return (
    errors.sections ??
    errors.answers ??
    problemText(error, 'Your answers could not be checked. Please try again.')
  );
}
