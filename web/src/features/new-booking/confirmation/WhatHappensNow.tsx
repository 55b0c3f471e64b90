import type { Booking } from '@/api/types';
import type { MatchStatus } from './matchStatus';
import { whatHappens } from './whatHappens';

export function WhatHappensNow({ booking, match }: { booking: Booking; match: MatchStatus }) {
  const lines = whatHappens(booking, match);
  if (lines.length === 0) return null;
  return (
    <section aria-labelledby="what-happens" className="card grid gap-3">
      <h2 id="what-happens" className="text-m">
        What happens now
      </h2>
      <ol className="grid gap-2.5">
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place
          <li key={index} className="flex items-start gap-3">
            <span
              aria-hidden="true"
              className="num grid size-[1.625rem] shrink-0 place-items-center rounded-full border-[3px] border-copper-line text-xs leading-none font-[700]"
            >
              {index + 1}
            </span>
            <span className="num min-w-0 [overflow-wrap:anywhere]">{line}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
