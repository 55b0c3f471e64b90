import { ErrorSummary, Field, TextInput } from '@/ui';
import { EarlyStart } from '../checkout';
import type { BookingDraft } from '../draft';
import { BUDGET_FORM } from './BudgetFoot';
import { MethodChoice } from './MethodChoice';
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
        <MethodChoice card="Card after a pro accepts" method={method} onChange={setMethod} />
      </div>
      <EarlyStart draft={draft} />
    </form>
  );
}
