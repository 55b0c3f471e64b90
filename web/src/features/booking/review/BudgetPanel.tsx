import { ErrorSummary, Field, Segmented, TextInput } from '@/ui';
import { EarlyStart } from '../checkout';
import type { BookingDraft } from '../draft';
import { BUDGET_FORM } from './BudgetFoot';
import type { Budget } from './useBudget';

/** 'Suggest my budget': the amount, and how it will be paid. */
export function BudgetPanel({ draft, budget }: { draft: BookingDraft; budget: Budget }) {
  const { register, limits, method, setMethod, error, problems, attempt, hint, send } = budget;
  return (
    <form id={BUDGET_FORM} onSubmit={send} noValidate className="grid gap-4">
      <ErrorSummary problems={problems} attempt={attempt} />
      <div className="card grid gap-4">
        <Field id="budget" label="Your budget in pounds" error={error} hint={hint}>
          <TextInput
            {...register('budget')}
            type="number"
            inputMode="numeric"
            min={limits.minimum_pence / 100}
            max={limits.maximum_pence / 100}
            step={1}
            className="num"
          />
        </Field>
        <Segmented
          legend="How will you pay?"
          legendShown
          name="budget-method"
          value={method}
          options={[
            { value: 'card', label: 'Card after a pro accepts' },
            { value: 'cash', label: 'Cash' },
          ]}
          onChange={setMethod}
        />
      </div>
      <EarlyStart draft={draft} />
    </form>
  );
}
