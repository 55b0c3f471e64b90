// The windows of the next 30 days, of which one is chosen.
import { useQuery } from '@tanstack/react-query';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { putRightTimesQuery, type Speaker } from '@/api/putRight';
import { formatSlot } from '@/shared/london';
import { Field } from '../Field';
import { Select } from '../Select';

interface TimeFieldProps {
  bookingId: string;
  speaker: Speaker;
  control: UseFormRegisterReturn;
  error: string | undefined;
}

export function TimeField({ bookingId, speaker, control, error }: TimeFieldProps) {
  const { data, isError } = useQuery(putRightTimesQuery(bookingId, speaker));
  const failed = isError ? 'The times could not be loaded. Please close this and try again.' : undefined;
  return (
    <Field id="put-right-time" label="Time" error={error ?? failed}>
      <Select {...control} className="num">
        <option value="">{data || isError ? 'Choose' : 'Loading…'}</option>
        {data?.items.map(({ id, start, end }) => (
          <option key={id} value={id}>
            {formatSlot(start, end)}
          </option>
        ))}
      </Select>
    </Field>
  );
}
