import { X } from 'lucide-react';
import { Close, Content, Description, Overlay, Portal, Root, Title } from 'radix-ui/dialog';
import type { DialogProps } from './Dialog';

export default function RadixDialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  actions,
}: DialogProps) {
  const described = description ? {} : { 'aria-describedby': undefined };
  return (
    <Root open={open} onOpenChange={onOpenChange}>
      <Portal>
        <Overlay className="fixed inset-0 z-40 bg-[rgb(6_18_23/0.55)]" />
        <Content
          {...described}
          className="fixed inset-x-0 bottom-0 z-50 flex max-h-[88dvh] flex-col gap-3 overflow-y-auto rounded-t-l bg-surface p-5 pb-[max(20px,env(safe-area-inset-bottom))] shadow-lift sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:w-[min(520px,calc(100vw-40px))] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-large"
        >
          <div className="flex items-start justify-between gap-3">
            <Title className="pt-2 text-xl">{title}</Title>
            <Close
              aria-label="Close"
              className="-mt-1 -mr-2 grid size-11 shrink-0 place-items-center rounded-full hover:bg-sunk"
            >
              <X aria-hidden="true" className="size-5" />
            </Close>
          </div>
          {description && <Description className="text-muted">{description}</Description>}
          {children}
          {actions && <div className="mt-2 grid gap-2.5">{actions}</div>}
        </Content>
      </Portal>
    </Root>
  );
}
