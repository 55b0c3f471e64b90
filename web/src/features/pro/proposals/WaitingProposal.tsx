// A job that waits for its client, with the way out of it.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Hourglass } from 'lucide-react';
import { declineOffer, type WaitingJob } from '@/api/jobs';
import { keys, whatJobsChange } from '@/api/keys';
import { ApiProblem } from '@/api/problem';
import { useHasPassed } from '@/shared/useHasPassed';
import { Button, toast } from '@/ui';
import { Problem } from '@/ui/Problem';
import { useFocusHandedTo } from '@/ui/useFocusHandedTo';
import { dropWaiting } from '../offers/offers';
import { priceText, waitingText } from './words';

export interface WaitingProposalProps {
  job: WaitingJob;
  /** On the page of the job itself, its name is said already. */
  isOwnPage?: boolean;
}

export function WaitingProposal({ job, isOwnPage = false }: WaitingProposalProps) {
  const { id: bookingId, readable_name: title, proposal } = job;
  const box = useFocusHandedTo<HTMLElement>('page-title');
  const takeBack = useTakeBack(bookingId);
  // What it says changes then.
  useHasPassed(Date.parse(proposal.until));
  const id = `waiting-${bookingId}`;
  const Heading = isOwnPage ? 'h2' : 'h3';
  return (
    <article ref={box} aria-labelledby={id} className="card flex flex-col gap-4">
      <div>
        <Heading id={id} className={isOwnPage ? 'sr-only' : 'text-m [overflow-wrap:anywhere]'}>
          {title}
        </Heading>
        <p className="num flex items-start gap-2 font-[650]">
          <Hourglass aria-hidden="true" className="mt-1 size-4 shrink-0" />
          {waitingText(proposal)}
        </p>
        <p className="num text-s text-muted">
          {!proposal.standing && `${priceText(proposal.pricePence)} `}Don't set off yet: the job is not
          assigned.
        </p>
      </div>
      <Problem text={takeBack.problem} />
      <Button
        look="quiet"
        size="small"
        aria-describedby={id}
        busy={takeBack.isPending}
        busyText="Taking back…"
        onClick={takeBack.send}
      >
        Take back
      </Button>
    </article>
  );
}

function useTakeBack(bookingId: string) {
  const queryClient = useQueryClient();
  const end = (text: string) => {
    dropWaiting(queryClient, bookingId);
    toast(text);
    for (const queryKey of whatJobsChange) void queryClient.invalidateQueries({ queryKey });
  };
  const { mutate, isPending, error } = useMutation({
    mutationKey: keys.pro.answer(bookingId),
    mutationFn: () => declineOffer(bookingId),
    onSuccess: () => end('Taken back'),
    onError: (failure) => {
      const isOver = failure instanceof ApiProblem && [403, 404, 409].includes(failure.status);
      if (isOver) end('It no longer waits for the client');
    },
  });
  return {
    send: () => mutate(),
    isPending,
    problem: error && 'It could not be taken back. Please try again.',
  };
}
