import { Banner } from '@/ui';
import { updateDraft, useDraft } from './store';

/** Says that a draft is for one pro alone, and lets the client ask everybody instead. */
export function InvitedNotice() {
  const { invitation, urgency } = useDraft();
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
      {urgency === 'EMERGENCY'
        ? `An emergency is for whoever is nearest. ${invitation.pro} alone can only be asked for another time.`
        : `Only ${invitation.pro} is asked, who suggested this. They have 24 hours to take it, or it ends free.`}
    </Banner>
  );
}
