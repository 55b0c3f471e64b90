import type { Skill } from '@/api/types';

/** What the trades are called. */
export const skillTitles: Record<Skill, string> = {
  plumber: 'Plumber',
  electrician: 'Electrician',
  handyman: 'Handyman',
  builder: 'Builder',
};
