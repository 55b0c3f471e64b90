// Where and when the job is, whom to ask for, and how to get in. Before assignment only the district is known, a day after the end again.
import { MapPin, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Job } from '@/api/jobs';
import { addressOf, formatPhone, whenOf } from '@/shared/bookingWords';
import { placeText } from '../words';

export function JobVisit({ job }: { job: Job }) {
  const { customer_name, customer_first_name, customer_phone, entry_info } = job;
  const hasAddress = job.address_line1 !== undefined;
  const customer = customer_name ?? customer_first_name;
  return (
    <dl className="card grid grid-cols-1 gap-3 p-4">
      <Row name="When">
        <span className="num font-[650]">{whenOf(job)}</span>
      </Row>
      <Row name="Where">
        {hasAddress ? (
          <>
            <span className="block">{addressOf(job)}</span>
            <OutsideLink
              href={mapAddress(addressOf(job))}
              icon={<MapPin aria-hidden="true" className="size-4" />}
            >
              Route
            </OutsideLink>
          </>
        ) : (
          placeText(job.district, job.distance_km)
        )}
      </Row>
      {customer && (
        <Row name="Customer">
          <span className="block">{customer}</span>
          {customer_phone && (
            <OutsideLink
              href={`tel:${customer_phone}`}
              icon={<Phone aria-hidden="true" className="size-4" />}
            >
              <span className="sr-only">Call </span>
              {formatPhone(customer_phone)}
            </OutsideLink>
          )}
        </Row>
      )}
      {entry_info && <Row name="Getting in">{entry_info}</Row>}
    </dl>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-muted">{name}</dt>
      <dd dir="auto" className="whitespace-pre-line [overflow-wrap:anywhere]">
        {children}
      </dd>
    </div>
  );
}

/** Opens another app: the phone, the map. */
function OutsideLink({ href, icon, children }: { href: string; icon: ReactNode; children: ReactNode }) {
  return (
    <a
      href={href}
      {...(href.startsWith('https:') && { target: '_blank', rel: 'noreferrer' })}
      className="link num -mb-2 inline-flex min-h-11 items-center gap-2"
    >
      {icon}
      <span>{children}</span>
    </a>
  );
}

/** On a phone the map's own app takes over this address, elsewhere it is a page. */
export function mapAddress(address: string): string {
  const query = new URLSearchParams({ api: '1', destination: address.replaceAll('\u00a0', ' ') });
  return `https://www.google.com/maps/dir/?${query}`;
}
