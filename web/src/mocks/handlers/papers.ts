// The pro's papers and pictures.
import { addPaper, paperView, removePaper } from '../papers';
import { keptPicture } from '../picture';
import { route } from '../route';
import { theWorld } from '../world';
import { fileOf, sentFile } from './files';

export const paperHandlers = [
  route('get', '/api/masters/documents', () => ({ items: theWorld().pro.documents.map(paperView) })),
  route('post', '/api/masters/documents', async ({ request }) => {
    const form = await request.formData();
    return addPaper(form, sentFile(form));
  }),
  route('delete', '/api/masters/documents/{id}', ({ value }) => {
    removePaper(value('id'));
    return undefined;
  }),
  route('get', '/api/masters/documents/{id}/file', ({ value }) => fileOf(value('id'))),
  route('post', '/api/masters/profile/avatar', async ({ request }) => {
    const avatarUrl = await keptPicture(sentFile(await request.formData()));
    return Object.assign(theWorld().pro.profile, { avatarUrl });
  }),
  route('post', '/api/masters/profile/logo', async ({ request }) => {
    const logoUrl = await keptPicture(sentFile(await request.formData()));
    return Object.assign(theWorld().pro.profile, { logoUrl });
  }),
];
