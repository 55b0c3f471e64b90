// The payment form: card or cash, the terms, and what pressing the button checks first.
import { useRef, useState } from 'react';
import { cash } from '@/api/limits';
import type { CardHandle } from '@/card/handle';
import { keepsCardFor } from '@/shared/keptCard';
import type { FieldProblem } from '@/ui';
import type { Checkout, DraftPrice } from '../checkout';
import type { BookingDraft } from '../draft';

export type PaymentMethod = 'card' | 'cash';

const TERMS_MISSING: FieldProblem = { field: 'terms', message: 'Please accept the terms to continue.' };

export function usePayment(draft: BookingDraft, price: DraftPrice, { quoteState, redemption }: Checkout) {
  const card = useRef<CardHandle>(null);
  const [chosen, setChosen] = useState<PaymentMethod>('card');
  const [keepsCard] = useState(() => keepsCardFor(draft.timeSlotStart));
  const [cardMounted, setCardMounted] = useState(false);
  // Each payment method has its own terms box to tick.
  const [agreed, setAgreed] = useState<PaymentMethod | null>(null);
  const [checked, setChecked] = useState<{ problems: FieldProblem[]; attempt: number }>(unchecked);

  const lines = quoteState.quote?.lines ?? price.lines;
  const amountPence = quoteState.quote?.amountPence ?? price.amountPence;
  const free = amountPence === 0;
  // With nothing to pay, no card or cash is needed.
  const mayPayCash = amountPence <= cash.amountPence.maximum;
  const method = free || !mayPayCash ? 'card' : chosen;
  const needsCard = method === 'card' && !free;
  const termsAccepted = agreed === method;
  const ready = !needsCard || cardMounted;
  const problems = checked.problems.filter((problem) => problem !== TERMS_MISSING || !termsAccepted);

  async function submit(): Promise<void> {
    if (!quoteState.quote || redemption.busy) return;
    const found = needsCard ? ((await card.current?.check()) ?? []) : [];
    if (!termsAccepted) found.push(TERMS_MISSING);
    setChecked(({ attempt }) => ({ problems: found, attempt: attempt + 1 }));
    if (found.length === 0)
      await redemption.send(method === 'cash' ? { mode: 'CASH' } : { mode: 'CARD', card, keepsCard });
  }

  return {
    card,
    keepsCard,
    setCardMounted,
    lines,
    amountPence,
    free,
    mayPayCash,
    method,
    needsCard,
    termsAccepted,
    ready,
    problems,
    attempt: checked.attempt,
    termsError: problems.includes(TERMS_MISSING) ? TERMS_MISSING.message : undefined,
    submit,
    choose: (next: PaymentMethod) => {
      setChosen(next);
      setChecked(unchecked);
      redemption.dismiss();
    },
    agree: (accepted: boolean) => setAgreed(accepted ? method : null),
  };
}

export type Payment = ReturnType<typeof usePayment>;

const unchecked = { problems: [], attempt: 0 };
