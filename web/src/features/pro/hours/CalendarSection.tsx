// The link by which the pro's own calendar reads their jobs. It is shown once, when it is made: only its hash is kept.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { calendarQuery, endCalendarLink, makeCalendarLink } from '@/api/hours';
import { problemText } from '@/api/problem';
import { asLondon, formatDay } from '@/shared/london';
import { Button, Checkbox, Field, LoadError, Skeleton, TextInput, toast } from '@/ui';
import { copyLink } from '@/ui/copyLink';
import { FreshCode, freshCodeBy } from '@/ui/ways-in/FreshCode';
import { ownCode } from '../ownCode';
import { usePro } from '../usePro';

export function CalendarSection() {
  const { email } = usePro();
  const queryClient = useQueryClient();
  const { data, isError, refetch } = useQuery({ ...calendarQuery, staleTime: 0 });
  const [showsClients, setShowsClients] = useState(false);
  const [url, setUrl] = useState<string | null>(null);
  const onError = (error: Error) =>
    toast(problemText(error, 'That did not work. Try again.'), { tone: 'bad' });
  const making = useMutation({
    mutationFn: () => makeCalendarLink(showsClients),
    onSuccess: (made) => {
      setUrl(made.url);
      queryClient.setQueryData(calendarQuery.queryKey, { link: made.link });
    },
    onError: (error) => freshCodeBy(error) ?? onError(error),
  });
  const ending = useMutation({
    mutationFn: endCalendarLink,
    onSuccess: () => {
      setUrl(null);
      queryClient.setQueryData(calendarQuery.queryKey, {});
    },
    onError,
  });
  const link = data?.link;
  if (!data && isError)
    return <LoadError retry={() => void refetch()}>Your calendar link could not be loaded.</LoadError>;
  if (!data) return <Skeleton className="h-44" label="Loading your calendar link" />;
  const channel = freshCodeBy(making.error);
  if (channel && !making.isPending)
    return (
      <div className="card p-4">
        <FreshCode own={ownCode(email)} channel={channel} onFresh={() => making.mutate()} />
      </div>
    );
  return (
    <div className="card grid grid-cols-1 gap-3 p-4">
      <p className="text-s text-muted">
        Subscribe to your jobs in Google Calendar, Apple Calendar or Outlook. Whoever has the link can read
        it, until it ends: with the button here, with a new password, or when you sign out everywhere.
      </p>
      {link && (
        <p role="status" className="num">
          Your link was made on {formatDay(asLondon(link.madeAt).day)}
          {link.showsClients ? ', with names, addresses and phones.' : ', without names and addresses.'}
        </p>
      )}
      {url && (
        <>
          <Field id="calendar-url" label="Your link" hint="Copy it now: it is not shown again.">
            <TextInput value={url} readOnly onFocus={(event) => event.target.select()} className="num" />
          </Field>
          <Button
            look="quiet"
            size="small"
            className="w-auto justify-self-start"
            onClick={() => void copyLink(url)}
          >
            Copy link
          </Button>
        </>
      )}
      <Checkbox
        id="shows-clients"
        label="With clients’ names, addresses and phones"
        checked={showsClients}
        onChange={(event) => setShowsClients(event.target.checked)}
      />
      <div className="flex flex-wrap gap-2.5">
        <Button look="quiet" size="small" busy={making.isPending} onClick={() => making.mutate()}>
          {link ? 'Make a new link' : 'Make a link'}
        </Button>
        {link && (
          <Button look="quiet" size="small" busy={ending.isPending} onClick={() => ending.mutate()}>
            End the link
          </Button>
        )}
      </div>
      {link && <p className="text-s text-muted">A new link ends this one at once.</p>}
    </div>
  );
}
