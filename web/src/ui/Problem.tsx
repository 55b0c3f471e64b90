import { Banner } from './Banner';

export interface ProblemProps {
  text: string | null;
  /** For the aria-describedby of the field it is about. */
  id?: string;
}

/** An error right above the button that caused it, in a column with a gap of 4. Always rendered, so that screen readers announce its text when
 *  it appears. */
export function Problem({ text, id }: ProblemProps) {
  return (
    <div role="alert" id={id} className="empty:-mt-4">
      {text && <Banner tone="bad">{text}</Banner>}
    </div>
  );
}
