import type { FormEventHandler, ReactNode } from 'react';
import { Button, type ButtonProps } from './Button';
import { Dialog } from './Dialog';
import { Problem } from './Problem';

export interface FormDialogProps {
  /** The form's own. */
  id: string;
  title: string;
  description: string;
  /** What the button says that sends it, and while it is sent. */
  action: string;
  busyText: string;
  look?: ButtonProps['look'];
  /** A second button, such as 'Cancel'. */
  other?: { label: string; onClick: () => void };
  isBusy: boolean;
  /** What went wrong, where no field says it. */
  problem: string | null;
  onSubmit: FormEventHandler;
  onClose: () => void;
  children: ReactNode;
}

/** A popup with a form in it. What was typed stays when it could not be sent. */
export function FormDialog(props: FormDialogProps) {
  const { id, title, description, action, busyText, look, other, isBusy, problem, onSubmit, onClose } = props;
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      busy={isBusy}
      title={title}
      description={description}
      actions={
        <>
          <Button type="submit" form={id} look={look} busy={isBusy} busyText={busyText}>
            {action}
          </Button>
          {other && (
            <Button look="quiet" disabled={isBusy} onClick={other.onClick}>
              {other.label}
            </Button>
          )}
        </>
      }
    >
      <form id={id} noValidate className="flex flex-col gap-4" onSubmit={onSubmit}>
        {props.children}
        <Problem text={problem} />
      </form>
    </Dialog>
  );
}
