import { zodResolver } from '@hookform/resolvers/zod';
import { CircleAlert, LocateFixed } from 'lucide-react';
import { type Resolver, useWatch } from 'react-hook-form';
import { saveArea } from '@/api/pros';
import { loadPricing } from '@/pricing';
import { Button, Field, TextInput } from '@/ui';
import { Slider } from '@/ui/Slider';
import { usePro } from '../usePro';
import { formatMiles } from '../words';
import {
  type AreaForm,
  areaSchema,
  changeOf,
  formOf,
  isKept,
  LEAST_MILES,
  MOST_MILES,
  type Place,
  pointOf,
} from './area';
import { StepForm } from './StepPage';
import { useLocation } from './useLocation';
import { useStepForm } from './useStepForm';

/** The postcode's rules are in the pricing module, so the first submit waits for it to load. */
const resolver: Resolver<AreaForm, unknown, AreaForm> = async (values, context, options) =>
  zodResolver<AreaForm, unknown, AreaForm>(areaSchema(await loadPricing()))(values, context, options);

export function AreaStep() {
  const { area } = usePro();
  const step = useStepForm({
    name: 'area',
    saved: formOf(area),
    resolver,
    save: (form) => saveArea(changeOf(form, area)),
    fieldNames: { radiusKm: 'radiusMiles', base_lat: 'place', base_lng: 'place' },
  });
  const { register, control, setValue, clearErrors, formState } = step.form;
  const { errors } = formState;
  const [radiusMiles, basePostcode, place] = useWatch({
    control,
    name: ['radiusMiles', 'basePostcode', 'place'],
  });
  const miles = formatMiles(Number(radiusMiles));

  function measureFrom(next: Place) {
    setValue('place', next);
    clearErrors('place');
    step.keep();
  }

  return (
    <StepForm title="Your area" step={step}>
      <Field
        id="basePostcode"
        label="Postcode you start from"
        hint="Such as SW1A 1AA, or its first half: SW1A."
        error={errors.basePostcode?.message}
      >
        <TextInput
          {...register('basePostcode')}
          autoComplete="postal-code"
          autoCapitalize="characters"
          spellCheck={false}
          className="num max-w-48 uppercase"
        />
      </Field>
      <Field id="radiusMiles" label="How far you travel" counter={miles} error={errors.radiusMiles?.message}>
        <Slider
          {...register('radiusMiles')}
          min={LEAST_MILES}
          max={MOST_MILES}
          ends={[formatMiles(LEAST_MILES), formatMiles(MOST_MILES)]}
          aria-valuetext={miles}
        />
      </Field>
      <MeasuredFrom
        from={whatIsMeasuredFrom(place, isKept({ radiusMiles, basePostcode, place }, area))}
        error={errors.place?.message}
        onChange={measureFrom}
      />
    </StepForm>
  );
}

type From = 'here' | 'kept' | 'middle';

function whatIsMeasuredFrom(place: string, kept: boolean): From {
  if (pointOf(place)) return 'here';
  return kept ? 'kept' : 'middle';
}

const fromTexts: Record<From, string> = {
  here: 'Distances are measured from where you are now.',
  kept: 'Distances are measured from the point you saved.',
  middle: 'Distances are measured from the middle of your postcode.',
};

interface MeasuredFromProps {
  from: From;
  error: string | undefined;
  onChange: (place: Place) => void;
}

function MeasuredFrom({ from, error, onChange }: MeasuredFromProps) {
  const location = useLocation(onChange);
  const problem = error ?? location.problem;
  return (
    <div className="grid gap-2">
      <p role="status" className="text-s text-muted">
        {fromTexts[from]}
      </p>
      <div className="flex flex-wrap gap-2.5">
        {location.isPossible && from !== 'here' && (
          <Button
            id="place"
            look="quiet"
            size="small"
            icon={<LocateFixed aria-hidden="true" className="size-4" />}
            busy={location.isAsking}
            busyText="Looking…"
            aria-describedby={problem ? 'place-error' : undefined}
            onClick={location.ask}
          >
            Use my location
          </Button>
        )}
        {from !== 'middle' && (
          <Button look="quiet" size="small" onClick={() => onChange('middle')}>
            Use the postcode
          </Button>
        )}
      </div>
      <p id="place-error" role="alert" className="flex items-start gap-1.5 text-s text-bad empty:hidden">
        {problem && (
          <>
            <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            <span>{problem}</span>
          </>
        )}
      </p>
    </div>
  );
}
