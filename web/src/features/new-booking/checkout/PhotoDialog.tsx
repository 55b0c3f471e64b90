import { Button, Dialog } from '@/ui';

export interface PhotoDialogProps {
  open: boolean;
  onClose: () => void;
  onRetry: () => void;
  onWithout: () => void;
}

/** The photo is not sent, or not yet; the client decides whether to book without it. */
export function PhotoDialog({ open, onClose, onRetry, onWithout }: PhotoDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Your photo is not sent yet"
      description="Nothing has been booked yet. You can wait and try again, or go on without the photo."
      actions={
        <>
          <Button onClick={onWithout}>Go on without the photo</Button>
          <Button look="quiet" onClick={onRetry}>
            Try again
          </Button>
        </>
      }
    />
  );
}
