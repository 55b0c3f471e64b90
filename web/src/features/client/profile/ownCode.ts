// Where a client is sent codes, and how one is entered in this session.
import { type Contact, freshen, requestCode } from '@/api/accounts';
import type { ClientProfile } from '@/api/types';
import type { OwnCode } from '@/ui/ways-in/FreshCode';

export function ownCode({ email, emailVerified, phone, phoneVerified }: ClientProfile): OwnCode {
  return {
    contactBy: (channel) => {
      if (channel === 'email') return emailVerified && email ? { email } : undefined;
      return phoneVerified && phone ? { phone } : undefined;
    },
    request: requestCode,
    verify: freshen,
  };
}

/** Where the code for a new password goes: what is proved, or the email that the account was registered with. */
export function passwordContact(profile: ClientProfile): Contact | undefined {
  const { contactBy } = ownCode(profile);
  return contactBy('email') ?? contactBy('phone') ?? (profile.email ? { email: profile.email } : undefined);
}
