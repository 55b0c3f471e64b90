// XMLHttpRequest for component tests, answered by the fake server (fakeApi).
import { vi } from 'vitest';

export function fakeXhr() {
  const sent: FakeXhr[] = [];

  class FakeXhr {
    onload: (() => void) | null = null;
    onerror: (() => void) | null = null;
    onabort: (() => void) | null = null;
    onloadend: (() => void) | null = null;
    upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null } = {
      onprogress: null,
    };
    status = 0;
    responseText = '';
    private answer = new Headers();
    private address = '';
    private init: RequestInit & { headers: Record<string, string> } = { headers: {} };

    open(method: string, address: string) {
      this.address = address;
      this.init.method = method;
    }

    setRequestHeader(name: string, value: string) {
      this.init.headers[name] = value;
    }

    getAllResponseHeaders() {
      return [...this.answer].map(([name, value]) => `${name}: ${value}\r\n`).join('');
    }

    abort() {
      this.onabort?.();
      this.onloadend?.();
    }

    send(body: BodyInit | null) {
      sent.push(this);
      fetch(this.address, { ...this.init, body }).then(
        async (response) => {
          this.status = response.status;
          this.answer = response.headers;
          this.responseText = await response.text();
          this.onload?.();
          this.onloadend?.();
        },
        () => {
          this.onerror?.();
          this.onloadend?.();
        },
      );
    }
  }

  vi.stubGlobal('XMLHttpRequest', FakeXhr);
  return {
    /** That much of the newest request has been sent. */
    progress: (loaded: number, total: number) => sent.at(-1)?.upload.onprogress?.({ loaded, total }),
    abort: () => sent.at(-1)?.abort(),
  };
}
