import { formatPence } from '@/shared/money';
import { Button, Dialog } from '@/ui';

export interface AuthenticateDialogProps {
  open: boolean;
  amountPence: number;
  onAnswer: (approve: boolean) => void;
}

/** The sandbox's version of the bank's check (3-D Secure); closing it counts as a refusal. */
export function AuthenticateDialog({ open, amountPence, onAnswer }: AuthenticateDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onAnswer(false)}
      title="Confirm with your bank"
      description={`Your bank asks: did you want to pay ${formatPence(amountPence)} to Callout?`}
      actions={
        <>
          <Button onClick={() => onAnswer(true)}>Approve</Button>
          <Button look="quiet" onClick={() => onAnswer(false)}>
            Decline
          </Button>
        </>
      }
    />
  );
}
