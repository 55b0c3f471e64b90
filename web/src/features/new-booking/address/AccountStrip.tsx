import { type Control, useWatch } from 'react-hook-form';
import type { Address } from '@/api/types';
import { type Pricing, readOrNull, usePricing } from '@/pricing';
import { isEmail, normaliseEmail } from '@/shared/email';
import { useSession } from '@/shared/session';
import { askToSignIn } from '@/shared/signIn';
import { Banner, Button, toast } from '@/ui';
import type { AddressForm } from './schema';
import { useKnownIdentifier } from './useKnownIdentifier';

/** Suggests signing in when the contact details belong to an account. Continuing as a guest needs no action. */
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

/** The email and phone that are complete: half a number cannot be looked up. */
function identifiersOf(pricing: Pricing | undefined, email: string, phone: string): string[] {
  const address = normaliseEmail(email);
  const mobile = pricing && readOrNull(pricing, 'phone', phone);
  return [...(isEmail(address) ? [address] : []), ...(mobile ? [mobile] : [])];
}
