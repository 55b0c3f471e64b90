import type { ReactNode } from 'react';

/** A section of a plain page; `id` makes it something to link to. */
export function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="mb-8 scroll-mt-6">
      <h2 id={`${id}-title`} className="mb-2 text-xl">
        {title}
      </h2>
      <div className="grid gap-3 [&_ul]:grid [&_ul]:list-disc [&_ul]:gap-1.5 [&_ul]:pl-6">{children}</div>
    </section>
  );
}
