import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { formatPence } from '@/shared/money';
import { YOU_NAME_PRICE } from '../pay';
import { placeText, soonOf } from '../words';
import { type LiveOffer, nameOf, offersQuery } from './offers';

/** Tells a screen reader of each new offer, once; the focus stays where it is. Assertive, since there are only seconds to answer. */
export function OfferAnnouncement() {
  const { data: offers } = useQuery(offersQuery);
  const told = useRef(new Set<string>());
  const [text, setText] = useState('');
  useEffect(() => {
    const fresh = (offers ?? []).filter((offer) => !told.current.has(nameOf(offer)));
    if (fresh.length === 0) return;
    for (const offer of fresh) told.current.add(nameOf(offer));
    setText(fresh.map(announcementOf).join(' '));
  }, [offers]);
  return (
    <p aria-live="assertive" className="sr-only">
      {text}
    </p>
  );
}

function announcementOf(offer: LiveOffer): string {
  const { title, district, distance_km, urgency, openPrice, netPence, ttl } = offer;
  const pay = openPrice ? YOU_NAME_PRICE : `You get ${formatPence(netPence)}`;
  const when = soonOf({ timeslot: offer.window, urgency });
  return `New job offer: ${title}, ${placeText(district, distance_km)}, ${when}. ${pay}. You have ${ttl} seconds to respond.`;
}
