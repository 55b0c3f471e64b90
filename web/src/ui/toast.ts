// toast('Link copied'): a short message that disappears by itself. Sonner is loaded with the first one.
export type ToastTone = 'plain' | 'good' | 'warn' | 'bad';

export interface ToastOptions {
  /** Milliseconds; 4000 by default. */
  duration?: number;
  tone?: ToastTone;
}

export interface ToastRequest extends ToastOptions {
  message: string;
}

type Show = (request: ToastRequest) => void;

const waiting: ToastRequest[] = [];
let show: Show | null = null;
let loadToaster: (() => void) | null = null;

export function toast(message: string, options: ToastOptions = {}): void {
  const request = { message, ...options };
  if (show) show(request);
  else {
    waiting.push(request);
    loadToaster?.();
  }
}

/** Called once by <Toasts> with the function that loads the toaster. */
export function onFirstToast(load: () => void): void {
  loadToaster = load;
  if (waiting.length > 0) load();
}

/** Called by the toaster once it is rendered: it receives the messages that are waiting, and all later ones. */
export function connectToaster(connected: Show | null): void {
  show = connected;
  if (connected) for (const request of waiting.splice(0)) connected(request);
}
