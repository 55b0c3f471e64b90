// The steps of a job that this device has not sent yet, in their order. One that was refused stops those behind it and asks what to do.
import { CircleAlert, Clock } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { retryItem, type Waiting } from '@/shared/outbox/items';
import { readWaitingPhoto, referencesIn } from '@/shared/outbox/photos';
import { notSentText } from '@/shared/outbox/words';
import { saveFile } from '@/shared/saveFile';
import { Button, toast } from '@/ui';
import { kindOf } from '@/ui/outbox/kinds';
import { useUnderway } from '@/ui/outbox/send';
import { giveUp, useWaitingSteps } from '@/ui/outbox/steps';
import { useFocusHandedTo } from '@/ui/useFocusHandedTo';
import { whenOf } from '@/ui/whenOf';
import { CodeAgain, isAboutCode } from './CodeAgain';

interface WaitingStepsProps {
  /** The job. */
  id: string;
  /** The next step; not there while the steps before it are stopped. */
  children?: ReactNode;
}

export function WaitingSteps({ id, children }: WaitingStepsProps) {
  const steps = useWaitingSteps(id);
  const stop = steps.findIndex(({ refusal }) => refusal !== undefined);
  return (
    <>
      {steps.length > 0 && <Steps steps={steps} stop={stop} />}
      {stop < 0 && children}
    </>
  );
}

function Steps({ steps, stop }: { steps: readonly Waiting[]; stop: number }) {
  const title = useId();
  const box = useFocusHandedTo<HTMLElement>('page-title');
  return (
    <section ref={box} aria-labelledby={title} className="card grid grid-cols-1 gap-3 p-4">
      <h2 id={title} tabIndex={-1} className="text-m">
        {notSentText(steps)}
      </h2>
      <p role="status" className="text-s text-muted">
        {stop < 0
          ? 'Kept on this device, and sent in this order as soon as there is a connection.'
          : 'Kept on this device until you decide. Photos are kept for 7 days.'}
      </p>
      <ol className="grid grid-cols-1 gap-3">
        {steps.map((step, place) => (
          <Step key={step.id} step={step}>
            {place === stop && <Decision steps={steps.slice(place)} title={title} />}
            {stop < 0 && place === steps.length - 1 && <TakeBack step={step} title={title} />}
          </Step>
        ))}
      </ol>
    </section>
  );
}

interface TakeBackProps {
  step: Waiting;
  /** The id of the heading, which takes the focus when what had it goes. */
  title: string;
}

function TakeBack(props: TakeBackProps) {
  const isSending = useUnderway() === props.step.id;
  return isSending ? <p className="text-s text-muted">Sending…</p> : <Undo {...props} />;
}

function Undo({ step, title }: TakeBackProps) {
  const box = useFocusHandedTo<HTMLDivElement>(title);
  return (
    <div ref={box} className="-my-2 -ml-3.5">
      <Button look="plain" size="small" onClick={() => giveUp([step])}>
        Undo
        <span className="sr-only"> {nameOf(step)}</span>
      </Button>
    </div>
  );
}

function Step({ step, children }: { step: Waiting; children: ReactNode }) {
  const { refusal, at, what } = step;
  const photos = referencesIn(what).length;
  const Icon = refusal ? CircleAlert : Clock;
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-2.5 gap-y-2">
      <Icon aria-hidden="true" className={refusal ? 'mt-0.5 size-5 text-bad' : 'mt-0.5 size-5 text-muted'} />
      <span className="flex flex-wrap justify-between gap-x-4">
        <span className="font-[650]">
          {nameOf(step)}
          {photos > 0 && `, ${photos} ${photos === 1 ? 'photo' : 'photos'}`}
        </span>
        <time className="num text-s text-muted">{whenOf(at)}</time>
      </span>
      <div className="col-start-2 grid grid-cols-1 gap-3 empty:hidden">
        {refusal && (
          <p role="alert" className="text-s text-bad">
            Not sent. {refusal.text}
          </p>
        )}
        {children}
      </div>
    </li>
  );
}

/** What to do about the first of these, which the server does not want; the others wait behind it. */
function Decision({ steps, title }: { steps: readonly Waiting[]; title: string }) {
  const box = useFocusHandedTo<HTMLDivElement>(title);
  const [step] = steps;
  if (!step) return null;
  const photos = steps.flatMap(({ what }) => referencesIn(what));
  return (
    <div ref={box} className="grid grid-cols-1 gap-3">
      {isAboutCode(step) && <CodeAgain step={step} />}
      <div className="flex flex-wrap gap-2">
        {!isAboutCode(step) && (
          <Button size="small" look="quiet" onClick={() => retryItem(step.id)}>
            Try again
          </Button>
        )}
        {photos.map((reference, place) => (
          <Button
            key={reference}
            size="small"
            look="quiet"
            onClick={() => void savePhoto(reference, place + 1)}
          >
            Save photo {place + 1}
          </Button>
        ))}
        <Button size="small" look="danger" onClick={() => giveUp(steps)}>
          {steps.length === 1 ? "Don't send it" : `Don't send these ${steps.length} steps`}
        </Button>
      </div>
    </div>
  );
}

async function savePhoto(reference: string, number: number): Promise<void> {
  const photo = await readWaitingPhoto(reference).catch(() => null);
  if (photo) saveFile(photo, `photo-${number}.${photo.type === 'image/png' ? 'png' : 'jpg'}`);
  else toast('The photo could not be read. Please try again.', { tone: 'bad' });
}

function nameOf(step: Waiting): string {
  return kindOf(step)?.words?.(step.what) ?? '';
}
