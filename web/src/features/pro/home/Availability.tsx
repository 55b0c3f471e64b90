// The switch by which a pro goes online and offline.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { problemText } from '@/api/problem';
import { proQuery, setAvailable } from '@/api/pros';
import type { MasterProfile } from '@/api/types';
import { Switch, toast } from '@/ui';
import { Reach } from './Reach';

export function Availability({ profile }: { profile: MasterProfile }) {
  const queryClient = useQueryClient();
  // Shows the new choice while it is being saved; if saving fails, the old one returns.
  const [wanted, setWanted] = useState<boolean | null>(null);
  const change = useMutation({
    mutationFn: setAvailable,
    onSuccess: (saved) => queryClient.setQueryData(proQuery.queryKey, saved),
    onError: (error) =>
      toast(problemText(error, 'Your availability could not be changed. Try again.'), { tone: 'bad' }),
    onSettled: () => setWanted(null),
  });
  const isActive = wanted ?? profile.isActive;
  return (
    <section aria-label="Availability" className="card grid grid-cols-1 gap-1 p-4">
      <Switch
        id="available"
        label="Available for jobs"
        className="text-l"
        checked={isActive}
        onChange={(event) => {
          if (change.isPending) return;
          setWanted(event.target.checked);
          change.mutate(event.target.checked);
        }}
      />
      <p role="status">
        <strong className="font-[650]">{isActive ? 'Online' : 'Offline'}</strong>
        <span className="text-muted"> · {meaningOf(isActive, profile.status === 'waiting')}</span>
      </p>
      {isActive && profile.isActive && profile.status === 'active' && <Reach />}
    </section>
  );
}

function meaningOf(isActive: boolean, waits: boolean): string {
  if (!isActive) return 'You get no jobs until you switch this on.';
  return waits ? 'Jobs start once your documents are verified.' : 'You are asked for jobs in your area.';
}
