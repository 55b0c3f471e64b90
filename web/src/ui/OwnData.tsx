// Downloading one's own data, and the end of the account.
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { problemText } from '@/api/problem';
import { paths } from '@/shared/paths';
import { saveFile } from '@/shared/saveFile';
import { endSession } from '@/shared/session';
import { Banner } from './Banner';
import { Button } from './Button';
import { Dialog } from './Dialog';
import { toast } from './toast';
import { FreshCode, freshCodeBy, type OwnCode } from './ways-in/FreshCode';

export interface OwnDataProps {
  download: () => Promise<Blob>;
  /** Ends the account at the server. */
  end: () => Promise<void>;
  /** How the person proves again who they are, if the server asks for it. */
  own: OwnCode;
  words: {
    /** Of the button that ends the account. */
    end: string;
    busy: string;
    title: string;
    ended: string;
    failed: string;
  };
  /** What goes and what stays. */
  children: ReactNode;
}

export function OwnData({ download, end, own, words, children }: OwnDataProps) {
  const [asking, setAsking] = useState(false);
  const take = useMutation({
    mutationFn: download,
    onSuccess: (file) => saveFile(file, 'callout-my-data.json'),
    onError: (error) => toast(problemText(error, 'Your data could not be fetched.'), { tone: 'bad' }),
  });
  return (
    <div className="card grid gap-3 p-4">
      <p className="text-s text-muted">Everything stored about you, as a file; or the end of your account.</p>
      <div className="flex flex-wrap gap-2.5">
        <Button
          look="quiet"
          size="small"
          icon={<Download aria-hidden="true" className="size-4" />}
          busy={take.isPending}
          busyText="Fetching…"
          onClick={() => take.mutate()}
        >
          Download my data
        </Button>
        <Button look="danger" size="small" onClick={() => setAsking(true)}>
          {words.end}
        </Button>
      </div>
      {asking && (
        <EndDialog end={end} own={own} words={words} onClose={() => setAsking(false)}>
          {children}
        </EndDialog>
      )}
    </div>
  );
}

type EndDialogProps = Omit<OwnDataProps, 'download'> & { onClose: () => void };

function EndDialog({ end, own, words, children, onClose }: EndDialogProps) {
  const navigate = useNavigate();
  const ending = useMutation({
    mutationFn: end,
    onSuccess: () => {
      endSession('logout');
      navigate(paths.landing, { replace: true });
      toast(words.ended);
    },
  });
  const channel = freshCodeBy(ending.error);
  if (channel && !ending.isPending)
    return (
      <Dialog open onOpenChange={(open) => !open && onClose()} title={words.title}>
        <FreshCode own={own} channel={channel} onFresh={() => ending.mutate()} />
      </Dialog>
    );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      busy={ending.isPending}
      title={words.title}
      actions={
        <>
          <Button look="danger" busy={ending.isPending} busyText={words.busy} onClick={() => ending.mutate()}>
            {words.end}
          </Button>
          <Button look="quiet" disabled={ending.isPending} onClick={onClose}>
            Keep it
          </Button>
        </>
      }
    >
      <div className="grid gap-2">
        {children}
        {ending.isError && (
          <Banner tone="bad" role="alert">
            {problemText(ending.error, words.failed)}
          </Banner>
        )}
      </div>
    </Dialog>
  );
}
