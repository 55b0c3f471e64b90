import { formatPence } from '@/shared/money';
import { Banner } from '@/ui';
import type { BaseChange } from './draftPrice';

/** Says, before anything is paid, that the full postcode or a newer price book changed the estimate. */
export function BaseChangeNotice({ change }: { change: BaseChange | null }) {
  if (!change) return null;
  const prices = `${formatPence(change.nowPence)} instead of ${formatPence(change.wasPence)}`;
  return (
    <Banner tone="copper" role="status">
      {change.regionChanged
        ? `Your full postcode is in another price region (${change.regionLabel}): the base estimate is now ${prices}.`
        : `Our prices have been updated: the base estimate is now ${prices}.`}
    </Banner>
  );
}
