// The draft's estimate on a page of its own, where the guards of the review send a draft without a usable result.
import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router';
import { usePricing } from '@/pricing';
import { useOffline } from '@/shared/connection';
import { paths } from '@/shared/paths';
import { BookingLayout, Button, ButtonLink, Foot, useIsDesk } from '@/ui';
import { ElsewhereNotice, updateDraft, useDraft, useStepOrder } from '../draft';
import { Faq, HintBox } from './Advice';
import { BookEach } from './BookEach';
import { EmergencyCall, EmergencyNotice } from './EmergencyNotice';
import { EstimateDocket } from './EstimateDocket';
import { isWaterEscaping } from './escapingWater';
import { asksForEach, continueLabel, dangerOf, inputOf, storeEstimate, tryEstimate } from './pricing';
import { StopcockNotice } from './StopcockNotice';
import { useRepricedDraft } from './useRepricedDraft';

export function Component() {
  const draft = useDraft();
  const { data: pricing } = usePricing();
  const order = useStepOrder();
  const offline = useOffline();
  const desk = useIsDesk();
  useRepricedDraft();

  const estimate = draft.estimationResult;
  // The guard requires a result on entry, but resetting the draft in another tab can still remove it.
  if (!estimate) return <NoEstimate />;
  const danger = dangerOf(estimate);
  const docket = <EstimateDocket estimate={estimate} offline={offline} />;

  function choose(code: string) {
    if (!pricing) return;
    const input = { ...inputOf(draft), problemTypeToUse: code };
    const found = tryEstimate(pricing, input);
    if (found) storeEstimate(input, found);
  }

  return (
    <BookingLayout
      title="Your estimate"
      step={1}
      onBack={() => order.goBack(paths.booking.create)}
      aside={desk && docket}
      foot={
        <Foot
          action={
            danger === 'gas' ? (
              <EmergencyCall estimate={estimate} />
            ) : asksForEach(estimate) ? (
              <BookEach estimate={estimate} onChoose={choose} />
            ) : (
              <Button
                after={<ArrowRight aria-hidden="true" className="size-5" />}
                disabled={danger === 'electrics' && !draft.powerOff}
                onClick={() => order.goOn(paths.booking.address)}
              >
                {continueLabel(estimate)}
              </Button>
            )
          }
        />
      }
    >
      <ElsewhereNotice />
      {danger && (
        <EmergencyNotice
          estimate={estimate}
          powerOff={draft.powerOff ?? false}
          onPowerOff={(powerOff) => updateDraft({ powerOff })}
        />
      )}
      <blockquote className="border-l-4 border-copper-line pl-3.5">
        <p dir="auto" className="line-clamp-4 whitespace-pre-line">
          {draft.description}
        </p>
        <footer className="mt-1 text-s text-muted">
          {draft.postcodePrefix} ·{' '}
          <Link to={order.via(paths.booking.create)} className="link">
            Change
          </Link>
        </footer>
      </blockquote>
      {isWaterEscaping(estimate, draft.description) && <StopcockNotice priced={estimate} />}
      {!desk && docket}
      {!danger && <HintBox estimate={estimate} onChoose={choose} />}
      <Faq faq={estimate.faq} />
    </BookingLayout>
  );
}

function NoEstimate() {
  return (
    <BookingLayout title="Your estimate" step={1}>
      <ElsewhereNotice />
      <p className="text-muted">There is no estimate yet.</p>
      <ButtonLink to={paths.booking.create}>Describe the problem</ButtonLink>
    </BookingLayout>
  );
}
