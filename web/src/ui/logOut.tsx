// Logging out, which asks first while something waits that would be lost.
import { logOut as logOutAtOnce } from '@/api/logOut';
import { createStore } from '@/shared/createStore';
import { useWaitingItems, waitingItems } from '@/shared/outbox/items';
import { notSentText } from '@/shared/outbox/words';
import { onPersonChange } from '@/shared/session';
import { Button } from './Button';
import { Dialog } from './Dialog';

let isAsked = false;
const asked = createStore(() => isAsked);

function ask(next: boolean): void {
  isAsked = next;
  asked.changed();
}

// Another tab may have logged out, or the session ended: it is not this person's to decide any more.
onPersonChange(() => ask(false));

export function logOut(): void {
  if (waitingItems().length > 0) ask(true);
  else logOutAtOnce();
}

/** Stands once, around every screen. */
export function LogOutDialog() {
  const items = useWaitingItems();
  return (
    <Dialog
      open={asked.use()}
      onOpenChange={ask}
      title={items.length > 0 ? notSentText(items) : 'Log out?'}
      description={
        items.length > 0
          ? 'They wait on this device for a connection. Logging out deletes them, and nobody gets them.'
          : 'Everything has been sent.'
      }
      actions={
        <>
          <Button onClick={() => ask(false)}>Stay logged in</Button>
          <Button
            look="danger"
            onClick={() => {
              ask(false);
              logOutAtOnce();
            }}
          >
            Log out
          </Button>
        </>
      }
    />
  );
}
