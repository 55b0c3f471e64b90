import { Button } from '@/ui';
import { NAME_PRICE, ProposeButton } from '../proposals/ProposeButton';
import type { useAnswer } from './useAnswer';

interface OfferAnswersProps {
  answer: ReturnType<typeof useAnswer>;
  isOff: boolean;
  /** The id of what is answered, for screen readers. */
  titleId: string;
  pricePence: number;
  /** There is no price to accept. */
  namesPrice: boolean;
  onPropose: () => void;
}

/** What can be said to a live offer. */
export function OfferAnswers(props: OfferAnswersProps) {
  const { answer, isOff, titleId, pricePence, namesPrice, onPropose } = props;
  const { accept, decline, answering } = answer;
  return (
    <div className="grid grid-cols-1 gap-1">
      <div className="flex flex-wrap gap-2.5">
        <Button
          className="grow"
          look="quiet"
          size="small"
          aria-describedby={titleId}
          busy={answering === 'decline'}
          busyText="Declining…"
          aria-disabled={isOff}
          onClick={isOff ? undefined : decline}
        >
          Decline
        </Button>
        <Button
          className="grow-2 basis-1/2"
          size="small"
          aria-describedby={titleId}
          busy={answering === 'accept'}
          busyText="Accepting…"
          aria-disabled={isOff}
          onClick={isOff ? undefined : namesPrice ? onPropose : accept}
        >
          {namesPrice ? NAME_PRICE : 'Accept'}
        </Button>
      </div>
      {!namesPrice && (
        <ProposeButton pricePence={pricePence} describedBy={titleId} isOff={isOff} onClick={onPropose} />
      )}
    </div>
  );
}
