import { useQuery } from '@tanstack/react-query';
import { fetchJobPhoto } from '@/api/jobs';
import { keys } from '@/api/keys';
import { useObjectUrl } from '@/ui';

interface JobPhotoProps {
  url: string;
  alt?: string;
}

/** A photo of the job, the client's unless `alt` says otherwise. Its frame has a fixed height, so nothing moves when it arrives. */
export function JobPhoto({ url, alt = "The client's view of the problem" }: JobPhotoProps) {
  const photo = useQuery({
    queryKey: keys.pro.photo(url),
    queryFn: () => fetchJobPhoto(url),
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
