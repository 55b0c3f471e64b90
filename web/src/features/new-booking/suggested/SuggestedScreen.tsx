// /booking/suggested/{token}: what the pro of an earlier job suggests. The client books it as anybody would, from a draft that is filled in, or
// says no. Nothing is booked before that.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { declineInvitation, invitationQuery, type OpenedInvitation } from '@/api/newWork';
import { isRefusal, problemText } from '@/api/problem';
import { paths } from '@/shared/paths';
import { untilText } from '@/shared/until';
import { Banner, BookingLayout, Button, ButtonLink, EmptyState, LoadError, Skeleton } from '@/ui';
import { Problem } from '@/ui/Problem';
import { Unfinished, useUnfinished } from '../repeat/Unfinished';
import { fillDraft, nameOf } from './fillDraft';

export function Component() {
  const { token = '' } = useParams();
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(invitationQuery(token));
  return (
    <BookingLayout title="Suggested for you" onBack={() => navigate(paths.landing)} hasError={error !== null}>
      {data ? (
        <Suggested token={token} opened={data} />
      ) : isRefusal(error) ? (
        <EmptyState
          title="This link is not valid or has ended"
          action={<ButtonLink to={paths.booking.create}>Book a job</ButtonLink>}
        >
          You can book any job with the pros near you.
        </EmptyState>
      ) : error ? (
        <LoadError retry={() => void refetch()}>
          <p>Failed to load what was suggested</p>
          <p className="font-normal">{problemText(error, '')}</p>
        </LoadError>
      ) : (
        <>
          <Skeleton className="h-40" label="Loading what was suggested" />
          <Skeleton className="h-14" />
        </>
      )}
    </BookingLayout>
  );
}

interface SuggestedProps {
  token: string;
  opened: OpenedInvitation;
}

function Suggested({ token, opened }: SuggestedProps) {
  const { pro } = opened;
  const { text, readableName, state, until } = opened.invitation;
  return (
    <>
      <section aria-labelledby="suggested" className="card grid grid-cols-1 gap-3 p-4">
        <h2 id="suggested" className="text-l [overflow-wrap:anywhere]">
          {nameOf(pro)} suggests: {readableName}
        </h2>
        {text && (
          <blockquote className="border-l-4 border-copper-line pl-3.5">
            <p dir="auto" className="whitespace-pre-line [overflow-wrap:anywhere]">
              {text}
            </p>
          </blockquote>
        )}
        {pro && (
          <ButtonLink to={paths.pro(pro.id)} look="quiet" size="small" className="justify-self-start">
            About {pro.name}
          </ButtonLink>
        )}
      </section>
      {state === 'open' ? (
        <Choose token={token} opened={opened} until={until} />
      ) : (
        <>
          <Banner role="status">{over[state]}</Banner>
          <ButtonLink to={paths.booking.create} look="quiet">
            Book a job
          </ButtonLink>
        </>
      )}
    </>
  );
}

const over: Record<Exclude<OpenedInvitation['invitation']['state'], 'open'>, string> = {
  booked: 'This was booked already. Its link came by email or text.',
  declined: 'You said no to this. Nothing was booked.',
  expired: 'This suggestion has ended. Nothing was booked. You can book the job with any pro near you.',
};

function Choose({ token, opened, until }: SuggestedProps & { until: string }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [isStarting, setStarting] = useState(false);
  const unfinished = useUnfinished();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => declineInvitation(token),
    onSuccess: (declined) => queryClient.setQueryData(invitationQuery(token).queryKey, declined),
  });
  const start = () => {
    fillDraft(token, opened);
    navigate(paths.booking.create);
  };
  if (isStarting && unfinished.job !== null)
    return (
      <Unfinished job={unfinished.job} onReplace={start}>
        Booking what was suggested replaces it.
      </Unfinished>
    );
  const name = nameOf(opened.pro);
  return (
    <section aria-label="Your choice" className="grid grid-cols-1 gap-4">
      <ul className="grid gap-2 text-s">
        <li>Nothing is booked yet. You choose the time, and see the price and the terms before you book.</li>
        <li>
          Only {name} is asked. They have {opened.promisedHours} hours from your booking to take it; if they
          don't, it ends, you pay nothing, and nobody else is asked.
        </li>
        <li className="num">You can book it until {untilText(until)}.</li>
      </ul>
      <Problem text={error && problemText(error, 'Your answer could not be sent. Please try again.')} />
      <div className="grid gap-2.5">
        <Button onClick={() => (unfinished.job === null ? start() : setStarting(true))}>
          See price and choose a time
        </Button>
        <Button look="quiet" busy={isPending} busyText="Sending…" onClick={() => mutate()}>
          No, thanks
        </Button>
      </div>
    </section>
  );
}
