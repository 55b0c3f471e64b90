// What the service worker makes of a push message.
import { ownPath } from './ownPath';

export interface PushNote {
  title: string;
  body: string;
  /** Where a click leads, always within the app. */
  path: string;
  /** A later notification with the same tag takes its place. */
  tag: string;
}

/** A browser shows something for every push: this, if the message cannot be read. */
const unreadable: PushNote = {
  title: 'Callout',
  body: 'Something has happened. Open Callout to see it.',
  path: '/',
  tag: 'callout',
};

export function pushNoteOf(message: string | undefined): PushNote {
  try {
    const { title, body, path, tag }: Record<string, unknown> = JSON.parse(message ?? '');
    if (typeof title !== 'string' || typeof body !== 'string' || title === '') return unreadable;
    return {
      title,
      body,
      path: ownPath(path) ?? unreadable.path,
      tag: typeof tag === 'string' ? tag : unreadable.tag,
    };
  } catch {
    return unreadable;
  }
}

/** TypeScript does not know `renotify`: a notification that takes another's place is announced as well. */
interface NoteOptions extends NotificationOptions {
  renotify?: boolean;
}

export function optionsOf({ body, path, tag }: PushNote): NoteOptions {
  // Without a tag browsers do not allow it.
  return { body, tag, ...(tag && { renotify: true }), icon: '/icons/icon-192.png', data: { path } };
}
