// Photos that are sent one after the other, each as soon as it is chosen. What was sent stays when the signal goes.
import { Camera, ImageIcon, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { OnProgress } from '@/api/fetchWithProgress';
import { isUnreachable } from '@/api/problem';
import { uploadPhoto } from '@/api/uploads';
import { isOffline } from '@/shared/connection';
import { PHOTO_TYPES, photoProblem } from '@/shared/files';
import { forgetWaitingPhotos, isReference, keepWaitingPhoto, readWaitingPhoto } from '@/shared/outbox/photos';
import { smallerPhoto } from '@/shared/smallerPhoto';
import { IconButton } from '../IconButton';
import { useObjectUrl } from '../useObjectUrl';
import { FileButton } from './FileButton';
import { UploadState } from './UploadState';
import { useUpload } from './useUpload';

/** What Photos needs. */
interface PhotosProps {
  id: string;
  /** Addresses of what was sent. */
  urls: readonly string[];
  most: number;
  /** Why what there is does not do. */
  error: string | undefined;
  onChange: (urls: string[]) => void;
  /** Without a connection a photo is kept on this device, and a reference (shared/outbox/photos) stands for its address. */
  canWait?: boolean;
}

/** A list of sent photos with their removal, and the way to add another. */
export function Photos({ id, urls, most, error, onChange, canWait = false }: PhotosProps) {
  // Known of those that were chosen since the page was opened.
  const [files, setFiles] = useState<ReadonlyMap<string, Blob>>(new Map());
  const upload = useUpload({
    send: (file: Blob, onProgress) =>
      canWait ? uploadOrKeep(file, onProgress) : uploadPhoto(file, onProgress),
    check: photoProblem,
    onSuccess: (url, file) => {
      setFiles((before) => new Map(before).set(url, file));
      onChange([...urls, url]);
    },
  });
  const problem = upload.problem ?? error ?? null;

  return (
    <div className="grid gap-3">
      {urls.length > 0 && (
        <ul className="grid grid-cols-1 gap-2">
          {urls.map((url, index) => (
            <li key={url} className="flex flex-wrap items-center gap-3 rounded-medium border border-line p-2">
              <Thumbnail file={files.get(url)} url={url} />
              <span className="grid min-w-0 flex-1 basis-24 text-s">
                <span>Photo {index + 1}</span>
                {isReference(url) && <span className="text-muted">On this device</span>}
              </span>
              <IconButton
                label={`Remove photo ${index + 1}`}
                icon={<Trash2 aria-hidden="true" className="size-5" />}
                onClick={() => {
                  if (isReference(url)) void forgetWaitingPhotos([url]);
                  onChange(urls.filter((other) => other !== url));
                }}
              />
            </li>
          ))}
        </ul>
      )}
      {urls.length < most && (
        <FileButton
          label={urls.length === 0 ? 'Add photo' : 'Add another photo'}
          file="photo"
          types={PHOTO_TYPES}
          icon={<Camera aria-hidden="true" className="size-4" />}
          busy={upload.isPending}
          describedBy={problem ? `${id}-problem` : undefined}
          onChoose={(file) => void smallerPhoto(file).then(upload.send)}
        />
      )}
      <UploadState upload={upload} problem={problem} id={`${id}-problem`} />
    </div>
  );
}

async function uploadOrKeep(photo: Blob, onProgress: OnProgress): Promise<string> {
  if (isOffline()) return keepWaitingPhoto(photo);
  try {
    return await uploadPhoto(photo, onProgress);
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    return keepWaitingPhoto(photo);
  }
}

function Thumbnail({ file, url }: { file: Blob | undefined; url: string }) {
  const shown = useObjectUrl(useKeptPhoto(url) ?? file);
  return (
    <span className="grid size-14 shrink-0 place-items-center overflow-hidden rounded-small bg-sunk text-muted">
      {shown ? (
        <img src={shown} alt="" className="size-full object-cover" />
      ) : (
        <ImageIcon aria-hidden="true" className="size-5" />
      )}
    </span>
  );
}

/** The photo that a reference names. */
function useKeptPhoto(reference: string): Blob | undefined {
  const [photo, setPhoto] = useState<Blob>();
  useEffect(() => {
    let isOver = false;
    if (isReference(reference))
      void readWaitingPhoto(reference)
        // It is only not shown.
        .catch(() => null)
        .then((found) => !isOver && found && setPhoto(found));
    return () => {
      isOver = true;
    };
  }, [reference]);
  return photo;
}
