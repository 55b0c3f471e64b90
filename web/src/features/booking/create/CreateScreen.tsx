// Step 1: what needs fixing, where, and what it will cost. Works entirely offline.
import { ArrowRight, Check, CircleHelp, Droplets, Flame, Pipette, Plug, Waves, Wrench } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { useOffline } from '@/shared/connection';
import { paths } from '@/shared/paths';
import {
  Badge,
  Banner,
  BookingLayout,
  Button,
  Chip,
  ChipRow,
  Docket,
  Field,
  Foot,
  IconButton,
  TextArea,
  TextInput,
  useIsDesk,
} from '@/ui';
import { Faq, HintBox } from '../estimate/Advice';
import { EmergencyCall, EmergencyNotice } from '../estimate/EmergencyNotice';
import { EstimateDocket } from '../estimate/EstimateDocket';
import { continueLabel, dangerOf } from '../estimate/pricing';
import { charactersLeft, descriptionLength } from './limits';
import { PhotoButton, PhotoPreview, usePhoto } from './PhotoPicker';
import { EstimatePopup, HelpPopup } from './Popups';
import { isPicked, quickPicks } from './quickPicks';
import { type EstimateForm, useEstimateForm } from './useEstimateForm';

const pickIcons: Record<string, ReactNode> = {
  'Leak or tap': <Droplets aria-hidden="true" className="size-4" />,
  'Blocked drain': <Waves aria-hidden="true" className="size-4" />,
  Boiler: <Flame aria-hidden="true" className="size-4" />,
  Socket: <Plug aria-hidden="true" className="size-4" />,
  'Replace a tap': <Wrench aria-hidden="true" className="size-4" />,
  'Clear a blocked trap': <Pipette aria-hidden="true" className="size-4" />,
};

export function Component() {
  const form = useEstimateForm();
  const photo = usePhoto();
  const navigate = useNavigate();
  const offline = useOffline();
  const desk = useIsDesk();
  const [helpOpen, setHelpOpen] = useState(false);
  const [popupOpen, setPopupOpen] = useState(false);

  const { estimate, fresh, hint, danger } = form;
  const onContinue = () => navigate(paths.booking.address);
  const { limits } = form;
  const tooLong = limits !== undefined && descriptionLength(form.typed.description) > limits.max_chars;

  function estimateAndShow(choice?: { problemTypeToUse: string }): void {
    const found = form.estimateNow(choice);
    if (found && !dangerOf(found)) setPopupOpen(true);
  }

  const docket = !danger && estimate && (
    <EstimateDocket estimate={estimate} stale={!fresh} offline={offline} />
  );
  return (
    <BookingLayout
      title="What needs fixing?"
      step={1}
      onBack={() => navigate(paths.landing)}
      corner={
        <IconButton
          label="Tips for describing the job"
          icon={<CircleHelp aria-hidden="true" className="size-5" />}
          onClick={() => setHelpOpen(true)}
        />
      }
      aside={desk && (docket || <EmptyDocket danger={danger !== null} />)}
      foot={
        <Foot action={<Action form={form} onContinue={onContinue} getEstimate={() => estimateAndShow()} />} />
      }
    >
      {danger && hint && (
        <EmergencyNotice estimate={hint} powerOff={form.powerOff} onPowerOff={form.setPowerOff} />
      )}
      <ChipRow label="Quick picks">
        {quickPicks.map((pick) => (
          <Chip
            key={pick.label}
            icon={pickIcons[pick.label]}
            pressed={isPicked(pick, form.typed)}
            onClick={() => form.pick(pick)}
          >
            {pick.label}
          </Chip>
        ))}
      </ChipRow>
      <Field
        id="description"
        label="Describe the problem"
        counter={limits && charactersLeft(form.typed.description, limits)}
        error={tooLong ? 'Describe the problem in 3 to 500 characters.' : undefined}
      >
        <TextArea
          rows={3}
          value={form.typed.description}
          placeholder="Kitchen tap dripping since Sunday"
          onChange={(event) => form.describe(event.target.value)}
        />
      </Field>
      <div className="flex items-start gap-3">
        <Field id="postcode" label="Postcode area" error={form.areaMessage} className="flex-1">
          <TextInput
            value={form.typed.postcode}
            maxLength={4}
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            placeholder="SW1"
            className="num uppercase placeholder:normal-case"
            badge={
              form.area === 'ok' && (
                <Badge tone="good" icon={<Check aria-hidden="true" className="size-4" />}>
                  Area ok
                </Badge>
              )
            }
            onChange={(event) => form.setPostcode(event.target.value)}
          />
        </Field>
        <div className="pt-7">
          <PhotoButton state={photo} />
        </div>
      </div>
      <PhotoPreview state={photo} />
      {form.notLoaded && (
        <Banner
          tone="bad"
          role="alert"
          actions={
            <Button size="small" look="quiet" onClick={form.reload}>
              Try again
            </Button>
          }
        >
          Prices could not be loaded. What you have entered is kept.
        </Banner>
      )}
      {!desk && docket}
      {hint && !danger && (
        <HintBox
          estimate={hint}
          disabled={!form.valid}
          onChoose={(code) => estimateAndShow({ problemTypeToUse: code })}
        />
      )}
      {fresh && estimate && !danger && <Faq faq={estimate.faq} />}
      <HelpPopup open={helpOpen} onOpenChange={setHelpOpen} />
      {estimate && (
        <EstimatePopup
          open={popupOpen}
          onOpenChange={setPopupOpen}
          estimate={estimate}
          offline={offline}
          onContinue={onContinue}
        />
      )}
    </BookingLayout>
  );
}

interface ActionProps {
  form: EstimateForm;
  onContinue: () => void;
  getEstimate: () => void;
}

/** The main button: get the estimate, continue from it, or in case of danger what to do instead. */
function Action({ form, onContinue, getEstimate }: ActionProps) {
  const { danger } = form;
  const arrow = <ArrowRight aria-hidden="true" className="size-5" />;
  if (danger === 'gas') return <EmergencyCall />;
  if (danger === 'electrics')
    return (
      <Button
        after={arrow}
        disabled={!form.valid || !form.powerOff}
        onClick={() => dangerOf(form.estimateNow()) === 'electrics' && onContinue()}
      >
        Request quotes
      </Button>
    );
  if (form.fresh && form.estimate)
    return (
      <Button after={arrow} onClick={onContinue}>
        {continueLabel(form.estimate)}
      </Button>
    );
  return (
    <Button disabled={!form.valid} busy={form.loading && form.valid} onClick={getEstimate}>
      Get Instant Estimate
    </Button>
  );
}

/** The docket on a wide screen before there is a price. */
function EmptyDocket({ danger }: { danger: boolean }) {
  return (
    <Docket title={danger ? 'Emergency' : 'Your estimate'}>
      <p className="mt-1 text-s text-muted">
        {danger
          ? 'No price now: make it safe first.'
          : 'Say what’s wrong and where, and the price appears here. It is worked out on this device.'}
      </p>
    </Docket>
  );
}
