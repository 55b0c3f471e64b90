/** From 0 to 1: how much of the body has been sent. */
export type OnProgress = (share: number) => void;

/** Like `fetch`, and tells how much has been sent, which browsers tell of XMLHttpRequest alone. */
export function fetchWithProgress(onProgress: OnProgress) {
  return (address: string, init: RequestInit): Promise<Response> =>
    new Promise((answered, failed) => {
      const { method = 'GET', body = null, signal } = init;
      signal?.throwIfAborted();
      const request = new XMLHttpRequest();
      request.open(method, address);
      for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
      request.onload = () => answered(responseOf(request));
      request.onerror = () => failed(new TypeError('The request failed.'));
      request.onabort = () => failed(signal?.reason);
      signal?.addEventListener('abort', () => request.abort());
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
