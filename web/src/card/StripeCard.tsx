// Stripe's Payment Element with a deferred intent: it is shown before anything is redeemed, and confirmed with the intent that Pay creates.
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useImperativeHandle, useMemo, useState } from 'react';
import { keys } from '@/api/keys';
import { absoluteUrl } from '@/shared/paths';
import { Banner, Button, type FieldProblem } from '@/ui';
import {
  type CardFormProps,
  type CheckoutProblem,
  declined,
  ENDED,
  NOT_HEARD,
  PAYMENT_FAILED,
  type PaymentToConfirm,
} from './handle';
import { stripeAppearance } from './stripeAppearance';
import { ELEMENT, intentOptions } from './stripeOptions';
import { Waiting } from './Waiting';

const UNAVAILABLE = 'Stripe is not available.';
/** What a validation error in Stripe's frame links to. */
const FIELD = 'card';

export interface StripeCardProps extends CardFormProps {
  publishableKey: string;
}

export function StripeCard({ publishableKey, ...props }: StripeCardProps) {
  const { amountPence, keepsCard } = props;
  const script = useQuery({
    queryKey: keys.stripe(publishableKey),
    queryFn: () => load(publishableKey),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
    retry: false,
  });
  const options = useMemo(
    () => ({
      ...intentOptions(amountPence, keepsCard),
      appearance: stripeAppearance(),
      locale: 'en-GB' as const,
    }),
    [amountPence, keepsCard],
  );
  if (script.isError) return <Unavailable retry={() => void script.refetch()} />;
  if (!script.data) return <Waiting />;
  return (
    <Elements stripe={script.data} options={options}>
      <PaymentFields {...props} />
    </Elements>
  );
}

function PaymentFields({ ref, refused, onMounted }: CardFormProps) {
  const stripe = useStripe();
  const elements = useElements();
  const [state, setState] = useState<'loading' | 'ready' | 'unavailable'>('loading');

  useEffect(() => () => onMounted(false), [onMounted]);
  useImperativeHandle(ref, () => ({
    check: () => check(elements),
    confirm: (payment, returnTo) => confirm(stripe, elements, payment, returnTo),
  }));

  if (state === 'unavailable') return <Unavailable retry={() => setState('loading')} />;
  return (
    <section
      id={FIELD}
      tabIndex={-1}
      aria-label="Card details"
      className={refused ? 'card grow border-bad' : 'card grow'}
    >
      {state === 'loading' && <Waiting />}
      <PaymentElement
        options={ELEMENT}
        onReady={() => {
          setState('ready');
          onMounted(true);
        }}
        onLoadError={() => {
          setState('unavailable');
          onMounted(false);
        }}
      />
    </section>
  );
}

function Unavailable({ retry }: { retry: () => void }) {
  return (
    <Banner
      tone="bad"
      role="status"
      actions={
        <Button size="small" look="quiet" onClick={retry}>
          Try again
        </Button>
      }
    >
      {UNAVAILABLE}
    </Banner>
  );
}

async function load(publishableKey: string): Promise<Stripe> {
  const { loadStripe } = await import('@stripe/stripe-js/pure');
  const stripe = await loadStripe(publishableKey, { locale: 'en-GB' });
  if (!stripe) throw new Error(UNAVAILABLE);
  return stripe;
}

/** Stripe shows the errors in its own frame as well. */
async function check(elements: StripeElements | null): Promise<FieldProblem[]> {
  if (!elements) return [{ field: FIELD, message: UNAVAILABLE }];
  const { error } = await elements.submit();
  return error ? [{ field: FIELD, message: error.message ?? PAYMENT_FAILED }] : [];
}

async function confirm(
  stripe: Stripe | null,
  elements: StripeElements | null,
  payment: PaymentToConfirm,
  returnTo: string,
): Promise<CheckoutProblem | null> {
  if (!stripe || !elements) return { text: UNAVAILABLE };
  const { error } = await stripe.confirmPayment({
    elements,
    clientSecret: payment.clientSecret,
    // Stripe adds payment_intent to the address itself when it redirects.
    confirmParams: {
      return_url: absoluteUrl(returnTo),
    },
    redirect: 'if_required',
  });
  return error ? problemOf(error) : null;
}

function problemOf(error: StripeError): CheckoutProblem | null {
  const status = error.payment_intent?.status ?? '';
  // The answer to an earlier try was lost, and that one went through.
  if (['requires_capture', 'succeeded'].includes(status)) return null;
  if (status === 'canceled') return ENDED;
  if (error.type === 'api_connection_error' || error.type === 'api_error') return NOT_HEARD;
  return declined(error.message ?? PAYMENT_FAILED);
}
