import { ErrorSummary, Field, TextInput } from '@/ui';
import { EarlyStart } from '../checkout';
import type { BookingDraft } from '../draft';
import { BUDGET_FORM } from './BudgetFoot';
import { MethodChoice } from './MethodChoice';
import type { Budget } from './useBudget';

/** 'Suggest my budget': the amount, and how it will be paid. */
export function BudgetPanel({ draft, budget }: { draft: BookingDraft; budget: Budget }) {
  const { register, method, setMethod, error, problems, attempt, hint, send } = budget;
  return (
    <form id={BUDGET_FORM} onSubmit={send} noValidate className="grid gap-4">
      <ErrorSummary problems={problems} attempt={attempt} />
      <div className="card grid gap-4">
        <Field id="budget" label="Your budget in pounds" error={error} hint={hint}>
          <TextInput
            {...register('budget')}
            // Not type="number": its wheel changes an amount without anybody noticing, and '£1,200' could not be pasted.
            inputMode="numeric"
            autoComplete="off"
            className="num"
          />
        </Field>
        <MethodChoice card="Card after a pro accepts" method={method} onChange={setMethod} />
      </div>
      <EarlyStart draft={draft} />
    </form>
  );
}
