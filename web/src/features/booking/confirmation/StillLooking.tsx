import { Button, toast } from '@/ui';

const LENGTH = { duration: 1800 };

export function StillLooking() {
  return (
    <section className="card border-warn">
      <h2 className="text-m">Still looking for someone</h2>
      <p className="mt-1 text-s text-muted">Nobody nearby was free in time. You have not been charged.</p>
      <div className="mt-3 grid gap-2.5 sm:grid-cols-2">
        <Button look="quiet" size="small" onClick={() => toast('Searching a wider area…', LENGTH)}>
          Broaden search area
        </Button>
        <Button look="quiet" size="small" onClick={() => toast('Requesting more quotes…', LENGTH)}>
          Request more quotes
        </Button>
      </div>
    </section>
  );
}
