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
        ? `An emergency is for whoever is nearest. To ask only ${invitation.pro}, choose another time.`
        : `Only ${invitation.pro}, who suggested this, is asked. If they don't take it within 24 hours, it is cancelled and you pay nothing.`}
    </Banner>
  );
}
