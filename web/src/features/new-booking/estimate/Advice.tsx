// What accompanies an estimate: a hint box (what was understood, alternatives, tips) and frequently asked questions.
import { Lightbulb, Plus, Sparkles } from 'lucide-react';
import type { Estimate } from '@/api/types';
import { jobsByTrade } from '@/shared/eachTrade';
import { Chip, ChipRow } from '@/ui';
import { asksForEach } from './pricing';
import { withArticle, workerFor } from './trade';

const QUESTION = 'Or is it one of these?';

export interface HintBoxProps {
  estimate: Estimate;
  onChoose: (code: string) => void;
}

export function HintBox({ estimate, onChoose }: HintBoxProps) {
  return (
    <section aria-label="Hints" className="grid gap-3 rounded-large bg-sunk p-4">
      <p className="flex items-start gap-2 text-s" role="status">
        <Sparkles aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-copper" />
        <span>
          {estimate.out_of_scope ? (
            'This doesn’t look like a job our trades do.'
          ) : estimate.mode === 'none' ? (
            'Not sure yet what this is. A few more words help: what, where, since when.'
          ) : (
            <Understood estimate={estimate} />
          )}
        </span>
      </p>
      {!asksForEach(estimate) && <Alternatives estimate={estimate} onChoose={onChoose} />}
      {!estimate.out_of_scope && <Tips tips={estimate.quick_tips} />}
    </section>
  );
}

function Understood({ estimate }: { estimate: Estimate }) {
  if (asksForEach(estimate)) {
    const trades = jobsByTrade(estimate.explanation).map(({ trade }) => withArticle(trade));
    return <>Sounds like jobs for {trades.join(' and ')}.</>;
  }
  return (
    <>
      Sounds like <b className="font-[650]">{estimate.readable_name}</b>, a job for {workerFor(estimate)}.
    </>
  );
}

/** What else the job may be. A tap prices it as that type instead. */
export function Alternatives({ estimate, onChoose }: HintBoxProps) {
  if (estimate.alternatives.length === 0) return null;
  return (
    <div className="grid gap-2">
      <p className="text-s font-[650]">{QUESTION}</p>
      <ChipRow label={QUESTION}>
        {estimate.alternatives.map((other) => (
          <Chip key={other.code} onClick={() => onChoose(other.code)}>
            {other.name}
          </Chip>
        ))}
      </ChipRow>
    </div>
  );
}

export function Tips({ tips }: { tips: readonly string[] }) {
  if (tips.length === 0) return null;
  return (
    <ul className="grid gap-1.5 text-s text-muted" aria-label="Tips">
      {tips.map((tip) => (
        <li key={tip} className="flex items-start gap-2">
          <Lightbulb aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span>{tip}</span>
        </li>
      ))}
    </ul>
  );
}

export function Faq({ faq }: { faq: Estimate['faq'] }) {
  if (faq.length === 0) return null;
  return (
    <section aria-labelledby="faq-title">
      <h2 id="faq-title" className="mb-1 text-s font-[650] tracking-normal">
        Good to know
      </h2>
      <div className="divide-y divide-line border-y border-line">
        {faq.map((item) => (
          <details key={item.question} className="group">
            <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 py-2 text-s font-[550] [&::-webkit-details-marker]:hidden">
              {item.question}
              <Plus
                aria-hidden="true"
                className="size-4 shrink-0 text-muted transition-transform group-open:rotate-45"
              />
            </summary>
            <p className="pb-3 text-s text-muted">{item.answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
