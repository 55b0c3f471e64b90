import { pushKey, subscribeToPush, unsubscribeFromPush } from '@/api/messages';
import type { PushServer } from '@/shared/browserPush';

/** The server, as this browser's notifications need it. */
export const pushServer: PushServer = {
  key: pushKey,
  subscribe: subscribeToPush,
  unsubscribe: unsubscribeFromPush,
};
