import { Link } from 'react-router';
import { paths } from '@/shared/paths';
import { Checkbox } from '@/ui';

/** Opens in a new tab, so that what has been typed into the card form is kept. */
export function PolicyLink() {
  return (
    <Link to={paths.cancellation} target="_blank" className="link">
      Terms and Cancellation Policy
    </Link>
  );
}

export interface TermsBoxProps {
  method: 'card' | 'cash';
  checked: boolean;
  onChange: (checked: boolean) => void;
  error: string | undefined;
  disabled: boolean;
}

export function TermsBox({ method, checked, onChange, error, disabled }: TermsBoxProps) {
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
            <>
              I agree to the <PolicyLink />
            </>
          )
        }
      />
      {method === 'cash' && (
        <p className="pb-2 text-s text-muted">
          By confirming you agree to the <PolicyLink />.
        </p>
      )}
    </div>
  );
}
