// Another time that the client suggests: what it pays then, until when to answer, and the two answers.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerSuggestion } from '@/api/changes';
import { type Job, jobQuery } from '@/api/jobs';
import { keys } from '@/api/keys';
import { ApiProblem, problemText } from '@/api/problem';
import { whenOf } from '@/shared/bookingWords';
import { asLondon, formatSlot } from '@/shared/london';
import { formatPence } from '@/shared/money';
import { Banner, Button, toast } from '@/ui';
import { Problem } from '@/ui/Problem';
import { useFocusHandedTo } from '@/ui/useFocusHandedTo';

export interface SuggestedVisitProps {
  job: Job;
  suggested: NonNullable<Job['suggested_time']>;
}

export function SuggestedVisit({ job, suggested }: SuggestedVisitProps) {
  const { timeslot, accepted, netPence, until } = suggested;
  const slot = formatSlot(timeslot.start, timeslot.end);
  const { clock } = asLondon(until);
  if (accepted)
    return (
      <Banner tone="action" role="status">
        {`You accepted ${slot}. We wait for the client's payment until ${clock}. Until then ${whenOf(job)} stands.`}
      </Banner>
    );
  return (
    <Answerable
      job={job}
      title={`The client suggests ${slot}`}
      text={`In place of ${whenOf(job)}. You get ${formatPence(netPence)}. Please answer by ${clock}, or the old time stands.`}
    />
  );
}

function Answerable({ job, title, text }: { job: Job; title: string; text: string }) {
  const queryClient = useQueryClient();
  const { queryKey } = jobQuery(job.id);
  const card = useFocusHandedTo<HTMLElement>('page-title');
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (action: 'accept' | 'decline') => answerSuggestion(job.id, action),
    onSuccess: (answered, action) => {
      toast(action === 'accept' ? 'You accepted the new time' : 'The old time stands', { tone: 'good' });
      queryClient.setQueryData(queryKey, answered);
      void queryClient.invalidateQueries({ queryKey: keys.pro.jobs.all });
    },
    onError: (failure) => {
      // It is over, or the pro has another job then: the page shows how it stands.
      if (failure instanceof ApiProblem) void queryClient.invalidateQueries({ queryKey });
    },
  });
  return (
    <section ref={card} aria-labelledby="suggested-title" className="card grid gap-3 border-copper-line p-4">
      <h2 id="suggested-title" className="num text-m">
        {title}
      </h2>
      <p className="num text-s text-muted">{text}</p>
      <Problem text={error && problemText(error, 'Your answer could not be sent. Please try again.')} />
      <Button
        busy={isPending && variables === 'accept'}
        busyText="Accepting…"
        disabled={isPending}
        onClick={() => mutate('accept')}
      >
        Accept new time
      </Button>
      <Button
        look="quiet"
        busy={isPending && variables === 'decline'}
        busyText="Declining…"
        disabled={isPending}
        onClick={() => mutate('decline')}
      >
        Keep the old time
      </Button>
    </section>
  );
}
