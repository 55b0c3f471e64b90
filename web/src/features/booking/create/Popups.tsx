// The two popups of the create step: how to describe a job, and the estimate.
import { Lightbulb } from 'lucide-react';
import type { Estimate } from '@/api/types';
import { Button, Dialog } from '@/ui';
import { EstimateDocket } from '../estimate/EstimateDocket';
import { continueLabel } from '../estimate/pricing';

const helpTips = [
  'Be concise: what / where / since when.',
  'Add a photo for a more accurate estimate.',
  'Avoid personal data in the description.',
];

interface PopupProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function HelpPopup({ open, onOpenChange }: PopupProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Tips"
      actions={
        <Button look="quiet" onClick={() => onOpenChange(false)}>
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

export function EstimatePopup({
  open,
  onOpenChange,
  estimate,
  offline,
  onContinue,
}: PopupProps & { estimate: Estimate; offline: boolean; onContinue: () => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Your estimate"
      actions={
        <>
          <Button onClick={onContinue}>{continueLabel(estimate)}</Button>
          <Button look="quiet" onClick={() => onOpenChange(false)}>
            Change the description
          </Button>
        </>
      }
    >
      <EstimateDocket estimate={estimate} offline={offline} heading="h3" />
    </Dialog>
  );
}
