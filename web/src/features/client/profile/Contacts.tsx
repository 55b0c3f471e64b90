// The contacts that can sign in: an email or phone counts only once it is verified with a code, which happens here.
import { useState } from 'react';
import type { ClientProfile } from '@/api/types';
import { formatPhone } from '@/shared/phone';
import { Badge, Button } from '@/ui';
import { NewEmail } from './NewEmail';
import { ownCode } from './ownCode';
import { VerifyDialog } from './VerifyDialog';

export function Contacts({ profile }: { profile: ClientProfile }) {
  const contacts = [
    { name: 'Email', value: profile.email, verified: profile.emailVerified, as: 'email' as const },
    { name: 'UK mobile', value: profile.phone, verified: profile.phoneVerified, as: 'phone' as const },
  ];
  const known = contacts.filter(({ value }) => value);
  return (
    <div className="card grid gap-3 p-4">
      <p className="text-s text-muted">
        A code is sent to these when you sign in. Only a verified one opens your account.
      </p>
      {known.length === 0 && <p>Add an email here, or a UK mobile to your details.</p>}
      <ul className="grid gap-3">
        {known.map(({ name, value = '', verified, as }) => (
          <li key={name} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <span className="grid min-w-0">
              <span className="text-s text-muted">{name}</span>
              <span className="num [overflow-wrap:anywhere]">{formatPhone(value)}</span>
            </span>
            {verified ? (
              <Badge tone="good">Verified</Badge>
            ) : (
              <Verify profile={profile} name={name} as={as} value={value} />
            )}
          </li>
        ))}
      </ul>
      <NewEmail own={ownCode(profile)} replaces={profile.email !== undefined} />
    </div>
  );
}

interface VerifyProps {
  profile: ClientProfile;
  name: string;
  as: 'email' | 'phone';
  value: string;
}

function Verify({ profile, name, as, value }: VerifyProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="quiet" size="small" onClick={() => setOpen(true)}>
        Verify
        <span className="sr-only"> {name}</span>
      </Button>
      {open && (
        <VerifyDialog
          own={ownCode(profile)}
          contact={as === 'email' ? { email: value } : { phone: value }}
          shown={formatPhone(value)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
