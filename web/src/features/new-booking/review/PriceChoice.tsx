import { formatPence } from '@/shared/money';
import { cx } from '@/ui';
import type { PriceMode } from '../checkout';
import { useDraft } from '../draft';

export interface PriceChoiceProps {
  mode: PriceMode;
  modes: readonly PriceMode[];
  /** What is to be paid, as the screen shows it: the payment takes the coupon off, the review does not yet. */
  totalPence: number;
  onChange: (mode: PriceMode) => void;
}

export function PriceChoice({ mode, modes, totalPence, onChange }: PriceChoiceProps) {
  const [usual] = modes;
  const isForOne = useDraft().invitation !== undefined;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-m font-[650]">{usual && questions[usual]}</legend>
      <div className="grid gap-2.5 desk:auto-cols-fr desk:grid-flow-col">
        {modes.map((value) => (
          <Choice
            key={value}
            value={value}
            {...wordsOf(value, totalPence, isForOne)}
            chosen={mode}
            onChange={onChange}
          />
        ))}
      </div>
      {usual === 'CUSTOM' && (
        <p className="mt-2 text-s text-muted">Your slot begins too soon for pros to name a price.</p>
      )}
    </fieldset>
  );
}

/** By the usual way. */
const questions: Record<PriceMode, string> = {
  AGREE: 'Are you happy with this price?',
  OPEN: 'Who names the price?',
  CUSTOM: 'Ask for quotes with your budget',
};

/** Where one pro alone is asked, nobody else is spoken of. */
function wordsOf(mode: PriceMode, totalPence: number, isForOne: boolean): { label: string; detail: string } {
  switch (mode) {
    case 'AGREE':
      return {
        label: 'Yes, proceed (card payment now)',
        detail: `${formatPence(totalPence)} is the whole price. Card or cash comes next.`,
      };
    case 'OPEN':
      return isForOne
        ? { label: 'Let your pro name a price', detail: 'You say yes or no to it.' }
        : { label: 'Let pros name a price', detail: 'Pros near you will name a price. You choose.' };
    case 'CUSTOM':
      return {
        label: 'Suggest my budget',
        detail: `${isForOne ? 'Your pro' : 'Nearby pros'} may accept it. Nothing is paid now.`,
      };
  }
}

interface ChoiceProps {
  value: PriceMode;
  label: string;
  detail: string;
  chosen: PriceMode;
  onChange: (mode: PriceMode) => void;
}

function Choice({ value, label, detail, chosen, onChange }: ChoiceProps) {
  const picked = chosen === value;
  return (
    <label
      className={cx(
        'flex items-start gap-3 rounded-medium border-[1.5px] px-4 py-3.5 transition-colors',
        'has-focus-visible:outline-3 has-focus-visible:outline-focus has-focus-visible:outline-offset-2',
        picked ? 'border-action bg-action-soft' : 'border-line-strong bg-surface',
      )}
    >
      <input
        type="radio"
        name="price-mode"
        value={value}
        checked={picked}
        onChange={() => onChange(value)}
        aria-labelledby={`price-mode-${value}-label`}
        aria-describedby={`price-mode-${value}`}
        className="mt-0.5 size-[1.375rem] shrink-0 accent-action"
      />
      <span className="min-w-0">
        <span id={`price-mode-${value}-label`} className="block font-[650]">
          {label}
        </span>
        <span id={`price-mode-${value}`} className="block text-s text-muted">
          {detail}
        </span>
      </span>
    </label>
  );
}
