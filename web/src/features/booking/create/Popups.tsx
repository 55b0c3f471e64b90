// The two popups of the create step: how to describe a job, and the estimate.
import { Lightbulb } from 'lucide-react';
import type { Estimate } from '@/api/types';
import { Button, Dialog } from '@/ui';
import { Alternatives } from '../estimate/Advice';
import { useIsConfident } from '../estimate/Confidence';
import { EstimateDocket } from '../estimate/EstimateDocket';
import { continueLabel } from '../estimate/pricing';
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
}

export function EstimatePopup(props: EstimatePopupProps) {
  const { open, onClose, estimate, escaping, offline, onChoose, onContinue } = props;
  // When the estimate may well be for another job, the question comes before the price.
  const asksFirst = !useIsConfident(estimate);
  const question = <Alternatives estimate={estimate} onChoose={onChoose} />;
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title="Your estimate"
      actions={
        <>
          <Button onClick={onContinue}>{continueLabel(estimate)}</Button>
          <Button look="quiet" onClick={onClose}>
            Change the description
          </Button>
        </>
      }
    >
      {escaping && <StopcockNotice priced={estimate} />}
      {asksFirst && question}
      <EstimateDocket estimate={estimate} offline={offline} heading="h3" />
      {!asksFirst && question}
    </Dialog>
  );
}
