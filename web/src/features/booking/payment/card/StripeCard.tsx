// Stripe's Payment Element with a deferred intent: it is shown before anything is redeemed, and confirmed with the intent that Pay creates.
import type { Stripe, StripeElements } from '@stripe/stripe-js';
import { useEffect, useImperativeHandle, useRef, useState } from 'react';
import { absoluteUrl, paths } from '@/shared/paths';
import { Banner, Button, Skeleton } from '@/ui';
import { type CardFormProps, PAYMENT_FAILED, type PaymentOutcome, type PaymentToConfirm } from './handle';
import { stripeAppearance } from './stripeAppearance';

export interface StripeCardProps extends CardFormProps {
  publishableKey: string;
}

interface Mounted {
  stripe: Stripe;
  elements: StripeElements;
}

export function StripeCard({ ref, amountPence, onMounted, publishableKey }: StripeCardProps) {
  const place = useRef<HTMLDivElement>(null);
  const mounted = useRef<Mounted | null>(null);
  const firstAmount = useRef(amountPence);
  const [state, setState] = useState<'loading' | 'ready' | 'unavailable'>('loading');
  const [attempt, setAttempt] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` mounts it again after a failed load
  useEffect(() => {
    let gone = false;
    let unmount = () => {};
    setState('loading');
    mountElement(publishableKey, firstAmount.current)
      .then(({ stripe, elements }) => {
        if (gone || !place.current) return;
        const element = elements.create('payment', { layout: 'tabs' });
        element.on('ready', () => {
          mounted.current = { stripe, elements };
          setState('ready');
          onMounted(true);
        });
        element.on('loaderror', () => setState('unavailable'));
        element.on('change', () => setProblem(null));
        element.mount(place.current);
        unmount = () => element.destroy();
      })
      .catch(() => {
        if (!gone) setState('unavailable');
      });
    return () => {
      gone = true;
      mounted.current = null;
      onMounted(false);
      unmount();
    };
  }, [publishableKey, onMounted, attempt]);

  useEffect(() => {
    firstAmount.current = amountPence;
    if (amountPence > 0) mounted.current?.elements.update({ amount: amountPence });
  }, [amountPence]);

  useImperativeHandle(ref, () => ({
    check: async () => {
      const { error } = (await mounted.current?.elements.submit()) ?? { error: { message: PAYMENT_FAILED } };
      setProblem(error?.message ?? null);
      return !error;
    },
    confirm: (payment, returnTo) => confirm(mounted.current, payment, returnTo),
  }));

  return (
    <div className="card min-h-32">
      {state === 'loading' && <Skeleton className="h-40" label="Loading the card form" />}
      {state === 'unavailable' && (
        <Banner
          tone="bad"
          role="alert"
          actions={
            <Button size="small" look="quiet" onClick={() => setAttempt(attempt + 1)}>
              Try again
            </Button>
          }
        >
          Stripe is not available.
        </Banner>
      )}
      <div ref={place} hidden={state === 'unavailable'} />
      {problem && (
        <p role="alert" className="mt-2 text-s text-bad">
          {problem}
        </p>
      )}
    </div>
  );
}

async function mountElement(publishableKey: string, amountPence: number): Promise<Mounted> {
  const { loadStripe } = await import('@stripe/stripe-js/pure');
  const stripe = await loadStripe(publishableKey, { locale: 'en-GB' });
  if (!stripe) throw new Error('Stripe is not available.');
  const elements = stripe.elements({
    mode: 'payment',
    amount: amountPence,
    currency: 'gbp',
    captureMethod: 'manual',
    locale: 'en-GB',
    appearance: stripeAppearance(),
  });
  return { stripe, elements };
}

async function confirm(
  mounted: Mounted | null,
  payment: PaymentToConfirm,
  returnTo: string | undefined,
): Promise<PaymentOutcome> {
  if (!mounted) return { authorised: false, message: 'Stripe is not available.' };
  const { stripe, elements } = mounted;
  const { error } = await stripe.confirmPayment({
    elements,
    clientSecret: payment.clientSecret,
    // Stripe adds payment_intent to the address itself when it redirects.
    confirmParams: {
      return_url: absoluteUrl(
        returnTo ??
          paths.booking.confirmation({
            method: 'card',
            booking_id: payment.bookingId,
            amount: payment.amountPence,
            currency: 'GBP',
          }),
      ),
    },
    redirect: 'if_required',
  });
  return error ? { authorised: false, message: error.message ?? PAYMENT_FAILED } : { authorised: true };
}
