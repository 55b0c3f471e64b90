import {
  Award,
  BadgeCheck,
  BookOpenCheck,
  Flame,
  type LucideIcon,
  Medal,
  ShieldCheck,
  Star,
  Trophy,
  Wrench,
} from 'lucide-react';

const icons = new Map<string, LucideIcon>([
  ['verified', BadgeCheck],
  ['insured', ShieldCheck],
  ['gas_safe', Flame],
  ['first_job', Wrench],
  ['ten_jobs', Medal],
  ['fifty_jobs', Trophy],
  ['top_rated', Star],
  ['all_training', BookOpenCheck],
]);

/** By the server's name for it; one that only a newer server knows is a badge like any other. */
export function badgeIcon(name: string): LucideIcon {
  return icons.get(name) ?? Award;
}
