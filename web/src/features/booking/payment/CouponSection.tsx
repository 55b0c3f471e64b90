// A coupon is checked when it is applied and again with the quote. Offline, the price book on this device answers until the server can confirm.
import { useState } from 'react';
import { validateCoupon } from '@/api/coupons';
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
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const offline = useOffline();
  const code = typed.trim().toUpperCase();
  const applied = draft.couponCode;

  async function apply() {
    if (!code || busy || disabled) return;
    setBusy(true);
    setError(undefined);
    try {
      const result = await check(code, beforeCouponPence, draft.currency);
      if (!result.valid || result.discountPence <= 0)
        setError(`${NOT_APPLICABLE} ${result.description ?? ''}`.trim());
      else {
        updateDraft({ couponCode: result.code });
        setTyped('');
      }
    } catch (failure) {
      setError(problemText(failure, 'Failed to apply coupon.'));
    } finally {
      setBusy(false);
    }
  }

  if (applied)
    return (
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-t-[1.5px] border-dashed border-line pt-2">
        <p className="flex min-w-0 flex-wrap items-center gap-2 text-s">
          Coupon <strong className="break-all">{applied}</strong>
          {offline && <Badge tone="warn">to be confirmed</Badge>}
        </p>
        <Button
          look="plain"
          size="small"
          disabled={disabled}
          aria-label={`Remove coupon ${applied}`}
          onClick={() => updateDraft({ couponCode: undefined })}
        >
          Remove
        </Button>
      </div>
    );

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void apply();
      }}
      noValidate
    >
      <Field id="coupon" label="Coupon" optional error={error}>
        <div className="flex gap-2">
          <TextInput
            id="coupon"
            value={typed}
            maxLength={32}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            disabled={disabled}
            onChange={(event) => {
              setTyped(event.target.value);
              setError(undefined);
            }}
            className="min-w-0 uppercase"
          />
          <Button
            type="submit"
            look="quiet"
            size="small"
            busy={busy}
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

async function check(
  code: string,
  amountPence: number,
  currency: BookingDraft['currency'],
): Promise<CouponResult> {
  try {
    return await validateCoupon({ code, amountPence, currency });
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    return (await loadPricing()).coupon({ code, amountPence, currency });
  }
}
