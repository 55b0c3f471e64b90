import { Link } from 'react-router';
import { paths } from '@/shared/paths';
import { Checkbox } from '@/ui';

const policyLink = (
  // Opens in a new tab, so that what has been typed into the card form is kept.
  <Link to={paths.cancellation} target="_blank" className="link">
    Terms and Cancellation Policy
  </Link>
);

export interface TermsBoxProps {
  method: 'card' | 'cash';
  checked: boolean;
  onChange: (checked: boolean) => void;
  error: string | undefined;
  /** The visit starts within the 14-day cancellation period. */
  earlyStart: boolean;
  disabled: boolean;
}

export function TermsBox({ method, checked, onChange, error, earlyStart, disabled }: TermsBoxProps) {
  return (
    <div>
      <Checkbox
        id="terms"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        error={error}
        disabled={disabled}
        label={
          method === 'cash' ? (
            'I agree to pay the plumber in cash after the service'
          ) : (
            <>I agree to the {policyLink}</>
          )
        }
      />
      {method === 'cash' && <p className="text-s text-muted">By confirming you agree to the {policyLink}.</p>}
      {earlyStart && (
        <p className="mt-1.5 text-s text-muted">
          You have 14 days to cancel this agreement. By booking a visit within them, you ask for the work to
          start early: if you cancel after it has begun, you pay for what has been done, and once the job is
          complete the right to cancel ends.
        </p>
      )}
    </div>
  );
}
