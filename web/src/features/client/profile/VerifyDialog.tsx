// Proving an email or phone: a code is sent when the person asks for it, and tried.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { attachContact, type Contact, requestCode } from '@/api/accounts';
import { profileQuery } from '@/api/me';
import { problemText } from '@/api/problem';
import { Banner, Button, Dialog, Field, TextInput, toast } from '@/ui';

interface VerifyDialogProps {
  contact: Contact;
  /** As the person knows it. */
  shown: string;
  onClose: () => void;
}

export function VerifyDialog({ contact, shown, onClose }: VerifyDialogProps) {
  const queryClient = useQueryClient();
  const [code, setCode] = useState('');
  const send = useMutation({ mutationFn: () => requestCode(contact) });
  const verify = useMutation({
    mutationFn: () => attachContact(contact, code.trim()),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: profileQuery.queryKey });
      toast('Verified', { tone: 'good' });
      onClose();
    },
  });
  const problem = problemOf(send.error, verify.error);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Verify ${shown}`}
      description="We send a 6-digit code that is good for 10 minutes."
    >
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (send.isSuccess) verify.mutate();
          else send.mutate();
        }}
      >
        {problem && (
          <Banner tone="bad" role="alert">
            {problem}
          </Banner>
        )}
        {send.isSuccess ? (
          <>
            <Field id="verify-code" label="Code">
              <TextInput
                value={code}
                onChange={(event) => setCode(event.target.value)}
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={12}
                className="num text-l tracking-[0.2em]"
              />
            </Field>
            <Button
              type="submit"
              disabled={code.trim().length < 4}
              busy={verify.isPending}
              busyText="Verifying…"
            >
              Verify
            </Button>
          </>
        ) : (
          <Button type="submit" busy={send.isPending} busyText="Sending…">
            Send code
          </Button>
        )}
      </form>
    </Dialog>
  );
}

function problemOf(sending: Error | null, verifying: Error | null): string | null {
  if (verifying) return problemText(verifying, 'Invalid code. Try again.');
  return sending ? problemText(sending, 'Could not send the code. Try again.') : null;
}
