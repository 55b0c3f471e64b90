import { createContext, use } from 'react';
import type { StreamState } from '@/shared/eventStream';

const StreamContext = createContext<StreamState | null>(null);

export const StreamStateProvider = StreamContext.Provider;

/** The state of the pro's stream; null while none is open. */
export function useStreamState(): StreamState | null {
  return use(StreamContext);
}
