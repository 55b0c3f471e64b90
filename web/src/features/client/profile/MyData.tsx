// Downloading and erasing one's own data.
import { eraseMyData, exportMyData } from '@/api/me';
import type { ClientProfile } from '@/api/types';
import { OwnData } from '@/ui/OwnData';
import { ownCode } from './ownCode';

const words = {
  end: 'Erase my account',
  busy: 'Erasing…',
  title: 'Erase your account?',
  ended: 'Your account has been erased',
  failed: 'Your account could not be erased. Please try again.',
};

export function MyData({ profile }: { profile: ClientProfile }) {
  return (
    <OwnData download={exportMyData} end={eraseMyData} own={ownCode(profile)} words={words}>
      <p>
        Your name, contact details, addresses, photos, reviews and sign-ins are deleted for good. This can’t
        be undone.
      </p>
      <p className="text-muted">
        What the law makes us keep for the books stays without your name: what was done, when, and for how
        much. Receipts over £250 from pros registered for VAT are kept whole, but sealed, for 6 years.
      </p>
    </OwnData>
  );
}
