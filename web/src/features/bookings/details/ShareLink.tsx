// The read-only link for friends and family: copy it, replace it, or revoke it.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link as LinkIcon } from 'lucide-react';
import { endShareLink, renewShareLink } from '@/api/bookings';
import { problemText } from '@/api/problem';
import type { Booking } from '@/api/types';
import { absoluteUrl, paths } from '@/shared/paths';
import { Banner, Button, toast } from '@/ui';

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
      await queryClient.invalidateQueries({ queryKey: ['booking'] });
      toast(wanted === 'new' ? 'New link made. The old one no longer works.' : 'The link no longer works.');
    },
  });

  async function copy() {
    if (!token) return;
    try {
      await navigator.clipboard.writeText(absoluteUrl(paths.booking.shared(id, token)));
      toast('Link copied', { tone: 'good' });
    } catch {
      toast('Copy failed', { tone: 'bad' });
    }
  }

  return (
    <section className="card grid gap-3 p-4" aria-labelledby="share-title">
      <h2 id="share-title" className="text-m">
        Live link
      </h2>
      <p className="text-s text-muted">
        {token
          ? 'Whoever has it can watch this booking: its status, the area and the time. No name, phone or house number.'
          : 'There is no link to this booking at the moment.'}
      </p>
      {change.isError && (
        <Banner tone="bad" role="alert">
          {problemText(change.error, 'The link could not be changed. Please try again.')}
        </Banner>
      )}
      <div className="flex flex-wrap gap-2">
        {token && (
          <Button
            look="quiet"
            size="small"
            icon={<LinkIcon aria-hidden="true" className="size-4" />}
            onClick={() => void copy()}
          >
            Copy live link
          </Button>
        )}
        <Button look="plain" size="small" disabled={change.isPending} onClick={() => change.mutate('new')}>
          Make a new link
        </Button>
        {token && (
          <Button look="plain" size="small" disabled={change.isPending} onClick={() => change.mutate('none')}>
            End the link
          </Button>
        )}
      </div>
    </section>
  );
}
