import { absoluteUrl, paths } from '@/shared/paths';
import { toast } from '@/ui';
import type { ConfirmationView } from './view';

/** The read-only link to the live status; null if there is no booking or no token. */
export function liveLink({ bookingId, shareToken }: ConfirmationView): string | null {
  return bookingId && shareToken ? absoluteUrl(paths.booking.shared(bookingId, shareToken)) : null;
}

export async function copyLiveLink(view: ConfirmationView): Promise<void> {
  const link = liveLink(view);
  if (!link) return toast('Link is not available yet');
  try {
    await navigator.clipboard.writeText(link);
    toast('Link copied', { tone: 'good' });
  } catch {
    toast('Copy failed', { tone: 'bad' });
  }
}

/** Opens the phone's share sheet if it has one, otherwise copies the link. */
export async function shareLiveStatus(view: ConfirmationView): Promise<void> {
  const link = liveLink(view);
  if (!link || typeof navigator.share !== 'function') return copyLiveLink(view);
  try {
    await navigator.share({ title: `Callout: ${view.issue}`, url: link });
  } catch (error) {
    // Closing the share sheet is not a failure.
    if (!(error instanceof DOMException && error.name === 'AbortError')) await copyLiveLink(view);
  }
}
