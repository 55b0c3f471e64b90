import { useQuery } from '@tanstack/react-query';
import { type Capability, fetchPhoto } from '@/api/bookings';
import { keys } from '@/api/keys';
import { useObjectUrl } from '@/ui';

interface PhotoProps {
  url: string;
  capability?: Capability;
  alt?: string;
}

/** A photo of the job, the client's own unless `alt` says otherwise. Its frame has a fixed height, so nothing moves when it arrives. */
export function Photo({ url, capability = {}, alt = 'Your view of the problem' }: PhotoProps) {
  const photo = useQuery({
    queryKey: keys.booking.photo(url, capability),
    queryFn: () => fetchPhoto(url, capability),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const shown = useObjectUrl(photo.data);
  if (photo.isError) return <p className="text-s text-muted">The photo could not be loaded.</p>;
  return (
    <div className="h-52 overflow-hidden rounded-medium bg-sunk">
      {shown && <img src={shown} alt={alt} className="size-full object-contain" />}
    </div>
  );
}
