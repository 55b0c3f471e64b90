// Verifies an email or phone: sends a code when asked to, then checks it.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { attachContact, type Contact } from '@/api/accounts';
import { profileQuery } from '@/api/me';
import { Dialog, toast } from '@/ui';
import { CodeForm } from '@/ui/CodeForm';
import { useCodeEntry } from '@/ui/useCodeEntry';

interface VerifyDialogProps {
  contact: Contact;
  /** The contact as the person wrote it. */
  shown: string;
  onClose: () => void;
}

export function VerifyDialog({ contact, shown, onClose }: VerifyDialogProps) {
  const queryClient = useQueryClient();
  const [problem, setProblem] = useState<string | null>(null);
  const entry = useCodeEntry({
    check: async (sentTo, code) => {
      await attachContact(sentTo, code);
      await queryClient.invalidateQueries({ queryKey: profileQuery.queryKey });
      toast('Verified', { tone: 'good' });
      onClose();
    },
    onProblem: setProblem,
    missing: 'Enter the code.',
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Verify ${shown}`}
      description="We send a 6-digit code that is good for 10 minutes."
    >
      <CodeForm
        id="verify"
        entry={entry}
        problem={problem}
        onSend={() => void entry.send(contact)}
        label="Verify"
        busyLabel="Verifying…"
      />
    </Dialog>
  );
}
