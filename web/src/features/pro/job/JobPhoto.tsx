import { fetchJobPhoto } from '@/api/jobs';
import { keys } from '@/api/keys';
import { FetchedPhoto } from '@/ui/FetchedPhoto';

interface JobPhotoProps {
  url: string;
  alt?: string;
  isThumb?: boolean;
}

/** A photo of the job, the client's unless `alt` says otherwise. */
export function JobPhoto({ url, alt = "The client's view of the problem", isThumb = false }: JobPhotoProps) {
  return (
    <FetchedPhoto
      queryKey={keys.pro.photo(url)}
      fetch={() => fetchJobPhoto(url)}
      alt={alt}
      isThumb={isThumb}
    />
  );
}
