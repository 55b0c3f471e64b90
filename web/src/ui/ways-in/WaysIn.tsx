// What the owner of an account does about somebody else in it: a new password, and the end of all other sessions.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Contact } from '@/api/accounts';
import { problemText } from '@/api/problem';
import { Button } from '../Button';
import { toast } from '../toast';
import { PasswordDialog } from './PasswordDialog';

export interface WaysInProps {
  /** Where the code for a new password is sent; undefined if nowhere. */
  contact: Contact | undefined;
  request: (contact: Contact) => Promise<void>;
  setPassword: (code: string, password: string) => Promise<void>;
  signOutOthers: () => Promise<void>;
  /** What else ends or stays with that. */
  also?: string;
}

export function WaysIn({ contact, request, setPassword, signOutOthers, also }: WaysInProps) {
  const [changing, setChanging] = useState(false);
  const ending = useMutation({
    mutationFn: signOutOthers,
    onSuccess: () => toast('Signed out everywhere else', { tone: 'good' }),
    onError: (error) =>
      toast(problemText(error, 'Could not sign out elsewhere. Please try again.'), { tone: 'bad' }),
  });
  return (
    <div className="card grid gap-3 p-4">
      <p className="text-s text-muted">
        Is somebody else in your account? A new password, or signing out everywhere, ends every session but
        this one.{also && ` ${also}`}
      </p>
      <div className="flex flex-wrap gap-2.5">
        {contact && (
          <Button look="quiet" size="small" onClick={() => setChanging(true)}>
            Change password
          </Button>
        )}
        <Button
          look="quiet"
          size="small"
          busy={ending.isPending}
          busyText="Signing out…"
          onClick={() => ending.mutate()}
        >
          Sign out everywhere
        </Button>
      </div>
      {changing && contact && (
        <PasswordDialog
          contact={contact}
          request={request}
          setPassword={setPassword}
          onClose={() => setChanging(false)}
        />
      )}
    </div>
  );
}
