import { MessageCircle } from 'lucide-react';
import type { Booking } from '@/api/types';
import { paths } from '@/shared/paths';
import { ButtonLink } from '@/ui';

/** Opens the chat with the pro, and says how many messages are new. */
export function ChatLink({ booking: { id, readable_name, unread } }: { booking: Booking }) {
  return (
    <ButtonLink
      to={paths.chat(id)}
      look="quiet"
      size="small"
      icon={<MessageCircle aria-hidden="true" className="size-4" />}
    >
      Chat
      {unread ? ` (${unread} new)` : null}
      <span className="sr-only"> about {readable_name}</span>
    </ButtonLink>
  );
}
