// Photos: kept for as long as the page is.
import { HttpResponse } from 'msw';
import { randomId } from '@/shared/id';
import { notFound, Refusal, route } from '../route';

const photos = new Map<string, Blob>();

export const fileHandlers = [
  route('post', '/api/uploads', async ({ request }) => {
    const file = (await request.formData()).get('file');
    if (!(file instanceof Blob)) throw new Refusal(422, 'invalid_photo', 'Choose a photo.');
    const id = randomId();
    photos.set(id, file);
    return { photo_url: `/api/files/${id}` };
  }),
  route('get', '/api/files/{id}', ({ value }) => {
    const photo = photos.get(value('id'));
    if (!photo) throw notFound('Photo');
    return new HttpResponse(photo, { headers: { 'Content-Type': photo.type } });
  }),
];
