import { useQuery } from '@tanstack/react-query';
import { cx } from './cx';
import { useObjectUrl } from './useObjectUrl';

interface FetchedPhotoProps {
  queryKey: readonly unknown[];
  /** Its address needs a token, which an image cannot send. */
  fetch: () => Promise<Blob>;
  alt: string;
  /** Beside a text: small, and cut to a square. */
  isThumb?: boolean;
}

/** Its frame has a fixed size, so nothing moves when the photo arrives. */
export function FetchedPhoto({ queryKey, fetch, alt, isThumb = false }: FetchedPhotoProps) {
  const photo = useQuery({ queryKey, queryFn: fetch, staleTime: Number.POSITIVE_INFINITY });
  const shown = useObjectUrl(photo.data);
  if (photo.isError && !isThumb) return <p className="text-s text-muted">The photo could not be loaded.</p>;
  return (
    <div className={cx('overflow-hidden rounded-medium bg-sunk', isThumb ? 'size-16 shrink-0' : 'h-52')}>
      {shown && (
        <img src={shown} alt={alt} className={cx('size-full', isThumb ? 'object-cover' : 'object-contain')} />
      )}
    </div>
  );
}
