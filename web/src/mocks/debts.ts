// Paying by card what the pro owes in fees of cash jobs.
import { randomId } from '@/shared/id';
import { books, post } from './money';
import { notFound, Refusal, type Schemas } from './route';
import { type DemoPro, theWorld } from './world';

type Debt = DemoPro['debts'][number];

/** The least that a card can pay, pence. */
const LEAST = 30;

/** A payment of everything that is owed: the same one as long as that does not change. */
export async function openDebt(): Promise<Schemas['DebtPayment']> {
  const { debts } = theWorld().pro;
  const owed = -(await books(Date.now())).balancePence;
  if (owed < LEAST) {
    const text = 'You owe less than 30p, which a card cannot pay. It comes off your next card earnings.';
    throw new Refusal(409, 'nothing_owed', text);
  }
  let debt = debts.find(({ status, amountPence }) => status !== 'succeeded' && amountPence === owed);
  if (!debt) {
    debt = newDebt(owed);
    debts.push(debt);
  }
  return { paymentIntentId: debt.id, clientSecret: debt.secret, amountPence: debt.amountPence };
}

function newDebt(amountPence: number): Debt {
  const id = `pi_demo_${randomId()}`;
  return { id, secret: `${id}_secret`, amountPence, status: 'requires_payment_method' };
}

/** The card is charged at once. */
export function settleDebt(debt: Debt): void {
  debt.status = 'succeeded';
  post({ whatFor: 'Debt paid by card', amountPence: debt.amountPence });
}

export function debtIsPaid(id: string): Schemas['DebtPaid'] {
  const debt = theWorld().pro.debts.find((one) => one.id === id);
  if (!debt) throw notFound('Payment');
  return { isPaid: debt.status === 'succeeded' };
}
