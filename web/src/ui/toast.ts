// toast('Link copied'): a short message that goes away by itself. Sonner is fetched with the first one.
export type ToastTone = 'plain' | 'good' | 'bad';

export interface ToastOptions {
  /** Milliseconds; 4000 unless told (first document, section 9). */
  duration?: number;
  tone?: ToastTone;
}

export interface ToastRequest extends ToastOptions {
  message: string;
}

type Show = (request: ToastRequest) => void;

const waiting: ToastRequest[] = [];
let show: Show | null = null;
let summon: (() => void) | null = null;

export function toast(message: string, options: ToastOptions = {}): void {
  const request = { message, ...options };
  if (show) show(request);
  else {
    waiting.push(request);
    summon?.();
  }
}

/** Called once by <Toasts>: how to fetch the part that draws toasts. */
export function onFirstToast(fetchToaster: () => void): void {
  summon = fetchToaster;
  if (waiting.length > 0) fetchToaster();
}

/** Called by the drawn toaster: from now on, and what waited so far. */
export function connectToaster(connected: Show | null): void {
  show = connected;
  if (connected) for (const request of waiting.splice(0)) connected(request);
}
