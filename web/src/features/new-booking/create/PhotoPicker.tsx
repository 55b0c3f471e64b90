// An optional photo: checked here, kept in this browser, sent while the rest is filled in. It never affects the price.
import { Camera, ImageIcon, Trash2 } from 'lucide-react';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { PHOTO_TYPES, photoProblem } from '@/shared/files';
import { smallerPhoto } from '@/shared/smallerPhoto';
import { Button, IconButton, useObjectUrl } from '@/ui';
import { forgetPhoto, keepPhoto, readPhoto, updateDraft, useDraft } from '../draft';

const ERROR_ID = 'photo-error';
const WHY_ID = 'photo-why';

/** Its code is fetched with the first photo: it is no part of the first price. Without it the photo is sent at the checkout. */
function withSending(act: (code: typeof import('../draft/sendPhoto')) => void): void {
  import('../draft/sendPhoto').then(act, () => undefined);
}

export function usePhoto() {
  const { hasPhoto } = useDraft();
  const [photo, setPhoto] = useState<Blob | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  // After a reload the draft may refer to a photo that still has to be read from storage.
  useEffect(() => {
    let gone = false;
    if (hasPhoto)
      void readPhoto().then((found) => {
        if (gone) return;
        setPhoto(found);
        if (!found) updateDraft({ hasPhoto: false });
      });
    return () => {
      gone = true;
    };
  }, [hasPhoto]);

  async function choose(file: File): Promise<void> {
    const smaller = await smallerPhoto(file);
    const wrong = photoProblem(smaller);
    setProblem(wrong);
    if (wrong) return;
    await keepPhoto(smaller);
    setPhoto(smaller);
    updateDraft({ hasPhoto: true, photoUrl: undefined });
    withSending(({ sendAhead }) => sendAhead(smaller));
  }

  function remove(): void {
    setPhoto(null);
    setProblem(null);
    updateDraft({ hasPhoto: false, photoUrl: undefined });
    void forgetPhoto();
    withSending(({ stopSending }) => stopSending());
  }

  return { photo: hasPhoto ? photo : null, problem, choose, remove };
}

export type PhotoState = ReturnType<typeof usePhoto>;

export function PhotoButton({ state }: { state: PhotoState }) {
  const input = useRef<HTMLInputElement>(null);
  function changed(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0];
    // Reset the input so that the same file can be chosen again after it was removed.
    event.target.value = '';
    if (file) void state.choose(file);
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <input
        ref={input}
        type="file"
        accept={PHOTO_TYPES.join(',')}
        className="sr-only"
        tabIndex={-1}
        aria-label="Photo"
        onChange={changed}
      />
      <Button
        look="quiet"
        size="small"
        className="min-h-[50px]"
        icon={<Camera aria-hidden="true" className="size-4" />}
        aria-describedby={state.problem ? `${WHY_ID} ${ERROR_ID}` : WHY_ID}
        onClick={() => input.current?.click()}
      >
        {state.photo ? 'Change photo' : 'Photo'}
      </Button>
      <span id={WHY_ID} className="text-s text-muted">
        so the pro brings the right parts
      </span>
    </div>
  );
}

export function PhotoPreview({ state }: { state: PhotoState }) {
  const url = useObjectUrl(state.photo);
  return (
    <>
      {state.problem && (
        <p id={ERROR_ID} role="alert" className="-mt-2 text-s text-bad">
          {state.problem}
        </p>
      )}
      {state.photo && url && (
        <div className="flex flex-wrap items-center gap-3 rounded-medium border border-line bg-surface p-2">
          <Picture url={url} />
          <p className="min-w-0 flex-1 basis-24 text-s">
            Photo added
            <span className="block text-xs text-muted">{sizeOf(state.photo)}, sent with the booking</span>
          </p>
          <IconButton
            label="Remove photo"
            icon={<Trash2 aria-hidden="true" className="size-5" />}
            onClick={state.remove}
          />
        </div>
      )}
    </>
  );
}

function Picture({ url }: { url: string }) {
  const [broken, setBroken] = useState(false);
  if (broken)
    return (
      <span className="grid size-14 place-items-center rounded-small bg-sunk text-muted">
        <ImageIcon aria-hidden="true" className="size-5" />
      </span>
    );
  return (
    <img
      src={url}
      alt="What you chose"
      className="size-14 rounded-small object-cover"
      onError={() => setBroken(true)}
    />
  );
}

function sizeOf(blob: Blob): string {
  const megabytes = blob.size / (1024 * 1024);
  return megabytes >= 0.95 ? `${megabytes.toFixed(1)} MB` : `${Math.max(1, Math.round(blob.size / 1024))} KB`;
}
