import type { FormEventHandler, ReactNode } from 'react';
import { Button, Dialog } from '@/ui';
import { Problem } from '@/ui/Problem';
import { useFocusKept } from '../useFocusKept';

const FORM = 'propose';

export interface FormDialogProps {
  title: string;
  description: string;
  isBusy: boolean;
  /** What went wrong, where no field says it. */
  problem: string | null;
  action: string;
  onSubmit: FormEventHandler;
  onClose: () => void;
  children: ReactNode;
}

/** The dialog of a price for a job, with what went wrong below its fields. */
export function FormDialog({
  title,
  description,
  isBusy,
  problem,
  action,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) {
  useFocusKept();
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      busy={isBusy}
      title={title}
      description={description}
      actions={
        <Button type="submit" form={FORM} busy={isBusy} busyText="Sending…">
          {action}
        </Button>
      }
    >
      <form id={FORM} noValidate className="grid grid-cols-1 gap-4" onSubmit={onSubmit}>
        {children}
        <Problem text={problem} />
      </form>
    </Dialog>
  );
}
