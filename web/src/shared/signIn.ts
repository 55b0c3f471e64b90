// Lets any screen open the sign-in popup: askToSignIn({ identifier }) resolves to true once somebody has signed in and to false if the popup
// was closed. The app renders the popup (app/SignInPopup) and loads its code when it is first asked for.
import { useEffect } from 'react';
import { createStore } from './createStore';

export interface SignInRequest {
  /** An email or UK mobile to prefill. */
  identifier?: string | undefined;
}

export interface AskedSignIn extends SignInRequest {
  /** Closes the popup and resolves the promise of whoever asked. */
  settle: (signedIn: boolean) => void;
}

let asked: AskedSignIn | null = null;
const store = createStore(() => asked);

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
  store.changed();
}

let waysShown = 0;
const ways = createStore(() => waysShown);

/** While it is mounted, the page itself says how to sign in, so nothing above it does. */
export function useOwnSignIn(): void {
  useEffect(() => {
    waysShown += 1;
    ways.changed();
    return () => {
      waysShown -= 1;
      ways.changed();
    };
  }, []);
}

/** How many parts of the page say how to sign in. */
export const useWaysShown = ways.use;

/** The sign-in request that is waiting for an answer. */
export const useAskedSignIn = store.use;
