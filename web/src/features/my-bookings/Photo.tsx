import { type Capability, fetchPhoto } from '@/api/bookings';
import { keys } from '@/api/keys';
import { FetchedPhoto } from '@/ui/FetchedPhoto';

interface PhotoProps {
  url: string;
  capability?: Capability;
  alt?: string;
}

/** A photo of the job, the client's own unless `alt` says otherwise. */
export function Photo({ url, capability = {}, alt = 'Your view of the problem' }: PhotoProps) {
  return (
    <FetchedPhoto
      queryKey={keys.booking.photo(url, capability)}
      fetch={() => fetchPhoto(url, capability)}
      alt={alt}
    />
  );
}
