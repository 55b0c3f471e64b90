import { absoluteUrl } from '@/shared/paths';
import { toast } from './toast';

/** Puts the full address of a page on the clipboard, and says so. */
export async function copyLink(path: string | undefined): Promise<void> {
  if (!path) return toast('Link is not available yet');
  try {
    await navigator.clipboard.writeText(absoluteUrl(path));
    toast('Link copied', { tone: 'good' });
  } catch {
    toast('Copy failed', { tone: 'bad' });
  }
}

/** Opens the phone's share sheet if it has one, otherwise copies the link. */
export async function shareLink(path: string | undefined, title: string): Promise<void> {
  if (!path || typeof navigator.share !== 'function') return copyLink(path);
  try {
    await navigator.share({ title, url: absoluteUrl(path) });
  } catch (error) {
    // Closing the share sheet is not a failure.
    if (!(error instanceof DOMException && error.name === 'AbortError')) await copyLink(path);
  }
}
