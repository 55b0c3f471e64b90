import type { ReactNode } from 'react';

interface ButtonGroupProps {
  id: string;
  title: string;
  /** Buttons that look like a row. */
  children: ReactNode;
}

/** Several things that can be done, none of them the next: a card with a line for each. */
export function ButtonGroup({ id, title, children }: ButtonGroupProps) {
  return (
    <section aria-labelledby={id} className="card grid grid-cols-1 overflow-hidden p-0">
      <h2 id={id} className="px-4 pt-3 pb-1.5 text-m">
        {title}
      </h2>
      <div className="grid grid-cols-1 border-t border-line [&>*+*]:border-t-line!">{children}</div>
    </section>
  );
}
