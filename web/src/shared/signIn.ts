// The sign-in popup, asked for from anywhere: askToSignIn({ identifier }) answers true once somebody has signed in and false when the popup
// was closed. It is drawn by the app (app/SignInPopup), its code fetched when it is first asked for.
import { useSyncExternalStore } from 'react';

export interface SignInRequest {
  /** An email or UK mobile to begin with. */
  identifier?: string | undefined;
}

export interface AskedSignIn extends SignInRequest {
  /** Closes the popup and answers whoever asked. */
  settle: (signedIn: boolean) => void;
}

let asked: AskedSignIn | null = null;
const listeners = new Set<() => void>();

export function askToSignIn(request: SignInRequest = {}): Promise<boolean> {
  asked?.settle(false);
  return new Promise((answer) => {
    const own: AskedSignIn = {
      ...request,
      settle: (signedIn) => {
        if (asked === own) show(null);
        answer(signedIn);
      },
    };
    show(own);
  });
}

function show(next: AskedSignIn | null): void {
  asked = next;
  for (const listener of listeners) listener();
}

/** The request that waits for an answer. */
export function useAskedSignIn(): AskedSignIn | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => asked,
  );
}
