import { Banner } from '@/ui';

/** Right above the button that met it. Always there, so that a screen reader hears what appears in it. */
export function Problem({ text }: { text: string | null }) {
  return (
    <div role="alert" className="empty:hidden">
      {text && <Banner tone="bad">{text}</Banner>}
    </div>
  );
}
