// Step 1: what needs fixing, where, and what it will cost. Works entirely offline.
import { ArrowRight, Check, CircleHelp, Droplets, Flame, Pipette, Plug, Waves, Wrench } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Estimate } from '@/api/types';
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
import { BookEach } from '../estimate/BookEach';
import { DangerQuestion } from '../estimate/DangerQuestion';
import { EmergencyCall, EmergencyNotice } from '../estimate/EmergencyNotice';
import { EstimateDocket } from '../estimate/EstimateDocket';
import { isWaterEscaping } from '../estimate/escapingWater';
import { asksForEach, continueLabel, dangerOf } from '../estimate/pricing';
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

  const { estimate, fresh, hint, danger, question, limits, problems } = form;
  // The popup's entry gives way, so that going back from the address shows this page.
  const onContinue = () => order.goOn(paths.booking.address, { replace: popup.open !== null });
  const tooLong = limits !== undefined && descriptionLength(form.typed.description) > limits.max_chars;
  const descriptionError = problems.find(({ field }) => field === 'description')?.message;
  const escaping = hint !== null && isWaterEscaping(hint, form.typed.description);

  function estimateAndShow(choice?: { problemTypeToUse: string }): void {
    showEstimate(form.estimateNow(choice));
  }
  function showEstimate(found: Estimate | null): void {
    if (found && !dangerOf(found) && !found.danger_question) popup.show('estimate');
  }
  // Asked for before the pricing module is there, the estimate comes as soon as it is.
  const onceLoaded = useEffectEvent(() => {
    setWaiting(false);
    estimateAndShow();
  });
  useEffect(() => {
    if (waiting && !form.loading) onceLoaded();
  }, [waiting, form.loading]);
  const getEstimate = () => (form.loading ? setWaiting(true) : estimateAndShow());
  const onChoose = (code: string) => estimateAndShow({ problemTypeToUse: code });
  const onRedescribe = useRedescribe(popup);

  // Nothing that looks like a price stands beside a question about danger.
  const docket = !danger && !question && estimate && !estimate.danger_question && (
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
      aside={desk && (docket || <EmptyDocket danger={danger !== null} asks={question !== null} />)}
      foot={
        <Foot
          action={
            <Action
              form={form}
              waiting={waiting}
              onContinue={onContinue}
              onChoose={onChoose}
              onRedescribe={onRedescribe}
              getEstimate={getEstimate}
            />
          }
        />
      }
    >
      <ElsewhereNotice />
      <ErrorSummary problems={problems} attempt={form.attempt} />
      {danger && hint && (
        <EmergencyNotice
          estimate={hint}
          powerOff={form.powerOff}
          onPowerOff={form.setPowerOff}
          onTakeBack={form.affirmed ? form.takeBack : undefined}
        />
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
          enterKeyHint="go"
          onChange={(event) => form.setPostcode(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            // Or the key would go on to press what takes the focus in the popup.
            event.preventDefault();
            getEstimate();
          }}
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
      {question && (
        <DangerQuestion
          question={question}
          attempt={form.attempt}
          onAnswer={(yes) => showEstimate(form.answer(yes))}
        />
      )}
      {!desk && docket}
      {hint && !danger && !question && <HintBox estimate={hint} onChoose={onChoose} />}
      {fresh && estimate && !danger && !question && !estimate.out_of_scope && <Faq faq={estimate.faq} />}
      <HelpPopup open={popup.open === 'help'} onClose={popup.close} />
      {estimate && !danger && !question && (
        <EstimatePopup
          open={popup.open === 'estimate' && fresh}
          onClose={popup.close}
          estimate={estimate}
          escaping={escaping}
          offline={offline}
          onChoose={onChoose}
          onContinue={onContinue}
          onRedescribe={onRedescribe}
        />
      )}
    </BookingLayout>
  );
}

/** Closes the popup, if it is open, and leads back to the text. */
function useRedescribe(popup: ReturnType<typeof usePopup>): () => void {
  const wanted = useRef(false);
  useEffect(() => {
    if (popup.open || !wanted.current) return;
    wanted.current = false;
    focusDescription();
  }, [popup.open]);
  return () => {
    if (!popup.open) return focusDescription();
    wanted.current = true;
    popup.close();
  };
}

function focusDescription(): void {
  const field = document.getElementById('description');
  field?.scrollIntoView({ block: 'center' });
  field?.focus({ preventScroll: true });
}

interface ActionProps {
  form: EstimateForm;
  waiting: boolean;
  onChoose: (code: string) => void;
  onRedescribe: () => void;
  onContinue: () => void;
  getEstimate: () => void;
}

/** The main button: get the estimate, continue from it, or in case of danger what to do instead. */
function Action(props: ActionProps) {
  const { form, waiting, onContinue, onChoose, onRedescribe, getEstimate } = props;
  const { danger } = form;
  const arrow = <ArrowRight aria-hidden="true" className="size-5" />;
  if (danger === 'gas') return <EmergencyCall estimate={form.hint} />;
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
  if (form.fresh && form.estimate?.out_of_scope)
    return <Button onClick={onRedescribe}>Describe it differently</Button>;
  if (form.fresh && form.estimate && asksForEach(form.estimate))
    return <BookEach estimate={form.estimate} onChoose={onChoose} />;
  if (form.fresh && form.estimate && !form.question)
    return (
      <Button after={arrow} onClick={onContinue}>
        {continueLabel(form.estimate)}
      </Button>
    );
  return (
    <Button look={form.question ? 'quiet' : 'primary'} busy={waiting} onClick={getEstimate}>
      Get Instant Estimate
    </Button>
  );
}

/** The docket on a wide screen before there is a price. */
function EmptyDocket({ danger, asks }: { danger: boolean; asks: boolean }) {
  return (
    <Docket title={danger ? 'Emergency' : 'Your estimate'}>
      <p className="mt-1 text-s text-muted">
        {danger
          ? 'No price now: make it safe first.'
          : asks
            ? 'One question about your safety first: nothing is priced before.'
            : 'Say what’s wrong and where, and the price appears here. It is worked out on this device.'}
      </p>
    </Docket>
  );
}
