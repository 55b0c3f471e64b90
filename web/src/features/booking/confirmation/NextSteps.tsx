import { formatPence } from '@/shared/money';
import type { ConfirmationView } from './view';

/** 'What happens now', in order. */
export function NextSteps({ view }: { view: ConfirmationView }) {
  const steps = stepsOf(view);
  return (
    <section className="card">
      <h2 className="text-m">What happens now</h2>
      <ol className="mt-3 grid gap-2.5">
        {steps.map((step, index) => (
          <li key={step} className="flex items-start gap-3">
            <span
              aria-hidden="true"
              className="num grid size-6 shrink-0 place-items-center rounded-full bg-copper-soft text-xs font-[700] text-copper"
            >
              {index + 1}
            </span>
            <span className="min-w-0">{step}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function stepsOf(view: ConfirmationView): string[] {
  const total =
    view.totalPence === undefined ? 'the agreed price' : formatPence(view.totalPence, view.currency);
  switch (view.match) {
    case 'CANCELLED':
      return ['This booking has ended. Nothing more happens.'];
    case 'NO_RESPONSE':
      return [
        'Nothing is charged: a hold on your card is let go.',
        'You can book another time or another day whenever you like.',
      ];
    case 'ASSIGNED':
    case 'OTHER':
      return ['Your pro has your address and entry notes.', 'Follow the visit on the live status page.'];
    case 'PENDING_ACCEPT':
      return [
        `Nearby pros see your budget of ${total}.`,
        'One may accept it, or answer with another price that you can approve or decline.',
        view.payment === 'cash'
          ? 'You pay in cash when the job is done.'
          : 'You pay by card once a pro has accepted.',
      ];
    default:
      return [
        'We ask nearby pros, the closest first.',
        paymentStep(view, total),
        'Follow the search and the visit on the live status page.',
      ];
  }
}

function paymentStep(view: ConfirmationView, total: string): string {
  if (view.totalPence === 0) return 'There is nothing to pay.';
  return view.payment === 'cash'
    ? `You pay ${total} in cash when the job is done.`
    : 'Your card is charged only when a pro accepts. If nobody does, the hold is let go.';
}
