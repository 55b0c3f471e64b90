import { useQueryClient } from '@tanstack/react-query';
import { type Job, jobQuery } from '@/api/jobs';
import { sendReview } from '@/api/reviews';
import { ReviewCard } from '@/ui/ReviewCard';

/** The pro's review of the client. */
export function ReviewOfClient({ job }: { job: Job }) {
  const queryClient = useQueryClient();
  const { queryKey } = jobQuery(job.id);
  const { customer_first_name: name } = job;
  return (
    <ReviewCard
      question={name ? `How did it go with ${name}?` : 'How did it go with the client?'}
      prompt="What should we know?"
      readers="Only our team reads it, never the client."
      review={job.review}
      until={job.review_until}
      send={(review) => sendReview(job.id, review, 'pro')}
      onSent={(review) => {
        queryClient.setQueryData(queryKey, (before) => {
          if (!before) return before;
          const { review_until: _, ...rest } = before;
          return { ...rest, review };
        });
      }}
      onRefused={() => void queryClient.invalidateQueries({ queryKey })}
    />
  );
}
