// Verifies an email or phone: sends a code when asked to, then checks it.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { attachContact, type Contact } from '@/api/accounts';
import { profileQuery } from '@/api/me';
import { problemText } from '@/api/problem';
import { Dialog, toast } from '@/ui';
import { CodeForm } from '@/ui/CodeForm';
import { useCodeEntry } from '@/ui/useCodeEntry';
import { type Channel, FreshCode, freshCodeBy, type OwnCode } from '@/ui/ways-in/FreshCode';

interface VerifyDialogProps {
  own: OwnCode;
  contact: Contact;
  /** The contact as the person wrote it. */
  shown: string;
  onClose: () => void;
}

export function VerifyDialog({ own, contact, shown, onClose }: VerifyDialogProps) {
  const queryClient = useQueryClient();
  const [problem, setProblem] = useState<string | null>(null);
  /** Set while the server wants another code first: of what the account has proved already. */
  const [fresh, setFresh] = useState<{ channel: Channel; code: string } | null>(null);
  const attach = async (sentTo: Contact, code: string) => {
    await attachContact(sentTo, code);
    await queryClient.invalidateQueries({ queryKey: profileQuery.queryKey });
    toast('Verified', { tone: 'good' });
    onClose();
  };
  const entry = useCodeEntry({
    check: async (sentTo, code) => {
      try {
        await attach(sentTo, code);
      } catch (error) {
        const channel = freshCodeBy(error);
        if (!channel) throw error;
        setFresh({ channel, code });
      }
    },
    onProblem: setProblem,
    missing: 'Enter the code.',
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      busy={entry.isVerifying}
      title={`Verify ${shown}`}
      description="We send a 6-digit code that is good for 10 minutes."
    >
      {fresh ? (
        <FreshCode
          own={own}
          channel={fresh.channel}
          onFresh={() => {
            // What was sent to the new contact is still good; if it is not, it is asked for again.
            attach(contact, fresh.code).catch((error: unknown) => {
              setFresh(null);
              setProblem(problemText(error, 'Could not check the code. Try again.'));
            });
          }}
        />
      ) : (
        <CodeForm
          id="verify"
          entry={entry}
          problem={problem}
          onSend={() => void entry.send(contact)}
          label="Verify"
          busyLabel="Verifying…"
        />
      )}
    </Dialog>
  );
}
