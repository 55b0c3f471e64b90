// For clients who booked as guests: after signing in they have the booking on every device.
import { UserRound } from 'lucide-react';
import { useNavigate } from 'react-router';
import { claimByIntent } from '@/api/accounts';
import { ApiProblem } from '@/api/problem';
import { paths } from '@/shared/paths';
import { useSession } from '@/shared/session';
import { askToSignIn } from '@/shared/signIn';
import { Button } from '@/ui';
import { useDraft } from '../draft';

export interface SignInPromptProps {
  bookingId: string;
  /** The payment intent of the booking; undefined for cash and budgets. */
  intent: string | undefined;
}

export function SignInPrompt({ bookingId, intent }: SignInPromptProps) {
  const { userId } = useDraft();
  const navigate = useNavigate();
  if (useSession()) return null;

  async function signIn() {
    if (!(await askToSignIn({ identifier: userId }))) return;
    // A guest's bookings move over by themselves; claiming is for a booking made as a guest in another browser.
    if (intent) await claimByIntent(intent).catch(logUnlessThere);
    navigate(paths.booking.status(bookingId));
  }

  return (
    <section className="card flex flex-wrap items-center gap-x-4 gap-y-3">
      <UserRound aria-hidden="true" className="size-6 shrink-0 text-action" />
      <div className="min-w-0 flex-1 basis-56">
        <h2 className="text-m">Keep this booking with you</h2>
        <p className="text-s text-muted">
          Sign in with a one-time code to find it on any device. No password needed.
        </p>
      </div>
      <Button look="quiet" size="small" onClick={() => void signIn()}>
        Sign in
      </Button>
    </section>
  );
}

/** A booking that came along with its guest is no longer there to be claimed. */
function logUnlessThere(error: unknown): void {
  if (error instanceof ApiProblem && error.status === 404) return;
  console.warn('The booking was not claimed.', error);
}
