// The form for extra work or parts: lines with a price each, a note, and what the pro would get of it.
import { zodResolver } from '@hookform/resolvers/zod';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useFieldArray, useWatch } from 'react-hook-form';
import { type NewExtra, suggestExtra } from '@/api/changeOrders';
import type { Job } from '@/api/jobs';
import { randomId } from '@/shared/id';
import { Button, Dialog, Field, TextArea, toast } from '@/ui';
import { Problem } from '@/ui/Problem';
import { useKeptForm } from '@/ui/useKept';
import { useServerErrors } from '@/ui/useServerErrors';
import { useFocusKept } from '../useFocusKept';
import { ExtraPay } from './ExtraPay';
import { LineFields } from './LineFields';
import { type ExtraForm, emptyLine, extraSchema, LONGEST_NOTE, MOST_LINES, sumTyped } from './schema';
import { useJobExtra } from './useJobExtra';

const FORM = 'extra-work';
const fieldNames = { amountPence: 'amount' };

export function ExtraDialog({ job, onClose }: { job: Job; onClose: () => void }) {
  // One key for the form: sent twice, it is suggested once.
  const [key] = useState(randomId);
  const most = mayBeAdded(job);
  const schema = useMemo(() => extraSchema(most), [most]);
  const form = useKeptForm<ExtraForm, unknown, NewExtra>('extra-work', {
    defaultValues: { lines: [emptyLine], note: '' },
    resolver: zodResolver<ExtraForm, unknown, NewExtra>(schema),
  });
  const { register, control, handleSubmit, formState } = form;
  const { fields, append, remove } = useFieldArray({ control, name: 'lines' });
  const typed = useWatch({ control }) as ExtraForm;
  const suggest = useJobExtra(job.id, (extra: NewExtra) => suggestExtra(job.id, extra, key));
  const problem = useServerErrors(form, suggest.error, 'It could not be sent. Please try again.', fieldNames);
  useFocusKept();

  const send = handleSubmit((extra) =>
    suggest.mutate(extra, {
      onSuccess: () => {
        toast('Sent. Your client has it now.', { tone: 'good' });
        onClose();
      },
    }),
  );

  const atLines = formState.errors.lines?.root?.message ?? formState.errors.lines?.message;
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      busy={suggest.isPending}
      title="Add extra work or parts"
      description="Your client has 30 minutes to approve. Nothing is charged until they do, so don't start yet."
      actions={
        <Button type="submit" form={FORM} busy={suggest.isPending} busyText="Sending…">
          Send to the client
        </Button>
      }
    >
      <form id={FORM} noValidate className="grid grid-cols-1 gap-5" onSubmit={send}>
        {fields.map((field, index) => (
          <LineFields
            key={field.id}
            form={form}
            index={index}
            onRemove={fields.length > 1 ? () => remove(index) : undefined}
          />
        ))}
        {fields.length < MOST_LINES && (
          <Button
            look="plain"
            size="small"
            icon={<Plus aria-hidden="true" className="size-4" />}
            onClick={() => append(emptyLine, { focusName: `lines.${fields.length}.text` })}
          >
            Add another line
          </Button>
        )}
        <Field
          id="note"
          label="Why it is needed"
          optional
          hint="Your client reads this."
          counter={`${LONGEST_NOTE - [...typed.note].length} left`}
          error={formState.errors.note?.message}
        >
          <TextArea {...register('note')} rows={3} autoComplete="off" />
        </Field>
        <ExtraPay job={job} sumPence={sumTyped(typed.lines)} />
        <Problem text={atLines ?? null} />
        <Problem text={problem} />
      </form>
    </Dialog>
  );
}

/** All that is added may come to the original price, and what an operator has allowed beyond it. */
function mayBeAdded({ price_pence, extra_allowed_pence, change_orders = [] }: Job): number {
  const approved = change_orders.filter(({ status, replaces }) => status === 'approved' && !replaces);
  const added = approved.reduce((sum, { sumPence }) => sum + sumPence, 0);
  return Math.max(0, price_pence + extra_allowed_pence - 2 * added);
}
