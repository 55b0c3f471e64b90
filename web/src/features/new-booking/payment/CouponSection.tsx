// A coupon is checked when it is applied and again with the quote. Offline, the price book on this device answers until the server can confirm.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { validateCoupon } from '@/api/coupons';
import { couponRequest } from '@/api/limits';
import { isUnreachable, problemText } from '@/api/problem';
import type { CouponResult } from '@/api/types';
import { loadPricing } from '@/pricing';
import { useOffline } from '@/shared/connection';
import { Badge, Button, Field, TextInput } from '@/ui';
import { type BookingDraft, updateDraft } from '../draft';

const NOT_APPLICABLE = 'Coupon is invalid or not applicable.';

export interface CouponSectionProps {
  draft: BookingDraft;
  /** In pence, before any coupon. */
  beforeCouponPence: number;
  disabled: boolean;
}

export function CouponSection({ draft, beforeCouponPence, disabled }: CouponSectionProps) {
  const [open, setOpen] = useState(false);
  const applied = draft.couponCode;
  if (applied)
    return (
      <AppliedCoupon
        code={applied}
        disabled={disabled}
        onRemove={() => {
          updateDraft({ couponCode: undefined, couponDiscountPence: undefined });
          setOpen(true);
        }}
      />
    );
  if (open) return <CouponForm draft={draft} beforeCouponPence={beforeCouponPence} disabled={disabled} />;
  return (
    <Button
      look="plain"
      size="small"
      className="-mx-3.5 justify-self-start self-start"
      disabled={disabled}
      aria-expanded={false}
      onClick={() => setOpen(true)}
    >
      Add a coupon
    </Button>
  );
}

function AppliedCoupon({
  code,
  disabled,
  onRemove,
}: {
  code: string;
  disabled: boolean;
  onRemove: () => void;
}) {
  const offline = useOffline();
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-t-[1.5px] border-dashed border-line pt-2">
      <p className="flex min-w-0 flex-wrap items-center gap-2 text-s">
        Coupon <strong className="break-all">{code}</strong>
        {offline && <Badge tone="warn">to be confirmed</Badge>}
      </p>
      <Button
        look="plain"
        size="small"
        disabled={disabled}
        aria-label={`Remove coupon ${code}`}
        onClick={onRemove}
      >
        Remove
      </Button>
    </div>
  );
}

function CouponForm({ draft, beforeCouponPence, disabled }: CouponSectionProps) {
  const [typed, setTyped] = useState('');
  const code = typed.trim().toUpperCase();
  const { mutate, reset, data, error, isPending } = useMutation({
    mutationFn: () => check(code, beforeCouponPence, draft),
    onSuccess: (result) => {
      if (applies(result))
        updateDraft({ couponCode: result.code, couponDiscountPence: result.discountPence });
    },
  });
  const refusal = data && !applies(data) ? `${NOT_APPLICABLE} ${data.description ?? ''}`.trim() : undefined;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (code && !isPending && !disabled) mutate();
      }}
      noValidate
    >
      <Field
        id="coupon"
        label="Coupon"
        optional
        error={error ? problemText(error, 'Failed to apply coupon.') : refusal}
      >
        <div className="flex flex-wrap gap-2">
          <TextInput
            // The button that opened the form is gone.
            autoFocus
            value={typed}
            maxLength={couponRequest.code.maxLength}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            disabled={disabled}
            onChange={(event) => {
              setTyped(event.target.value);
              reset();
            }}
            className="min-w-0 flex-1 basis-32 uppercase"
          />
          <Button
            type="submit"
            look="quiet"
            size="small"
            busy={isPending}
            disabled={disabled || !code}
            className="shrink-0"
          >
            Apply
          </Button>
        </div>
      </Field>
    </form>
  );
}

function applies({ valid, discountPence }: CouponResult): boolean {
  return valid && discountPence > 0;
}

async function check(
  code: string,
  amountPence: number,
  { currency, draftId }: BookingDraft,
): Promise<CouponResult> {
  try {
    return await validateCoupon({ code, amountPence, currency, draftId });
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    return (await loadPricing()).coupon({ code, amountPence, currency });
  }
}
