import { MessageCircle } from 'lucide-react';
import { Badge } from '../Badge';

/** How many messages of a chat were not read; nothing while there are none. */
export function UnreadBadge({ unread }: { unread: number | undefined }) {
  if (!unread) return null;
  return (
    <Badge tone="action" icon={<MessageCircle aria-hidden="true" className="size-4" />}>
      {unread === 1 ? '1 new message' : `${unread} new messages`}
    </Badge>
  );
}
