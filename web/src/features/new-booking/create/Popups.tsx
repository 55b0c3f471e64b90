// The two popups of the create step: how to describe a job, and the estimate.
import { Lightbulb } from 'lucide-react';
import type { Estimate } from '@/api/types';
import { Button, Dialog } from '@/ui';
import { Alternatives } from '../estimate/Advice';
import { BookEach } from '../estimate/BookEach';
import { useIsConfident } from '../estimate/Confidence';
import { EstimateDocket } from '../estimate/EstimateDocket';
import { asksForEach, continueLabel } from '../estimate/pricing';
import { StopcockNotice } from '../estimate/StopcockNotice';

const helpTips = [
  'Be concise: what / where / since when.',
  'Add a photo for a more accurate estimate.',
  'Avoid personal data in the description.',
];

interface PopupProps {
  open: boolean;
  onClose: () => void;
}

export function HelpPopup({ open, onClose }: PopupProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title="Tips"
      actions={
        <Button look="quiet" onClick={onClose}>
          Got it
        </Button>
      }
    >
      <ul className="grid gap-3">
        {helpTips.map((tip) => (
          <li key={tip} className="flex items-start gap-2.5">
            <Lightbulb aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-copper" />
            {tip}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

export interface EstimatePopupProps extends PopupProps {
  estimate: Estimate;
  /** Water is coming out now. */
  escaping: boolean;
  offline: boolean;
  onChoose: (code: string) => void;
  onContinue: () => void;
  onRedescribe: () => void;
}

export function EstimatePopup(props: EstimatePopupProps) {
  const { open, onClose, estimate, escaping, offline, onChoose } = props;
  // When the estimate may well be for another job, the question comes before the price.
  const asksFirst = !useIsConfident(estimate);
  // What is not ours is said first; of several trades, the buttons ask.
  const comesAfter = estimate.out_of_scope;
  const question = !asksForEach(estimate) && <Alternatives estimate={estimate} onChoose={onChoose} />;
  return (
    <Dialog open={open} onOpenChange={onClose} title="Your estimate" actions={<Actions {...props} />}>
      {escaping && <StopcockNotice priced={estimate} />}
      {asksFirst && !comesAfter && question}
      <EstimateDocket estimate={estimate} offline={offline} heading="h3" />
      {(!asksFirst || comesAfter) && question}
    </Dialog>
  );
}

/** How to go on: not at all with what is not ours, by one booking for each of several trades, else with the result. */
function Actions({ estimate, onClose, onChoose, onContinue, onRedescribe }: EstimatePopupProps) {
  if (estimate.out_of_scope) return <Button onClick={onRedescribe}>Describe it differently</Button>;
  return (
    <>
      {asksForEach(estimate) ? (
        <BookEach estimate={estimate} onChoose={onChoose} />
      ) : (
        <Button onClick={onContinue}>{continueLabel(estimate)}</Button>
      )}
      <Button look="quiet" onClick={onClose}>
        Change the description
      </Button>
    </>
  );
}
