import type { ReactNode } from 'react';

export interface SectionProps {
  title: string;
  /** The heading's id begins with it. */
  id: string;
  children: ReactNode;
}

/** A part of a page, with its heading, which takes the focus when what had it goes (useFocusHandedTo). */
export function Section({ title, id, children }: SectionProps) {
  return (
    <section aria-labelledby={`${id}-title`} className="grid grid-cols-1 gap-3">
      <h2 id={`${id}-title`} tabIndex={-1} className="text-l">
        {title}
      </h2>
      {children}
    </section>
  );
}
