import { cash } from '@/api/limits';
import { formatPence } from '@/shared/money';
import { EarlyStart } from '../checkout';
import type { BookingDraft } from '../draft';
import { BUDGET_FORM } from './BudgetFoot';
import { MethodChoice } from './MethodChoice';
import type { Budget } from './useBudget';

/** 'Let pros name a price': all there is to say is how it will be paid. */
export function OpenPricePanel({ draft, budget }: { draft: BookingDraft; budget: Budget }) {
  const { method, setMethod, letProsName } = budget;
  return (
    <form id={BUDGET_FORM} onSubmit={letProsName} noValidate className="grid gap-4">
      <div className="card grid gap-3">
        <MethodChoice card="Card once you choose" method={method} onChange={setMethod} />
        <p className="num text-s text-muted">
          Above {formatPence(cash.amountPence.maximum)} you pay by card.
        </p>
      </div>
      <EarlyStart draft={draft} />
    </form>
  );
}
