// The sandbox provider's card form: it takes the place of Stripe's Payment Element and behaves like it, but no money moves.
import { zodResolver } from '@hookform/resolvers/zod';
import { type ChangeEvent, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { authenticateSandboxPayment, confirmSandboxPayment } from '@/api/payments';
import { problemText } from '@/api/problem';
import { Banner, Field, TextInput } from '@/ui';
import { AuthenticateDialog } from './AuthenticateDialog';
import { type CardFields, cardSchema } from './cardSchema';
import { digitsOf, groupExpiry, groupNumber } from './format';
import { type CardFormProps, PAYMENT_FAILED, type PaymentOutcome, type PaymentToConfirm } from './handle';

export function SandboxCard({ ref, amountPence, busy, onMounted }: CardFormProps) {
  const { register, handleSubmit, getValues, formState } = useForm<CardFields>({
    resolver: zodResolver(cardSchema),
    // Not on blur: an error that appears on the way to the terms box would move the box away from under the finger.
    mode: 'onSubmit',
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
    new Promise<boolean>((resolve) => {
      void handleSubmit(
        () => resolve(true),
        () => resolve(false),
      )();
    });

  async function confirm(payment: PaymentToConfirm): Promise<PaymentOutcome> {
    const { paymentIntentId, clientSecret } = payment;
    const cardNumber = digitsOf(getValues('cardNumber'));
    try {
      const { status } = await confirmSandboxPayment(paymentIntentId, { clientSecret, cardNumber });
      if (status === 'requires_action') {
        const approve = await askBank();
        await authenticateSandboxPayment(paymentIntentId, { clientSecret, approve });
        if (!approve) return { authorised: false, message: PAYMENT_FAILED };
      }
      return { authorised: true };
    } catch (error) {
      return { authorised: false, message: problemText(error, PAYMENT_FAILED) };
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
    <div className="grid gap-3">
      <Banner tone="copper">
        Test payments: no money moves. Use card{' '}
        <span className="num whitespace-nowrap">4242 4242 4242 4242</span> with any future date and any code.
      </Banner>
      <fieldset disabled={busy} className="card grid min-w-0 gap-4">
        <legend className="sr-only">Card details</legend>
        <Field id="cardNumber" label="Card number" error={errors.cardNumber?.message}>
          <TextInput
            {...grouped('cardNumber')}
            inputMode="numeric"
            autoComplete="cc-number"
            placeholder="1234 1234 1234 1234"
            className="num"
          />
        </Field>
        <div className="grid grid-cols-2 items-start gap-3">
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
