// One message: stored by the server, or still waiting in this browser.
import { Check, CheckCheck, CircleAlert, Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ChatMessage } from '@/api/chat';

import { dropItems } from '@/shared/outbox/items';
import { retryMessage, type WaitingMessage } from '@/shared/outbox/messages';
import { Button } from '../Button';
import { cx } from '../cx';
import { whenOf } from '../whenOf';
import { isOwn } from './messages';

export function MessageRow({ message, peer }: { message: ChatMessage; peer: string }) {
  const own = isOwn(message);
  return (
    <Bubble own={own} who={own ? 'You' : peer} text={message.text}>
      <span className="num">{whenOf(Number(message.timestamp))}</span>
      {own && (
        <span className="inline-flex items-center gap-1">
          {message.read ? (
            <CheckCheck aria-hidden="true" className="size-4" />
          ) : (
            <Check aria-hidden="true" className="size-4" />
          )}
          {message.read ? 'Read' : 'Sent'}
        </span>
      )}
    </Bubble>
  );
}

interface WaitingRowProps {
  message: WaitingMessage;
  /** The present pro, on the client's side. */
  proId: string | undefined;
  /** False when nothing more is sent. */
  isOpen: boolean;
}

export function WaitingRow({ message, proId, isOpen }: WaitingRowProps) {
  const { clientId, text } = message;
  const refusal = isOpen ? message.refusal : 'This chat has ended.';
  return (
    <Bubble own who="You" text={text}>
      {refusal === undefined && (
        <span className="inline-flex items-center gap-1">
          <Clock aria-hidden="true" className="size-4" />
          Sending…
        </span>
      )}
      <span role="status" className="inline-flex items-center gap-1 text-bad empty:-ml-2">
        {refusal !== undefined && (
          <>
            <CircleAlert aria-hidden="true" className="size-4 shrink-0" />
            Not sent. {refusal}
          </>
        )}
      </span>
      {refusal !== undefined && (
        <span className="flex flex-wrap">
          {isOpen && (
            <Button look="plain" size="small" onClick={() => retryMessage(clientId, proId)}>
              Try again
            </Button>
          )}
          <Button look="plain" size="small" onClick={() => dropItems([clientId])}>
            Delete
          </Button>
        </span>
      )}
    </Bubble>
  );
}

interface BubbleProps {
  own: boolean;
  who: string;
  text: string;
  children: ReactNode;
}

function Bubble({ own, who, text, children }: BubbleProps) {
  return (
    <li className={cx('grid max-w-[85%] gap-1', own ? 'justify-self-end' : 'justify-self-start')}>
      <p
        dir="auto"
        className={cx(
          'whitespace-pre-line rounded-medium border px-3 py-2 [overflow-wrap:anywhere]',
          own ? 'border-transparent bg-action-soft' : 'border-line bg-surface',
        )}
      >
        {/* With a direction of its own it does not decide that of the words. */}
        <span dir="ltr" className="sr-only">
          {who}:{' '}
        </span>
        {text}
      </p>
      <div
        className={cx('flex flex-wrap items-center gap-x-2 text-xs text-muted', own && 'justify-self-end')}
      >
        {children}
      </div>
    </li>
  );
}
