// Photos.
import { HttpResponse } from 'msw';
import { randomId } from '@/shared/id';
import { files } from '../kept';
import { notFound, Refusal, route } from '../route';

/** The file of a form. */
export function sentFile(form: FormData): Blob {
  const file = form.get('file');
  if (!(file instanceof Blob)) throw new Refusal(422, 'invalid_photo', 'Choose a file.');
  return file;
}

/** 404 for one that was sent before the page was loaded. */
export function fileOf(id: string): Response {
  const file = files.get(id);
  if (!file) throw notFound('File');
  return new HttpResponse(file, { headers: { 'Content-Type': file.type } });
}

export const fileHandlers = [
  route('post', '/api/uploads', async ({ request }) => {
    const id = randomId();
    files.set(id, sentFile(await request.formData()));
    return { photo_url: `/api/files/${id}` };
  }),
  route('get', '/api/files/{id}', ({ value }) => fileOf(value('id'))),
];
