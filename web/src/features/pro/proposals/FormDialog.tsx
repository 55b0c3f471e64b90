import type { FormEventHandler, ReactNode } from 'react';
import { Button, Dialog } from '@/ui';
import { Problem } from '@/ui/Problem';
import { notAccepted } from '../offers/useAnswer';
import { useFocusKept } from '../useFocusKept';
import { refusedFields } from './usePropose';

const FORM = 'propose';

export interface FormDialogProps {
  title: string;
  description: string;
  /** The call that sends it. */
  sending: { isPending: boolean; error: Error | null };
  action: string;
  onSubmit: FormEventHandler;
  onClose: () => void;
  children: ReactNode;
}

/** The dialog of a price for a job, with what went wrong below its fields. */
export function FormDialog({
  title,
  description,
  sending: { isPending, error },
  action,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) {
  useFocusKept();
  const isAtField = Object.keys(refusedFields(error)).length > 0;
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      busy={isPending}
      title={title}
      description={description}
      actions={
        <Button type="submit" form={FORM} busy={isPending} busyText="Sending…">
          {action}
        </Button>
      }
    >
      <form id={FORM} noValidate className="grid grid-cols-1 gap-4" onSubmit={onSubmit}>
        {children}
        <Problem
          text={error && !isAtField ? notAccepted(error, 'It could not be sent. Please try again.') : null}
        />
      </form>
    </Dialog>
  );
}
