import { useQuery } from '@tanstack/react-query';
import { useObjectUrl } from './useObjectUrl';

interface FetchedPhotoProps {
  queryKey: readonly unknown[];
  /** Its address needs a token, which an image cannot send. */
  fetch: () => Promise<Blob>;
  alt: string;
}

/** Its frame has a fixed height, so nothing moves when the photo arrives. */
export function FetchedPhoto({ queryKey, fetch, alt }: FetchedPhotoProps) {
  const photo = useQuery({ queryKey, queryFn: fetch, staleTime: Number.POSITIVE_INFINITY });
  const shown = useObjectUrl(photo.data);
  if (photo.isError) return <p className="text-s text-muted">The photo could not be loaded.</p>;
  return (
    <div className="h-52 overflow-hidden rounded-medium bg-sunk">
      {shown && <img src={shown} alt={alt} className="size-full object-contain" />}
    </div>
  );
}
