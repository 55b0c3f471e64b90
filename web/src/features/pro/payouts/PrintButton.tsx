import { Printer } from 'lucide-react';
import { Button } from '@/ui';

/** Prints the page; not on paper itself. */
export function PrintButton() {
  return (
    <Button
      look="quiet"
      size="small"
      className="print:hidden"
      icon={<Printer aria-hidden="true" className="size-4" />}
      onClick={() => window.print()}
    >
      Print
    </Button>
  );
}
