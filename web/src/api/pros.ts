// What everybody may know of a pro, and the signed-in pro's own data: profile, the steps of onboarding, documents and pictures. Every change of
// the profile answers with the whole of it as it is now.
import { queryOptions } from '@tanstack/react-query';
import { serverNow } from '@/shared/session';
import type { Contact } from './accounts';
import { call, problemOf, send } from './client';
import { fetchWithProgress, LONGEST_UPLOAD, type OnProgress } from './fetchWithProgress';
import { keys } from './keys';
import { DAY, onDevice } from './onDevice';
import type {
  DocumentKind,
  MasterArea,
  MasterBasicsChange,
  MasterCompany,
  MasterDocument,
  MasterProfile,
  PublicMaster,
  Skill,
} from './types';

/** Without coordinates, the postcode's middle. */
export type AreaChange = Omit<MasterArea, 'base_lat' | 'base_lng'> & { base_lat?: number; base_lng?: number };

export interface NewDocument {
  kind: DocumentKind;
  file: Blob;
  /** YYYY-MM-DD */
  expiresOn?: string | undefined;
}

/** Milliseconds for a file on its way. */
const UPLOAD_TIMEOUT = 60_000;

export const proQuery = queryOptions({
  queryKey: keys.pro.profile,
  queryFn: ({ signal }) => call<MasterProfile>('/masters/me', { as: 'person', signal }),
  ...onDevice<MasterProfile>(keys.pro.profile, () => serverNow() + 30 * DAY),
});

/** 404 where there is no such pro, or the account is closed. */
export const publicProQuery = (masterId: string) =>
  queryOptions({
    queryKey: keys.pros.profile(masterId),
    queryFn: ({ signal }) =>
      call<PublicMaster>(`/masters/${encodeURIComponent(masterId)}/profile`, { as: 'nobody', signal }),
  });

export const documentsQuery = queryOptions({
  queryKey: keys.pro.documents,
  queryFn: async ({ signal }) => {
    const { items } = await call<{ items: MasterDocument[] }>('/masters/documents', { as: 'person', signal });
    return items;
  },
});

function change(path: string, json: object): Promise<MasterProfile> {
  return call(path, { method: 'PUT', json, as: 'person' });
}

export const saveBasics = (basics: MasterBasicsChange) => change('/masters/profile/basics', basics);
export const saveArea = (area: AreaChange) => change('/masters/profile/area', area);
export const saveCompany = (company: MasterCompany) => change('/masters/profile/company', company);
export const saveSkills = (skills: Skill[]) => change('/masters/skills', { skills });

/** The first `true` ends onboarding: 409 `profile_incomplete` with `missing` while a step is not done. After that it is the availability switch. */
export const setAvailable = (isActive: boolean) => change('/masters/profile/activate', { isActive });

/** What a suspended pro says to it, once. */
export const appealSuspension = (text: string) =>
  call<MasterProfile>('/masters/me/appeal', { method: 'POST', json: { text }, as: 'person' });

/** Sends a one-time code to the signed-in pro's email. */
export async function requestOwnCode(contact: Contact): Promise<void> {
  await call('/masters/login/otp-request', { method: 'POST', json: contact, as: 'person' });
}

/** Proves the signed-in pro's email with its code; session and password stay as they are. 401 if the code is wrong. */
export async function proveOwnEmail(contact: Contact, code: string): Promise<void> {
  await call('/masters/login/otp-verify', { method: 'POST', json: { ...contact, code }, as: 'person' });
}

/** With the code that was sent last. All other sessions end. 401 if the code is wrong, 422 on `password`. */
export async function setOwnPassword(code: string, password: string): Promise<void> {
  await call('/masters/me/password', { method: 'PUT', json: { code, password }, as: 'person' });
}

/** Ends every session but this one. */
export async function signOutOthers(): Promise<void> {
  await call('/masters/me/sessions', { method: 'DELETE', as: 'person' });
}

/** Replaces an older document of its kind that is not verified. */
export function uploadDocument(document: NewDocument, onProgress: OnProgress): Promise<MasterDocument> {
  const { kind, file, expiresOn } = document;
  return upload('/masters/documents', { kind, ...(expiresOn && { expiresOn }) }, file, onProgress);
}

/** 409 `document_verified` for a verified one. */
export async function removeDocument(id: string): Promise<void> {
  await call(`/masters/documents/${encodeURIComponent(id)}`, { method: 'DELETE', as: 'person' });
}

export async function fetchDocument(id: string): Promise<Blob> {
  const path = `/masters/documents/${encodeURIComponent(id)}/file`;
  const response = await send(path, { as: 'person', timeout: UPLOAD_TIMEOUT });
  if (!response.ok) throw await problemOf(response);
  return response.blob();
}

/** Everything stored about the pro, as a file. */
export async function exportProData(): Promise<Blob> {
  const response = await send('/masters/me/export', { as: 'person', timeout: UPLOAD_TIMEOUT });
  if (!response.ok) throw await problemOf(response);
  return response.blob();
}

/** 409 `fresh_code_required`; 409 `open_jobs` while a job is not done, `balance_not_zero` while either side owes the other money. */
export async function closeProAccount(): Promise<void> {
  await call('/masters/me', { method: 'DELETE', as: 'person' });
}

/** The pro's photo, or a company's logo. */
export function uploadPicture(
  which: 'avatar' | 'logo',
  file: Blob,
  onProgress: OnProgress,
): Promise<MasterProfile> {
  return upload(`/masters/profile/${which}`, {}, file, onProgress);
}

/** The text parts go first: the server reads the parts in order. */
function upload<Answer>(path: string, texts: Record<string, string>, file: Blob, onProgress: OnProgress) {
  const form = new FormData();
  for (const [name, text] of Object.entries(texts)) form.set(name, text);
  form.set('file', file);
  const fetcher = fetchWithProgress(onProgress);
  return call<Answer>(path, { method: 'POST', form, as: 'person', timeout: LONGEST_UPLOAD, fetcher });
}
