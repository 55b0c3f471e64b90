import { Banner } from '@/ui';
import { updateDraft, useDraft } from './store';

/** Says that a draft is for one pro alone, and lets the client ask everybody instead. */
export function InvitedNotice() {
  const { invitation } = useDraft();
  if (!invitation) return null;
  return (
    <Banner
      tone="action"
      actions={
        <button type="button" className="link py-2" onClick={() => updateDraft({ invitation: undefined })}>
          Ask any pro instead
        </button>
      }
    >
      Only {invitation.pro} is asked, who suggested this. They have 24 hours to take it, or it ends free.
    </Banner>
  );
}
