// /chat/{id}: the chat of a booking on a page of its own, for its client and for its pro.
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { fetchBooking } from '@/api/bookings';
import type { ChatCaller, ChatState } from '@/api/chat';
import { jobQuery } from '@/api/jobs';
import { keys } from '@/api/keys';
import { isRefusal, problemText } from '@/api/problem';
import { tradeOf, whenOf } from '@/shared/bookingWords';
import { paths } from '@/shared/paths';
import { bearerToken, useSession } from '@/shared/session';
import { BookingLayout, ButtonLink, EmptyState, LoadError, Skeleton } from '@/ui';
import { ChatPanel } from '@/ui/chat/ChatPanel';
import { FindBooking } from '@/ui/FindBooking';

/** Milliseconds after which the booking is looked up again: it may go to another pro. */
const LOOK_AGAIN = 30_000;

export function Component() {
  const { id = '' } = useParams();
  const session = useSession();
  if (!bearerToken('person')) return <NotSignedIn id={id} />;
  return session?.role === 'master' ? <OfPro key={id} id={id} /> : <OfClient key={id} id={id} />;
}

function OfClient({ id }: { id: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: keys.booking.one({ id }),
    queryFn: async ({ signal }) => ({ ...(await fetchBooking(id, {}, signal)), id }),
    refetchInterval: LOOK_AGAIN,
  });
  const peer = data?.assigned_master_name ?? (data && `Your ${tradeOf(data.problem_type)}`);
  return (
    <Page
      back={paths.booking.status(id)}
      as="client"
      id={id}
      error={error}
      retry={() => void refetch()}
      shown={
        data && {
          peer: peer ?? 'Your pro',
          master: data.assigned_master_id,
          about: `${data.readable_name} · ${whenOf(data)}`,
          chat: data.chat ?? undefined,
          phone: data.assigned_master_phone,
        }
      }
    />
  );
}

function OfPro({ id }: { id: string }) {
  const { data, error, refetch } = useQuery({ ...jobQuery(id), refetchInterval: LOOK_AGAIN });
  return (
    <Page
      back={paths.master.job(id)}
      as="person"
      id={id}
      error={error}
      retry={() => void refetch()}
      shown={
        data && {
          peer: data.customer_first_name ?? 'Your client',
          master: undefined,
          about: `${data.readable_name} · ${whenOf(data)}`,
          chat: data.chat ?? undefined,
          phone: data.customer_phone,
        }
      }
    />
  );
}

interface Shown {
  peer: string;
  /** The pro, on the client's side: another one has another chat. */
  master: string | undefined;
  about: string;
  /** Undefined while there is no pro. */
  chat: ChatState | undefined;
  phone: string | undefined;
}

interface PageProps {
  id: string;
  as: ChatCaller;
  back: string;
  shown: Shown | undefined;
  error: Error | null;
  retry: () => void;
}

/** One layout from the start, so that its heading keeps the focus while the booking loads. */
function Page({ id, as, back, shown, error, retry }: PageProps) {
  const navigate = useNavigate();
  const isGone = isRefusal(error);
  return (
    <BookingLayout
      title={shown && !isGone ? `Chat with ${shown.peer}` : 'Chat'}
      hasError={error !== null && !shown}
      onBack={() => navigate(back)}
    >
      {shown && !isGone && (
        <>
          <p className="num text-s text-muted [overflow-wrap:anywhere]">{shown.about}</p>
          {shown.chat ? (
            <ChatPanel
              key={shown.master}
              bookingId={id}
              proId={shown.master}
              state={shown.chat}
              peer={shown.peer}
              phone={shown.phone}
              as={as}
              isTall
            />
          ) : (
            <EmptyState
              title="Chat opens when a pro is assigned."
              action={
                <ButtonLink to={back} look="quiet" size="small">
                  Back to the booking
                </ButtonLink>
              }
            />
          )}
        </>
      )}
      {!shown && !error && <Skeleton className="h-72" label="Loading the chat" />}
      {(isGone || (error && !shown)) && (
        <LoadError retry={retry}>{problemText(error, 'Failed to load the chat.')}</LoadError>
      )}
    </BookingLayout>
  );
}

function NotSignedIn({ id }: { id: string }) {
  const next = paths.chat(id);
  return (
    <BookingLayout title="Chat">
      <FindBooking title="Sign in with a code to chat" next={next} />
      <ButtonLink to={paths.master.login({ next })} look="plain" size="small">
        Log in as a pro
      </ButtonLink>
    </BookingLayout>
  );
}
