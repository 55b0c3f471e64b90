import type { MatchingProgress } from '@/api/types';
import { untilText } from '@/shared/until';

/** How far the search has come. */
export function MatchingLine({ matching }: { matching: MatchingProgress | undefined }) {
  return <p className="num mt-1 min-h-6 text-s text-muted">{matching && sentenceOf(matching)}</p>;
}

/** "We've asked 8 pros within 15 km. Until 10:31." While nobody is there to be asked, no wave goes out, and there is no radius. */
function sentenceOf({ asked, radiusKm, until, onlyAsked }: MatchingProgress): string {
  const end = untilText(until);
  if (onlyAsked)
    return `Only ${onlyAsked}, who suggested it, is asked. If they don't take it by ${end}, it is cancelled and you pay nothing.`;
  if (asked === 0) return `There's no pro nearby to ask yet. We keep looking until ${end}.`;
  return `We've asked ${asked} ${asked === 1 ? 'pro' : 'pros'} within ${radiusKm} km. Until ${end}.`;
}
