// Marketing consent is asked for separately and is off unless the client turns it on.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { profileQuery, saveProfile } from '@/api/me';
import { problemText } from '@/api/problem';
import type { ClientProfile } from '@/api/types';
import { Checkbox, toast } from '@/ui';

export function Consent({ profile }: { profile: ClientProfile }) {
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: (marketingConsent: boolean) => saveProfile({ marketingConsent }),
    onSuccess: (saved) => queryClient.setQueryData(profileQuery.queryKey, saved),
    onError: (error) => toast(problemText(error, 'Your choice could not be saved.'), { tone: 'bad' }),
  });
  // Show the new choice while it is being saved; if saving fails, the old one returns.
  const checked = change.isPending ? change.variables : profile.marketingConsent;
  return (
    <div className="card p-4">
      <Checkbox
        id="marketingConsent"
        label="Send me offers by email or text. Messages about my bookings come either way."
        checked={checked}
        disabled={change.isPending}
        onChange={(event) => change.mutate(event.target.checked)}
      />
    </div>
  );
}
