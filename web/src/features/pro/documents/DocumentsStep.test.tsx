import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import type { MasterDocument } from '@/api/types';
import { problem } from '@/test/fakeApi';
import { fakeXhr } from '@/test/fakeXhr';
import { entered, fieldsOf, openArea, proMissing, serverOf } from '../testing';

const { saveFile } = vi.hoisted(() => ({ saveFile: vi.fn() }));
vi.mock('@/shared/saveFile', () => ({ saveFile }));

const UPLOAD = 'POST /api/masters/documents';
const identity: MasterDocument = {
  id: 'd-1',
  kind: 'identity',
  status: 'uploaded',
  uploadedAt: '2026-11-20T10:00:00Z',
  fileUrl: '/api/masters/documents/d-1/file',
};
const passport = new File(['%PDF-1.7'], 'passport.pdf', { type: 'application/pdf' });

let xhr: ReturnType<typeof fakeXhr>;
beforeEach(() => {
  xhr = fakeXhr();
  saveFile.mockClear();
});

function server(documents: MasterDocument[] = []) {
  let items = documents;
  const api = serverOf(proMissing(['documents'], { ...entered, skills: ['electrician'] }), {
    'GET /api/masters/documents': () => ({ json: { items } }),
    [UPLOAD]: () => {
      items = [...items, identity];
      return { status: 201, json: identity };
    },
  });
  return { api, change: (next: MasterDocument[]) => (items = next) };
}

async function row(title: string): Promise<HTMLElement> {
  const heading = await screen.findByRole('heading', { level: 2, name: title });
  return heading.closest('li') as HTMLElement;
}
const choose = async (title: string, file: File) =>
  userEvent.upload(within(await row(title)).getByLabelText(`File: ${title}`), file, { applyAccept: false });

it('shows a row a kind, the needed ones first, with the state of what was uploaded', async () => {
  server([
    { ...identity, status: 'rejected', reason: 'too dark to read' },
    { ...identity, id: 'd-2', kind: 'electrical', status: 'expired', expiresOn: '2026-10-01' },
    { ...identity, id: 'd-3', kind: 'insurance', status: 'verified', expiresOn: '2027-03-03' },
  ]);
  openArea('/master/onboarding/documents');
  await row('Identity document');
  expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
    'Identity document',
    'Electrical registration',
    'Gas Safe registration',
    'Public liability insurance',
    'Another document',
  ]);
  expect(await row('Identity document')).toHaveTextContent('Rejected: too dark to read');
  expect(await row('Electrical registration')).toHaveTextContent(
    'ExpiredUploaded Fri 20 Nov · Was valid until',
  );
  const verified = within(await row('Public liability insurance'));
  expect(verified.getByText(/Valid until Wed 3 Mar 2027/)).toBeInTheDocument();
  // The server keeps what was verified, expired or not.
  expect(screen.getAllByRole('button', { name: /^Remove/ }).map(({ textContent }) => textContent)).toEqual([
    'Remove Identity document',
  ]);
  expect(screen.getAllByText('Optional')).toHaveLength(3);
});

it('sends a file once it is chosen, and shows how far it is', async () => {
  const { api } = server();
  let answer: (value: { status: number; json: unknown }) => void = () => undefined;
  api.change(UPLOAD, () => new Promise((resolve) => (answer = resolve)));
  openArea('/master/onboarding/documents');
  await choose('Identity document', passport);
  await waitFor(() => expect(api.of(UPLOAD)).toHaveLength(1));
  xhr.progress(45, 100);
  expect(await screen.findByText('45% sent')).toBeInTheDocument();
  expect(screen.getByRole('progressbar')).toHaveAttribute('value', '45');
  api.change('GET /api/masters/documents', () => ({ json: { items: [identity] } }));
  answer({ status: 201, json: identity });
  expect(await screen.findByText('Uploaded, waiting for verification')).toBeInTheDocument();
  expect(fieldsOf(api.of(UPLOAD)[0])).toEqual({ kind: 'identity', file: expect.any(File) });
  // The checklist counts it, too.
  await waitFor(() => expect(api.of('GET /api/masters/me')).toHaveLength(2));
});

it('refuses another kind of file before it is sent', async () => {
  const { api } = server();
  openArea('/master/onboarding/documents');
  await choose('Identity document', new File(['x'], 'x.txt', { type: 'text/plain' }));
  expect(await screen.findByText('Choose a photo (JPEG, PNG or WebP) or a PDF.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Upload Identity document' })).toHaveAccessibleDescription(
    'Choose a photo (JPEG, PNG or WebP) or a PDF.',
  );
  expect(api.of(UPLOAD)).toEqual([]);
});

it('sends again what could not be sent, without choosing it anew', async () => {
  const { api } = server();
  const answer = { status: 201, json: identity };
  api.cut(UPLOAD);
  openArea('/master/onboarding/documents');
  await choose('Identity document', passport);
  expect(await screen.findByText(/^The file could not be sent. Check your connection/)).toBeInTheDocument();
  api.change(UPLOAD, () => answer);
  api.change('GET /api/masters/documents', () => ({ json: { items: [identity] } }));
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }));
  expect(await screen.findByText('Uploaded, waiting for verification')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Send again' })).not.toBeInTheDocument();
});

it('shows what the server says of a file', async () => {
  const { api } = server();
  api.change(UPLOAD, () => problem(422, 'invalid', { errors: { file: 'This PDF cannot be read.' } }));
  openArea('/master/onboarding/documents');
  await choose('Identity document', passport);
  expect(await screen.findByText('This PDF cannot be read.')).toBeInTheDocument();
});

it('asks for the last day of a registration before its file, and keeps it over a reload', async () => {
  const { api } = server();
  const opened = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => undefined);
  const { unmount } = openArea('/master/onboarding/documents');
  const electrical = within(await row('Electrical registration'));
  const day = electrical.getByLabelText('Last day it is valid');
  fireEvent.click(electrical.getByRole('button', { name: 'Upload Electrical registration' }));
  expect(await electrical.findByText('Enter the last day it is valid.')).toBeInTheDocument();
  expect(day).toHaveFocus();
  expect(opened).not.toHaveBeenCalled();
  fireEvent.change(day, { target: { value: '2020-01-01' } });
  fireEvent.click(electrical.getByRole('button', { name: 'Upload Electrical registration' }));
  expect(await electrical.findByText(/^This day has passed/)).toBeInTheDocument();
  fireEvent.change(day, { target: { value: '2099-03-03' } });
  fireEvent.click(electrical.getByRole('button', { name: 'Upload Electrical registration' }));
  expect(opened).toHaveBeenCalledOnce();
  opened.mockRestore();
  unmount();

  openArea('/master/onboarding/documents');
  const again = within(await row('Electrical registration'));
  expect(again.getByLabelText('Last day it is valid')).toHaveValue('2099-03-03');
  await choose('Electrical registration', passport);
  await waitFor(() => expect(api.of(UPLOAD)).toHaveLength(1));
  expect(fieldsOf(api.of(UPLOAD)[0])).toMatchObject({ expiresOn: '2099-03-03' });
  await waitFor(() => expect(localStorage.getItem('callout.pro-drafts')).toBeNull());
});

it('removes a document only after it was asked, and says why it cannot', async () => {
  const { api, change } = server([identity]);
  const REMOVE = 'DELETE /api/masters/documents/d-1';
  api.change(REMOVE, () => problem(409, 'document_verified', { detail: 'A verified document stays.' }));
  openArea('/master/onboarding/documents');
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Identity document' }));
  const dialog = await screen.findByRole('dialog', { name: 'Remove identity document?' });
  expect(api.of(REMOVE)).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove' }));
  expect(await within(dialog).findByText('A verified document stays.')).toBeInTheDocument();
  api.change(REMOVE, () => {
    change([]);
    return { status: 204 };
  });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove' }));
  await waitFor(() =>
    expect(screen.queryByText('Uploaded, waiting for verification')).not.toBeInTheDocument(),
  );
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Identity document' })).toHaveFocus());
});

it('fetches a document with the bearer, and saves it as a file', async () => {
  const { api } = server([identity, { ...identity, id: 'd-2', kind: 'other', fileUrl: undefined } as never]);
  api.change('GET /api/masters/documents/d-1/file', () => ({
    json: {},
    headers: { 'Content-Type': 'application/pdf' },
  }));
  openArea('/master/onboarding/documents');
  await userEvent.click(await screen.findByRole('button', { name: 'View Identity document' }));
  await waitFor(() => expect(saveFile).toHaveBeenCalledWith(expect.any(Blob), 'identity.pdf'));
  const [call] = api.of('GET /api/masters/documents/d-1/file');
  expect(call?.headers.get('Authorization')).toMatch(/^Bearer /);
  expect(screen.queryByRole('button', { name: 'View Another document' })).not.toBeInTheDocument();
});

it('says so when the documents could not be loaded', async () => {
  const { api } = server();
  api.change('GET /api/masters/documents', () => problem(500, 'internal'));
  openArea('/master/onboarding/documents');
  expect(await screen.findByText('Your documents could not be loaded.')).toBeInTheDocument();
});

it('takes documents once the email is proved', async () => {
  serverOf(proMissing(['email', 'documents'], { ...entered, skills: ['electrician'] }), {
    'GET /api/masters/documents': () => ({ json: { items: [] } }),
  });
  openArea('/master/onboarding/documents');
  await row('Identity document');
  expect(screen.getByText('Prove your email first. Then we take your documents.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Prove your email' })).toHaveAttribute(
    'href',
    '/master/onboarding/email',
  );
  expect(screen.queryByRole('button', { name: /^Upload/ })).toBeNull();
});
