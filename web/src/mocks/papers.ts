// The pro's papers. The script's operator verifies what is uploaded.
import { randomId } from '@/shared/id';
import { iso } from './clock';
import { files } from './kept';
import { notFound, Refusal, type Schemas } from './route';
import { theWorld } from './world';

type Document = Schemas['MasterDocument'];

/** With a file to look at, as long as there is one. */
export function paperView(paper: Document): Document {
  const fileUrl = `/api/masters/documents/${paper.id}/file`;
  return files.has(paper.id) ? { ...paper, fileUrl } : paper;
}

/** It takes the place of those of its kind that are not verified. */
export function addPaper(form: FormData, file: Blob): Document {
  const { pro } = theWorld();
  const kind = form.get('kind') as Document['kind'];
  const expiresOn = form.get('expiresOn');
  const paper: Document = {
    id: `document-${randomId()}`,
    kind,
    status: 'uploaded',
    uploadedAt: iso(Date.now()),
    ...(typeof expiresOn === 'string' && { expiresOn }),
  };
  for (const old of pro.documents) if (isReplaced(old, kind)) files.delete(old.id);
  pro.documents = [paper, ...pro.documents.filter((old) => !isReplaced(old, kind))];
  files.set(paper.id, file);
  return paperView(paper);
}

const isReplaced = (old: Document, kind: Document['kind']): boolean =>
  old.kind === kind && old.status === 'uploaded';

export function removePaper(id: string): void {
  const { pro } = theWorld();
  const paper = pro.documents.find((one) => one.id === id);
  if (!paper) throw notFound('Document');
  if (paper.status === 'verified') {
    const text = 'This document is verified and stays on record. You can upload a newer one.';
    throw new Refusal(409, 'document_verified', text);
  }
  pro.documents = pro.documents.filter((one) => one !== paper);
  files.delete(id);
}
