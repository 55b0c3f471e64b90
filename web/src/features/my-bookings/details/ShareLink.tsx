// The read-only link for friends and family: copy it, replace it, or revoke it.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link as LinkIcon } from 'lucide-react';
import { endShareLink, renewShareLink } from '@/api/bookings';
import { keys } from '@/api/keys';
import { problemText } from '@/api/problem';
import type { Booking } from '@/api/types';
import { paths } from '@/shared/paths';
import { Banner, Button, toast } from '@/ui';
import { copyLink } from '@/ui/copyLink';

export function ShareLink({ booking }: { booking: Booking }) {
  const { id, share_token: token } = booking;
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: async (wanted: 'new' | 'none') => {
      if (wanted === 'new') await renewShareLink(id);
      else await endShareLink(id);
      return wanted;
    },
    onSuccess: async (wanted) => {
      await queryClient.invalidateQueries({ queryKey: keys.booking.all });
      toast(wanted === 'new' ? 'New link made. The old one no longer works.' : 'The link no longer works.');
    },
  });

  return (
    <section className="card grid gap-3 p-4" aria-labelledby="share-title">
      <h2 id="share-title" className="text-m">
        Live link
      </h2>
      <p className="text-s text-muted">
        {token
          ? 'For friends and family. Whoever has it can watch this booking, not change it: its status, the area and the time. No name, phone, house number or price.'
          : 'There is no link to this booking at the moment.'}
      </p>
      {change.isError && (
        <Banner tone="bad" role="alert">
          {problemText(change.error, 'The link could not be changed. Please try again.')}
        </Banner>
      )}
      {token && (
        <Button
          look="quiet"
          size="small"
          className="justify-self-start"
          icon={<LinkIcon aria-hidden="true" className="size-4" />}
          onClick={() => void copyLink(paths.booking.shared(id, token))}
        >
          Copy live link
        </Button>
      )}
      <div className="-mx-3.5 -mb-2 flex flex-wrap">
        <Button look="plain" size="small" busy={change.isPending} onClick={() => change.mutate('new')}>
          Make a new link
        </Button>
        {token && (
          <Button look="plain" size="small" busy={change.isPending} onClick={() => change.mutate('none')}>
            End the link
          </Button>
        )}
      </div>
    </section>
  );
}
