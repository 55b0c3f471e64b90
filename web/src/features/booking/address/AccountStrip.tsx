import { type Control, useWatch } from 'react-hook-form';
import type { Address } from '@/api/types';
import { type Pricing, usePricing } from '@/pricing';
import { isEmail, normaliseEmail } from '@/shared/email';
import { useSession } from '@/shared/session';
import { askToSignIn } from '@/shared/signIn';
import { Banner, Button, toast } from '@/ui';
import type { AddressForm } from './schema';
import { useKnownIdentifier } from './useKnownIdentifier';

/** Offers to sign in to those who have an account, where they say how to be reached. Going on as a guest needs nothing. */
export function AccountStrip({ control }: { control: Control<AddressForm, unknown, Address> }) {
  const { data: pricing } = usePricing();
  const [email, phone] = useWatch({ control, name: ['email', 'phone'] });
  const session = useSession();
  const { known, skip } = useKnownIdentifier(session ? [] : identifiersOf(pricing, email, phone));

  async function signIn() {
    if (await askToSignIn({ identifier: known ?? undefined })) toast('You are signed in.', { tone: 'good' });
  }

  return (
    <div role="status" className="empty:-mt-4">
      {known && (
        <Banner
          tone="action"
          actions={
            <>
              <Button size="small" look="plain" onClick={skip}>
                Skip
              </Button>
              <Button size="small" look="plain" onClick={() => void signIn()}>
                Sign in with code
              </Button>
            </>
          }
        >
          Looks like you already have an account.
        </Banner>
      )}
    </div>
  );
}

/** Those of the two that are whole: half a number names nobody. */
function identifiersOf(pricing: Pricing | undefined, email: string, phone: string): string[] {
  const address = normaliseEmail(email);
  const mobile = pricing && mobileOf(pricing, phone);
  return [...(isEmail(address) ? [address] : []), ...(mobile ? [mobile] : [])];
}

function mobileOf(pricing: Pricing, typed: string): string | null {
  try {
    return pricing.normalisePhone(typed);
  } catch {
    return null;
  }
}
