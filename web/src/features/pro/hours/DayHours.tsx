// The hours of one weekday: up to three times, each with its beginning and its end.
import { Plus, X } from 'lucide-react';
import { type UseFormReturn, useFieldArray, useWatch } from 'react-hook-form';
import type { WorkingHoursChange } from '@/api/hours';
import { Button, IconButton } from '@/ui';
import { endsNextDay, type HoursForm, MOST_SPANS, USUAL } from './schema';

/** Where the browser writes 08:00 AM, it fits on a phone only without the space before the clock. */
const TIME =
  'control num min-w-0 max-w-36 flex-1 basis-24 px-1.5 [&::-webkit-calendar-picker-indicator]:ms-0';

export interface DayHoursProps {
  name: string;
  /** From Monday on, 0 to 6. */
  day: number;
  form: UseFormReturn<HoursForm, unknown, WorkingHoursChange>;
}

export function DayHours({ name, day, form: { control, register, formState } }: DayHoursProps) {
  const path = `weekly.${day}` as const;
  const { fields, append, remove } = useFieldArray({ control, name: path as 'weekly.0' });
  const spans = useWatch({ control, name: path as 'weekly.0' });
  const error = formState.errors.weekly?.[day];
  const message = error?.root?.message ?? error?.message;
  const errorId = `hours-${day}-error`;
  return (
    <li className="grid grid-cols-1 gap-2 border-line py-3 not-first:border-t">
      <fieldset className="grid grid-cols-1 gap-2" aria-describedby={message ? errorId : undefined}>
        <legend className="float-left mb-2 font-[650]">{name}</legend>
        {fields.length === 0 && <p className="clear-left text-s text-muted">Not working</p>}
        {fields.map((field, index) => {
          const at = `${path}.${index}` as 'weekly.0.0';
          const span = spans?.[index];
          return (
            <div key={field.id} className="clear-left flex flex-wrap items-center gap-2">
              <input
                {...register(`${at}.from`)}
                type="time"
                aria-label={`${name}, from`}
                aria-invalid={message ? true : undefined}
                className={TIME}
              />
              <span aria-hidden="true">–</span>
              <input
                {...register(`${at}.to`)}
                type="time"
                aria-label={`${name}, to`}
                aria-invalid={message ? true : undefined}
                className={TIME}
              />
              <IconButton
                label={span?.from ? `Remove ${name}, ${span.from} to ${span.to}` : `Remove hours on ${name}`}
                icon={<X aria-hidden="true" className="size-5" />}
                onClick={() => remove(index)}
              />
              {span && endsNextDay(span) && <span className="text-s text-muted">until the next day</span>}
            </div>
          );
        })}
        {message && (
          <p id={errorId} role="alert" className="text-s text-bad">
            {message}
          </p>
        )}
        {fields.length < MOST_SPANS && (
          <Button
            look="quiet"
            size="small"
            className="w-auto justify-self-start"
            icon={<Plus aria-hidden="true" className="size-4" />}
            aria-label={`Add hours on ${name}`}
            onClick={() => append(fields.length === 0 ? { ...USUAL } : { from: '', to: '' })}
          >
            Add hours
          </Button>
        )}
      </fieldset>
    </li>
  );
}
