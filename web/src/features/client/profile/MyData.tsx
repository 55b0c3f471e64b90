// Downloading and erasing one's own data.
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { eraseMyData, exportMyData } from '@/api/me';
import { problemText } from '@/api/problem';
import { paths } from '@/shared/paths';
import { saveFile } from '@/shared/saveFile';
import { endSession } from '@/shared/session';
import { Banner, Button, Dialog, toast } from '@/ui';

export function MyData() {
  const [asking, setAsking] = useState(false);
  const take = useMutation({
    mutationFn: exportMyData,
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
          Erase my account
        </Button>
      </div>
      {asking && <EraseDialog onClose={() => setAsking(false)} />}
    </div>
  );
}

function EraseDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const erase = useMutation({
    mutationFn: eraseMyData,
    onSuccess: () => {
      endSession('logout');
      navigate(paths.landing, { replace: true });
      toast('Your account has been erased');
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      busy={erase.isPending}
      title="Erase your account?"
      actions={
        <>
          <Button look="danger" busy={erase.isPending} busyText="Erasing…" onClick={() => erase.mutate()}>
            Erase my account
          </Button>
          <Button look="quiet" disabled={erase.isPending} onClick={onClose}>
            Keep it
          </Button>
        </>
      }
    >
      <div className="grid gap-2">
        <p>
          Your name, contact details, addresses, photos and sign-ins are deleted for good. This can’t be
          undone.
        </p>
        <p className="text-muted">
          What the law makes us keep for the books stays without your name: what was done, when, and for how
          much.
        </p>
        {erase.isError && (
          <Banner tone="bad" role="alert">
            {problemText(erase.error, 'Your account could not be erased. Please try again.')}
          </Banner>
        )}
      </div>
    </Dialog>
  );
}
