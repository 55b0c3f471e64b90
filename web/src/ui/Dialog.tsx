// A popup: on a phone it rises from the bottom edge, elsewhere it is centred. It is the browser's own modal dialog, which keeps the focus
// inside, closes on Escape, hides the page from screen readers and sits above everything else.
import { X } from 'lucide-react';
import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** One sentence under the title. */
  description?: string;
  children?: ReactNode;
  /** Buttons at the end; the close button is always there. */
  actions?: ReactNode;
  /** The requested action is running. Closing now would look like cancelling it, so the dialog stays open. */
  busy?: boolean;
}

export function Dialog({ open, ...rest }: DialogProps) {
  return open ? <OpenDialog {...rest} /> : null;
}

function OpenDialog(props: Omit<DialogProps, 'open'>) {
  const { onOpenChange, title, description, children, actions, busy = false } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const leaving = useRef(false);
  const pressedBackdrop = useRef(false);
  const id = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    const page = document.documentElement;
    // base.css hides the page's scrollbar; keep its width so that nothing moves.
    page.style.paddingRight = `${window.innerWidth - page.clientWidth}px`;
    leaving.current = false;
    element?.showModal();
    return () => {
      leaving.current = true;
      // Close before removing it from the page: only then does the browser return the focus.
      element?.close();
      page.style.paddingRight = '';
    };
  }, []);

  const close = () => {
    if (!busy) onOpenChange(false);
  };
  /** The content fills the dialog's box, so an event on the dialog element itself is on the backdrop. */
  const isOnBackdrop = (event: MouseEvent) => event.target === event.currentTarget;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same, through onCancel
    <dialog
      ref={dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      className="fixed inset-x-0 top-auto bottom-0 max-h-[88dvh] w-full max-w-none overflow-y-auto overscroll-contain rounded-t-large bg-surface text-ink shadow-lift backdrop:bg-[rgb(6_18_23/0.55)] sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:w-[min(32.5rem,calc(100vw-40px))] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-large"
      onCancel={(event) => {
        // React removes the dialog, not the browser.
        event.preventDefault();
        close();
      }}
      onClose={(event) => {
        // A browser may close it without asking, as Android does on a second 'back'.
        if (leaving.current || event.currentTarget.open) return;
        if (busy) event.currentTarget.showModal();
        else close();
      }}
      onMouseDown={(event) => {
        pressedBackdrop.current = isOnBackdrop(event);
      }}
      onClick={(event) => {
        // Ignore a press that began inside, such as selecting text.
        if (pressedBackdrop.current && isOnBackdrop(event)) close();
      }}
    >
      <div className="flex flex-col gap-3 px-page pt-5 pb-[max(20px,env(safe-area-inset-bottom))] sm:pb-5">
        <div className="flex items-start justify-between gap-3">
          <h2 id={`${id}-title`} className="min-w-0 pt-2 text-xl">
            {title}
          </h2>
          <button
            type="button"
            aria-label="Close"
            aria-disabled={busy || undefined}
            className="-mt-1 -mr-2 grid size-11 shrink-0 place-items-center rounded-full hover:bg-sunk aria-disabled:text-line-strong aria-disabled:hover:bg-transparent"
            onClick={close}
          >
            <X aria-hidden="true" className="size-5" />
          </button>
        </div>
        {description && (
          <p id={`${id}-description`} className="text-muted">
            {description}
          </p>
        )}
        {children}
        {actions && <div className="mt-2 grid gap-2.5">{actions}</div>}
      </div>
    </dialog>
  );
}
