import { useQuery } from '@tanstack/react-query';
import { fetchJobPhoto } from '@/api/jobs';
import { keys } from '@/api/keys';
import { useObjectUrl } from '@/ui';

/** The client's photo of the job. Its frame has a fixed height, so nothing moves when it arrives. */
export function JobPhoto({ url }: { url: string }) {
  const photo = useQuery({
    queryKey: keys.pro.photo(url),
    queryFn: () => fetchJobPhoto(url),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const shown = useObjectUrl(photo.data);
  if (photo.isError) return <p className="text-s text-muted">The photo could not be loaded.</p>;
  return (
    <div className="h-52 overflow-hidden rounded-medium bg-sunk">
      {shown && (
        <img src={shown} alt="The client's view of the problem" className="size-full object-contain" />
      )}
    </div>
  );
}
