// Step 1: what needs fixing, where, and what it will cost. Works entirely offline.
import { ArrowRight, Check, CircleHelp, Droplets, Flame, Pipette, Plug, Waves, Wrench } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
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
  ErrorSummary,
  Field,
  Foot,
  IconButton,
  TextArea,
  TextInput,
  useIsDesk,
} from '@/ui';
import { ElsewhereNotice, useStepOrder } from '../draft';
import { Faq, HintBox } from '../estimate/Advice';
import { EmergencyCall, EmergencyNotice } from '../estimate/EmergencyNotice';
import { EstimateDocket } from '../estimate/EstimateDocket';
import { isWaterEscaping } from '../estimate/escapingWater';
import { continueLabel, dangerOf } from '../estimate/pricing';
import { StopcockNotice } from '../estimate/StopcockNotice';
import { charactersLeft, descriptionLength, descriptionMessage } from './limits';
import { PhotoButton, PhotoPreview, usePhoto } from './PhotoPicker';
import { EstimatePopup, HelpPopup } from './Popups';
import { isPicked, quickPicks } from './quickPicks';
import { type EstimateForm, useEstimateForm } from './useEstimateForm';
import { usePopup } from './usePopup';

const pickIcons: Record<string, ReactNode> = {
  'Leak or tap': <Droplets aria-hidden="true" className="size-4" />,
  'Blocked drain': <Waves aria-hidden="true" className="size-4" />,
  Boiler: <Flame aria-hidden="true" className="size-4" />,
  Socket: <Plug aria-hidden="true" className="size-4" />,
  'Replace a tap': <Wrench aria-hidden="true" className="size-4" />,
  'Clear a blocked trap': <Pipette aria-hidden="true" className="size-4" />,
};

export function Component() {
  const [waiting, setWaiting] = useState(false);
  const form = useEstimateForm(waiting);
  const photo = usePhoto();
  const popup = usePopup();
  const order = useStepOrder();
  const offline = useOffline();
  const desk = useIsDesk();

  const { estimate, fresh, hint, danger, limits, problems } = form;
  // The popup's entry gives way, so that going back from the address shows this page.
  const onContinue = () => order.goOn(paths.booking.address, { replace: popup.open !== null });
  const tooLong = limits !== undefined && descriptionLength(form.typed.description) > limits.max_chars;
  const descriptionError = problems.find(({ field }) => field === 'description')?.message;
  const escaping = hint !== null && isWaterEscaping(hint, form.typed.description);

  function estimateAndShow(choice?: { problemTypeToUse: string }): void {
    const found = form.estimateNow(choice);
    if (found && !dangerOf(found)) popup.show('estimate');
  }
  // Asked for before the pricing module is there, the estimate comes as soon as it is.
  const onceLoaded = useEffectEvent(() => {
    setWaiting(false);
    estimateAndShow();
  });
  useEffect(() => {
    if (waiting && !form.loading) onceLoaded();
  }, [waiting, form.loading]);
  const onChoose = (code: string) => estimateAndShow({ problemTypeToUse: code });

  const docket = !danger && estimate && (
    <EstimateDocket estimate={estimate} stale={!fresh} offline={offline} />
  );
  return (
    <BookingLayout
      title="What needs fixing?"
      step={1}
      hasError={problems.length > 0}
      onBack={() => order.goBack(paths.landing)}
      corner={
        <IconButton
          label="Tips for describing the job"
          icon={<CircleHelp aria-hidden="true" className="size-5" />}
          onClick={() => popup.show('help')}
        />
      }
      aside={desk && (docket || <EmptyDocket danger={danger !== null} />)}
      foot={
        <Foot
          action={
            <Action
              form={form}
              waiting={waiting}
              onContinue={onContinue}
              getEstimate={() => (form.loading ? setWaiting(true) : estimateAndShow())}
            />
          }
        />
      }
    >
      <ElsewhereNotice />
      <ErrorSummary problems={problems} attempt={form.attempt} />
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
        error={tooLong ? descriptionMessage(limits) : descriptionError}
      >
        <TextArea
          rows={3}
          value={form.typed.description}
          placeholder="Kitchen tap dripping since Sunday"
          onChange={(event) => form.describe(event.target.value)}
        />
      </Field>
      <Field id="postcode" label="Postcode area" error={form.areaMessage}>
        <TextInput
          value={form.typed.postcode}
          maxLength={4}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          placeholder="SW1"
          className="num uppercase placeholder:normal-case max-[16rem]:pr-14"
          badge={
            form.area === 'ok' && (
              <Badge tone="good" icon={<Check aria-hidden="true" className="size-4" />}>
                <span className="max-[16rem]:sr-only">Area ok</span>
              </Badge>
            )
          }
          onChange={(event) => form.setPostcode(event.target.value)}
          onFocus={() => form.setInArea(true)}
          onBlur={() => form.setInArea(false)}
        />
      </Field>
      <PhotoButton state={photo} />
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
      {escaping && !popup.open && <StopcockNotice priced={fresh ? estimate : null} />}
      {!desk && docket}
      {hint && !danger && <HintBox estimate={hint} onChoose={onChoose} />}
      {fresh && estimate && !danger && <Faq faq={estimate.faq} />}
      <HelpPopup open={popup.open === 'help'} onClose={popup.close} />
      {estimate && (
        <EstimatePopup
          open={popup.open === 'estimate' && fresh}
          onClose={popup.close}
          estimate={estimate}
          escaping={escaping}
          offline={offline}
          onChoose={onChoose}
          onContinue={onContinue}
        />
      )}
    </BookingLayout>
  );
}

interface ActionProps {
  form: EstimateForm;
  waiting: boolean;
  onContinue: () => void;
  getEstimate: () => void;
}

/** The main button: get the estimate, continue from it, or in case of danger what to do instead. */
function Action({ form, waiting, onContinue, getEstimate }: ActionProps) {
  const { danger } = form;
  const arrow = <ArrowRight aria-hidden="true" className="size-5" />;
  if (danger === 'gas') return <EmergencyCall />;
  if (danger === 'electrics')
    return (
      <Button
        after={arrow}
        disabled={!form.powerOff}
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
    <Button busy={waiting} onClick={getEstimate}>
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
