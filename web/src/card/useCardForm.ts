import { type FormEvent, useRef, useState } from 'react';
import type { FieldProblem } from '@/ui';
import type { CardHandle } from './handle';

/** A form with a card: checks the card when it is sent, and calls `pay` once nothing is wrong with it. `pay` says by itself how it went. */
export function useCardForm(pay: () => Promise<unknown>) {
  const card = useRef<CardHandle>(null);
  const [mounted, setMounted] = useState(false);
  const [{ problems, attempt }, setChecked] = useState<{ problems: FieldProblem[]; attempt: number }>({
    problems: [],
    attempt: 0,
  });

  // Not a state: a second press may come before the first is rendered.
  const isSending = useRef(false);

  async function send(): Promise<void> {
    if (isSending.current) return;
    isSending.current = true;
    try {
      const found = (await card.current?.check()) ?? [];
      setChecked((before) => ({ problems: found, attempt: before.attempt + 1 }));
      if (found.length === 0) await pay().catch(() => undefined);
    } finally {
      isSending.current = false;
    }
  }

  return {
    card,
    /** The fields of the card are ready for input. */
    mounted,
    setMounted,
    /** What is wrong with the card, as of the last try. */
    problems,
    attempt,
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      void send();
    },
  };
}
