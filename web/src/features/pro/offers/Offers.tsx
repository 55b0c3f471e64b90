import { useNewJobSigns } from '../live/useNewJobSigns';
import { OfferAnnouncement } from './OfferAnnouncement';
import { OfferToasts } from './OfferToasts';

/** What a live offer brings to every page of the area. */
export function Offers() {
  useNewJobSigns();
  return (
    <>
      <OfferAnnouncement />
      <OfferToasts />
    </>
  );
}
