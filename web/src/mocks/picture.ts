// The pro's photo and logo, as small as they are shown, so that the browser's storage has room for them.
import { Refusal } from './route';

/** The longest side, pixels. */
const LONGEST = 256;

/** As a data URL. 422 for a file that is no picture. */
export async function keptPicture(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file).catch(refuse);
  const { width, height } = picture;
  const scale = Math.min(1, LONGEST / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/webp');
}

function refuse(): never {
  const text = 'This file could not be read as a picture.';
  throw new Refusal(422, 'invalid', text, { errors: { file: text } });
}
