import { useQueryClient } from '@tanstack/react-query';
import { Upload as UploadIcon } from 'lucide-react';
import { useState } from 'react';
import { keys } from '@/api/keys';
import { type NewDocument, uploadDocument } from '@/api/pros';
import type { DocumentKind } from '@/api/types';
import { PAPER_TYPES, paperProblem } from '@/shared/files';
import { addDays, londonDay } from '@/shared/london';
import { serverNow } from '@/shared/session';
import { Field, TextInput, toast } from '@/ui';
import { FileButton } from '@/ui/upload/FileButton';
import { UploadState } from '@/ui/upload/UploadState';
import { useUpload } from '@/ui/upload/useUpload';
import { forgetDraft, getDrafts, keepDraft } from '../drafts';
import { documentTitles } from '../words';
import { expiring, expiryProblem } from './kinds';

interface UploadProps {
  kind: DocumentKind;
  /** Nothing of this kind is there yet. */
  isFirst: boolean;
}

/** Sends a file as soon as it is chosen; of a registration, its last day comes first. */
export function Upload({ kind, isFirst }: UploadProps) {
  const queryClient = useQueryClient();
  const [expiresOn, setExpiresOn] = useExpiry(kind);
  const [problem, setProblem] = useState<{ of: 'date' | 'file'; text: string } | null>(null);
  const needsDate = expiring.includes(kind);
  const dateId = `${kind}-expires`;
  const today = londonDay(serverNow());
  const upload = useUpload({
    send: uploadDocument,
    onSuccess: async () => {
      setExpiresOn('');
      await queryClient.invalidateQueries({ queryKey: keys.pro.all });
      toast('Uploaded', { tone: 'good' });
    },
  });

  /** Before the file is chosen, so that nobody looks for a file twice. */
  function isReady(): boolean {
    const text = expiryProblem(kind, expiresOn, today);
    setProblem(text ? { of: 'date', text } : null);
    if (text) document.getElementById(dateId)?.focus();
    return text === null;
  }

  function choose(file: File) {
    const text = paperProblem(file);
    setProblem(text ? { of: 'file', text } : null);
    if (text) return upload.forget();
    upload.send({ kind, file, ...(needsDate && { expiresOn }) } satisfies NewDocument);
  }

  const fileProblem = problem?.of === 'file' ? problem.text : upload.problem;
  return (
    <div className="grid grid-cols-1 gap-3 border-t border-line pt-3">
      {needsDate && (
        <Field
          id={dateId}
          label="Last day it is valid"
          error={problem?.of === 'date' ? problem.text : undefined}
        >
          <TextInput
            type="date"
            min={addDays(today, 1)}
            value={expiresOn}
            onChange={(event) => {
              setExpiresOn(event.target.value);
              setProblem(null);
            }}
            className="num max-w-56"
          />
        </Field>
      )}
      <FileButton
        label={
          <>
            {isFirst ? 'Upload' : 'Upload a new one'}
            <span className="sr-only"> {documentTitles[kind]}</span>
          </>
        }
        file={documentTitles[kind]}
        types={PAPER_TYPES}
        icon={<UploadIcon aria-hidden="true" className="size-4" />}
        busy={upload.isPending}
        describedBy={fileProblem ? `${kind}-problem` : undefined}
        isReady={isReady}
        onChoose={choose}
      />
      <UploadState upload={upload} problem={fileProblem} id={`${kind}-problem`} />
    </div>
  );
}

/** The last day as typed, kept like the other steps' input. The file is not: an identity document has no place in a browser's storage. */
function useExpiry(kind: DocumentKind): [string, (day: string) => void] {
  const [day, setDay] = useState(() => {
    const kept = getDrafts().documents?.[kind];
    return typeof kept === 'string' ? kept : '';
  });
  function change(next: string) {
    setDay(next);
    const { [kind]: _old, ...others } = getDrafts().documents ?? {};
    const typed = next ? { ...others, [kind]: next } : others;
    if (Object.keys(typed).length > 0) keepDraft('documents', typed);
    else forgetDraft('documents');
  }
  return [day, change];
}
