import { useMutation } from '@tanstack/react-query';
import { CalendarPlus } from 'lucide-react';
import { fetchCalendarFile } from '@/api/bookings';
import { problemText } from '@/api/problem';
import { saveFile } from '@/shared/saveFile';
import { Button, toast } from '@/ui';

/** Saves the server's calendar file. After a change of time, importing the new file replaces the earlier entry. */
export function AddToCalendar({ id }: { id: string }) {
  const fetching = useMutation({
    mutationFn: () => fetchCalendarFile(id),
    onSuccess: (file) => saveFile(file, `callout-${id}.ics`),
    onError: (error) => toast(problemText(error, 'The calendar file could not be fetched.'), { tone: 'bad' }),
  });
  return (
    <Button
      look="quiet"
      size="small"
      icon={<CalendarPlus aria-hidden="true" className="size-4" />}
      busy={fetching.isPending}
      busyText="Fetching…"
      onClick={() => fetching.mutate()}
    >
      Add to Calendar
    </Button>
  );
}
