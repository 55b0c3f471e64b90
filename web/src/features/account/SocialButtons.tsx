import { Button } from '@/ui';

/** Placeholders for signing in with Google and the like, marked as not available yet. */
export function SocialButtons() {
  return (
    <div className="grid gap-3">
      <p className="flex items-center gap-3 text-s text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      <div className="grid grid-cols-2 gap-2.5">
        {['Google', 'Apple'].map((name) => (
          <Button key={name} look="quiet" disabled className="leading-snug">
            {name}
            <span className="block text-xs font-normal">Coming soon</span>
          </Button>
        ))}
      </div>
    </div>
  );
}
