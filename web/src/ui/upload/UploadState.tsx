import { CircleAlert } from 'lucide-react';
import { Button } from '../Button';
import type { useUpload } from './useUpload';

interface UploadStateProps<What> {
  upload: Pick<ReturnType<typeof useUpload<What, unknown>>, 'what' | 'isPending' | 'percent' | 'send'>;
  problem: string | null;
  /** The problem's, for the button that it is about. */
  id: string;
}

/** How far an upload has got, or why it failed. What could not be sent can be sent again, without choosing it anew. */
export function UploadState<What>({ upload, problem, id }: UploadStateProps<What>) {
  const { what, isPending, percent, send } = upload;
  return (
    <>
      {isPending && (
        <div className="grid gap-1">
          <progress
            value={percent}
            max={100}
            aria-label="Uploaded"
            className="h-2 w-full appearance-none overflow-hidden rounded-full bg-sunk [&::-moz-progress-bar]:bg-copper-line [&::-webkit-progress-bar]:bg-sunk [&::-webkit-progress-value]:bg-copper-line"
          />
          <p className="num text-s text-muted">
            {percent < 100 ? `${percent}% sent` : 'Sent. We are checking the file.'}
          </p>
        </div>
      )}
      <div role="alert" className="grid justify-items-start gap-2 empty:hidden">
        {problem && (
          <p id={id} className="flex items-start gap-1.5 text-s text-bad">
            <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            <span>{problem}</span>
          </p>
        )}
        {problem && what !== undefined && !isPending && (
          <Button look="quiet" size="small" onClick={() => send(what)}>
            Send again
          </Button>
        )}
      </div>
    </>
  );
}
