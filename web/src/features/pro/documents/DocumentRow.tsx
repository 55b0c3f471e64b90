import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, Clock, Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { keys } from '@/api/keys';
import { problemText } from '@/api/problem';
import { fetchDocument, removeDocument } from '@/api/pros';
import type { DocumentStatus, MasterDocument } from '@/api/types';
import { asLondon, formatDay } from '@/shared/london';
import { saveFile } from '@/shared/saveFile';
import { Banner, Button, cx, Dialog, toast } from '@/ui';
import { documentTitles } from '../words';
import { statusText, validityText } from './kinds';

const looks: Record<DocumentStatus, { Icon: typeof Clock; colour: string }> = {
  uploaded: { Icon: Clock, colour: 'text-warn' },
  verified: { Icon: CircleCheck, colour: 'text-good' },
  rejected: { Icon: CircleAlert, colour: 'text-bad' },
  expired: { Icon: CircleAlert, colour: 'text-bad' },
};

export function DocumentRow({ document: paper }: { document: MasterDocument }) {
  const { id, kind, status, uploadedAt, fileUrl } = paper;
  const { Icon, colour } = looks[status];
  const details = [`Uploaded ${formatDay(asLondon(uploadedAt).day, 'short')}`, validityText(paper)];
  return (
    <li className="grid gap-2 border-t border-line pt-3">
      <div>
        <p className={cx('flex items-start gap-2 font-[600]', colour)}>
          <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
          <span className="min-w-0">{statusText(paper)}</span>
        </p>
        <p className="num text-s text-muted">{details.filter(Boolean).join(' · ')}</p>
      </div>
      <div className="flex flex-wrap gap-2.5 empty:hidden">
        {fileUrl && <View id={id} kind={kind} />}
        {isRemovable(status) && <Remove id={id} kind={kind} />}
      </div>
    </li>
  );
}

/** What was verified once stays on record, also when it has expired. */
function isRemovable(status: DocumentStatus): boolean {
  return status === 'uploaded' || status === 'rejected';
}

const extensions: Record<string, string> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
};

/** Saved as a file: the address needs the bearer, which a link cannot send. */
function View({ id, kind }: Pick<MasterDocument, 'id' | 'kind'>) {
  const fetching = useMutation({
    mutationFn: () => fetchDocument(id),
    onSuccess: (file) => saveFile(file, `${kind}.${extensions[file.type] ?? 'bin'}`),
    onError: (error) => toast(problemText(error, 'The document could not be fetched.'), { tone: 'bad' }),
  });
  return (
    <Button
      look="quiet"
      size="small"
      icon={<Download aria-hidden="true" className="size-4" />}
      busy={fetching.isPending}
      busyText="Fetching…"
      onClick={() => fetching.mutate()}
    >
      View
      <span className="sr-only"> {documentTitles[kind]}</span>
    </Button>
  );
}

function Remove({ id, kind }: Pick<MasterDocument, 'id' | 'kind'>) {
  const [asking, setAsking] = useState(false);
  const queryClient = useQueryClient();
  const title = documentTitles[kind];
  const removing = useMutation({
    mutationFn: () => removeDocument(id),
    onSuccess: async () => {
      setAsking(false);
      await queryClient.invalidateQueries({ queryKey: keys.pro.all });
      toast('Removed');
      document.getElementById(`document-${kind}`)?.focus();
    },
  });
  return (
    <>
      <Button
        look="danger"
        size="small"
        icon={<Trash2 aria-hidden="true" className="size-4" />}
        onClick={() => setAsking(true)}
      >
        Remove
        <span className="sr-only"> {title}</span>
      </Button>
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        busy={removing.isPending}
        title={`Remove ${title.toLowerCase()}?`}
        description="The file is deleted. You can upload it again."
        actions={
          <>
            <Button
              look="danger"
              busy={removing.isPending}
              busyText="Removing…"
              onClick={() => removing.mutate()}
            >
              Remove
            </Button>
            <Button look="quiet" disabled={removing.isPending} onClick={() => setAsking(false)}>
              Keep it
            </Button>
          </>
        }
      >
        {removing.isError && (
          <Banner tone="bad" role="alert">
            {problemText(removing.error, 'It could not be removed. Please try again.')}
          </Banner>
        )}
      </Dialog>
    </>
  );
}
