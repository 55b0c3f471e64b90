import { useQueryClient } from '@tanstack/react-query';
import { Camera } from 'lucide-react';
import type { ReactNode } from 'react';
import { proQuery, uploadPicture } from '@/api/pros';
import { PHOTO_TYPES, photoProblem } from '@/shared/files';
import { Avatar, toast, useObjectUrl } from '@/ui';
import { FileButton } from '@/ui/upload/FileButton';
import { UploadState } from '@/ui/upload/UploadState';
import { useUpload } from '@/ui/upload/useUpload';

interface PictureUploadProps {
  which: 'avatar' | 'logo';
  label: 'Photo' | 'Logo';
  /** Whose it is: their initials stand in for a missing one. */
  name: string;
  url: string | undefined;
  /** What stands beside it. */
  children: ReactNode;
}

/** A picture that is sent as soon as it is chosen, and shown at once. */
export function PictureUpload({ which, label, name, url, children }: PictureUploadProps) {
  const queryClient = useQueryClient();
  const upload = useUpload({
    send: (file: File, onProgress) => uploadPicture(which, file, onProgress),
    check: photoProblem,
    onSuccess: (profile) => {
      queryClient.setQueryData(proQuery.queryKey, profile);
      toast(`${label} saved`, { tone: 'good' });
    },
  });
  const preview = useObjectUrl(upload.what);
  const { problem } = upload;

  return (
    <div className="flex flex-wrap gap-x-4 gap-y-3">
      <Avatar name={name} url={preview ?? url} size="large" shape={which === 'logo' ? 'square' : 'round'} />
      <div className="grid min-w-0 flex-1 basis-40 justify-items-start gap-2">
        {children}
        <FileButton
          label={`${url ? 'Change' : 'Add'} ${label.toLowerCase()}`}
          file={label}
          types={PHOTO_TYPES}
          icon={<Camera aria-hidden="true" className="size-4" />}
          busy={upload.isPending}
          describedBy={problem ? `${which}-problem` : undefined}
          onChoose={upload.send}
        />
        <UploadState upload={upload} problem={problem} id={`${which}-problem`} />
      </div>
    </div>
  );
}
