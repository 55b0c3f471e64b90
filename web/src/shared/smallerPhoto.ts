// Photos are made smaller before they are kept or sent: what a phone takes is ten times what anybody looks at, and too much for a slow line.

/** The longer side of what is sent, pixels. */
const LONGEST = 1600;
const QUALITY = 0.85;

/** The photo as a JPEG of at most 1600 pixels, without what the camera wrote into it; as it is if it is small, or if this browser cannot. */
export async function smallerPhoto(photo: Blob): Promise<Blob> {
  try {
    const picture = await createImageBitmap(photo);
    const share = LONGEST / Math.max(picture.width, picture.height);
    const smaller = share < 1 ? await drawn(picture, share) : null;
    picture.close();
    return smaller && smaller.size < photo.size ? smaller : photo;
  } catch {
    return photo;
  }
}

function drawn(picture: ImageBitmap, share: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(picture.width * share);
  canvas.height = Math.round(picture.height * share);
  const context = canvas.getContext('2d');
  if (!context) return Promise.resolve(null);
  // What was transparent is white.
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
}
