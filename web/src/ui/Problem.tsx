import { Banner } from './Banner';

export interface ProblemProps {
  text: string | null;
  /** For the field it is about: its aria-describedby. */
  id?: string;
}

/** Right above the button that met it, in a column with a gap of 4. Always there, so that a screen reader hears what appears in it. */
export function Problem({ text, id }: ProblemProps) {
  return (
    <div role="alert" id={id} className="empty:-mt-4">
      {text && <Banner tone="bad">{text}</Banner>}
    </div>
  );
}
