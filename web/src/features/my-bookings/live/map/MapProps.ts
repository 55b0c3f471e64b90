import type { District } from '@/api/districts';
import type { Place } from './geometry';

/** What either map shows. */
export interface MapProps {
  job: Place | undefined;
  pro: Place | undefined;
  district: District | undefined;
  /** This map cannot be shown. */
  onFail: () => void;
}

/** Of the line between job and pro. */
export const line = { weight: 3, opacity: 0.7 };
