// The sandbox provider's card form: it takes the place of Stripe's Payment Element and behaves like it, but no money moves.
import { zodResolver } from '@hookform/resolvers/zod';
import { type ChangeEvent, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { authenticateSandboxPayment, confirmSandboxPayment } from '@/api/payments';
import { ApiProblem, problemText } from '@/api/problem';
import { Banner, Field, type FieldProblem, TextInput } from '@/ui';
import { AuthenticateDialog } from './AuthenticateDialog';
import { CHECKOUT_ALERT } from './CheckoutAlert';
import { type CardFields, cardSchema } from './cardSchema';
import { digitsOf, groupExpiry, groupNumber } from './format';
import {
  type CardFormProps,
  type CheckoutProblem,
  declined,
  ENDED,
  NOT_HEARD,
  PAYMENT_FAILED,
  type PaymentToConfirm,
} from './handle';

const fields = ['cardNumber', 'expiry', 'cvc'] as const;

export function SandboxCard({ ref, amountPence, busy, refused, onMounted }: CardFormProps) {
  const { register, handleSubmit, getValues, formState } = useForm<CardFields>({
    resolver: zodResolver(cardSchema),
    // Not on blur: an error that appears on the way to the terms box would move the box away from under the finger.
    mode: 'onSubmit',
    // The error summary takes the focus instead.
    shouldFocusError: false,
    defaultValues: { cardNumber: '', expiry: '', cvc: '' },
  });
  const { errors } = formState;
  const [asking, setAsking] = useState(false);
  const answer = useRef<(approve: boolean) => void>(() => {});

  useEffect(() => {
    onMounted(true);
    return () => {
      onMounted(false);
      // Once the form is gone nobody can answer the bank's check, so it counts as refused: the checkout must not wait for ever.
      answer.current(false);
    };
  }, [onMounted]);

  const askBank = () =>
    new Promise<boolean>((resolve) => {
      answer.current = (approve) => {
        setAsking(false);
        resolve(approve);
      };
      setAsking(true);
    });

  const check = () =>
    new Promise<FieldProblem[]>((resolve) => {
      void handleSubmit(
        () => resolve([]),
        (found) =>
          resolve(
            fields.flatMap((field) => {
              const message = found[field]?.message;
              return message ? [{ field, message }] : [];
            }),
          ),
      )();
    });

  async function confirm(payment: PaymentToConfirm): Promise<CheckoutProblem | null> {
    const { paymentIntentId, clientSecret } = payment;
    const cardNumber = digitsOf(getValues('cardNumber'));
    try {
      const { status } = await confirmSandboxPayment(paymentIntentId, { clientSecret, cardNumber });
      if (status !== 'requires_action') return null;
      const approve = await askBank();
      await authenticateSandboxPayment(paymentIntentId, { clientSecret, approve });
      return approve ? null : declined(PAYMENT_FAILED);
    } catch (error) {
      return problemOf(error);
    }
  }

  useImperativeHandle(ref, () => ({
    check,
    confirm,
  }));

  const grouped = (name: 'cardNumber' | 'expiry') => {
    const field = register(name);
    return {
      ...field,
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        const input = event.target;
        const typed = input.value;
        // Group the digits only while typing at the end, so that a caret in the middle stays where it is.
        if (input.selectionStart === typed.length)
          input.value = name === 'cardNumber' ? groupNumber(typed) : groupExpiry(typed, getValues('expiry'));
        return field.onChange(event);
      },
    };
  };

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Banner tone="copper">
        Test payments: no money moves. Use card <span className="num">4242 4242 4242 4242</span> with any
        future date and any code.
      </Banner>
      <fieldset disabled={busy} className="card grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
        <legend className="sr-only">Card details</legend>
        <Field id="cardNumber" label="Card number" error={errors.cardNumber?.message}>
          <TextInput
            {...grouped('cardNumber')}
            inputMode="numeric"
            autoComplete="cc-number"
            placeholder="1234 1234 1234 1234"
            className="num"
            {...(refused && { 'aria-invalid': true, 'aria-describedby': CHECKOUT_ALERT })}
          />
        </Field>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,6.5rem),1fr))] items-start gap-3">
          <Field id="expiry" label="Expiry" error={errors.expiry?.message}>
            <TextInput
              {...grouped('expiry')}
              inputMode="numeric"
              autoComplete="cc-exp"
              placeholder="MM / YY"
              className="num"
            />
          </Field>
          <Field id="cvc" label="CVC" error={errors.cvc?.message}>
            <TextInput
              {...register('cvc')}
              inputMode="numeric"
              autoComplete="cc-csc"
              placeholder="123"
              maxLength={4}
              className="num"
            />
          </Field>
        </div>
      </fieldset>
      <AuthenticateDialog
        open={asking}
        amountPence={amountPence}
        onAnswer={(approve) => answer.current(approve)}
      />
    </div>
  );
}

function problemOf(error: unknown): CheckoutProblem {
  if (!(error instanceof ApiProblem)) return NOT_HEARD;
  if (error.status === 402) return declined(error.detail);
  if (error.code === 'unexpected_state') return ENDED;
  return error.unexpected ? NOT_HEARD : { text: problemText(error, PAYMENT_FAILED) };
}
