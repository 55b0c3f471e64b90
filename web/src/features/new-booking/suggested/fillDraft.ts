// A draft from what a pro suggests.
import type { OpenedInvitation } from '@/api/newWork';
import { resetDraft, updateDraft } from '../draft';

/** What the pro is called; those who are gone have no name. */
export function nameOf(pro: OpenedInvitation['pro']): string {
  return pro?.name ?? 'Your pro';
}

export function fillDraft(token: string, { invitation, pro, district, address }: OpenedInvitation): void {
  resetDraft();
  updateDraft({
    description: invitation.text,
    problemTypeToUse: invitation.problemType,
    postcodePrefix: district ?? '',
    urgency: 'SCHEDULED',
    invitation: { token, pro: nameOf(pro) },
    ...(address && { address, addressToConfirm: true }),
  });
}
