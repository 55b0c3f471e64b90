import { useQuery } from '@tanstack/react-query';
import { type Capability, fetchPhoto } from '@/api/bookings';
import { keys } from '@/api/keys';
import { useObjectUrl } from '@/ui';

/** The client's photo of the job. Its frame has a fixed height, so nothing moves when it arrives; without a photo nothing is shown. */
export function Photo({ url, capability = {} }: { url: string; capability?: Capability }) {
  const photo = useQuery({
    queryKey: keys.booking.photo(url, capability),
    queryFn: () => fetchPhoto(url, capability),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const shown = useObjectUrl(photo.data);
  if (photo.isError) return <p className="text-s text-muted">The photo could not be loaded.</p>;
  return (
    <div className="h-52 overflow-hidden rounded-medium bg-sunk">
      {shown && <img src={shown} alt="Your view of the problem" className="size-full object-contain" />}
    </div>
  );
}
