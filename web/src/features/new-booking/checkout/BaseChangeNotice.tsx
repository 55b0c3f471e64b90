import { formatPence } from '@/shared/money';
import { Banner } from '@/ui';
import type { PriceChange } from './draftPrice';

/** Says, before anything is agreed, that the full postcode or a newer price book changed the price. */
export function BaseChangeNotice({ change }: { change: PriceChange | null }) {
  if (!change) return null;
  const { wasPence, nowPence, wasArea, nowArea } = change;
  const [was, now] = [formatPence(wasPence), formatPence(nowPence)];
  return (
    <Banner tone="copper" role="status">
      {wasArea === nowArea
        ? `Was ${was}, now ${now}: our prices have changed.`
        : `Was ${was} in ${wasArea}, now ${now} in ${nowArea}.`}
    </Banner>
  );
}
