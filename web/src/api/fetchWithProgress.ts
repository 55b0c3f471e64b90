/** From 0 to 1: how much of the body has been sent. */
export type OnProgress = (share: number) => void;

/** A slow line may take as long as this for a file, in milliseconds, while something is still being sent. */
export const LONGEST_UPLOAD = 15 * 60_000;

/** After so many milliseconds without progress, or without an answer to what was sent, the request counts as lost. */
const STILL = 30_000;

/** Like `fetch`, and tells how much has been sent, which browsers tell of XMLHttpRequest alone. Fails once nothing moves any more. */
export function fetchWithProgress(onProgress: OnProgress) {
  return (address: string, init: RequestInit): Promise<Response> =>
    new Promise((answered, failed) => {
      const { method = 'GET', body = null, signal } = init;
      signal?.throwIfAborted();
      const request = new XMLHttpRequest();
      request.open(method, address);
      for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value);
      let timer: ReturnType<typeof setTimeout> | undefined;
      const moved = () => {
        clearTimeout(timer);
        timer = setTimeout(() => request.abort(), STILL);
      };
      request.upload.onprogress = ({ loaded, total }) => {
        moved();
        onProgress(total > 0 ? loaded / total : 0);
      };
      request.onload = () => answered(responseOf(request));
      request.onerror = () => failed(new TypeError('The request failed.'));
      request.onabort = () => failed(signal?.aborted ? signal.reason : new TypeError('Nothing moved.'));
      request.onloadend = () => clearTimeout(timer);
      signal?.addEventListener('abort', () => request.abort());
      moved();
      request.send(body as XMLHttpRequestBodyInit | null);
    });
}

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().split('\r\n')) {
    const [name, ...value] = line.split(':');
    if (name && value.length > 0) headers.append(name, value.join(':').trim());
  }
  // A Response of these statuses cannot have a body, not even an empty one.
  const hasBody = ![204, 205, 304].includes(request.status);
  return new Response(hasBody ? request.responseText : null, { status: request.status, headers });
}
