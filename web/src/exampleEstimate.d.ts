declare module 'virtual:example-estimate' {
  import type { Estimate } from '@/api/types';

  /** What the landing page shows, priced at build time by the module's own book (exampleEstimate.ts). */
  export const example: {
    text: string;
    postcode: string;
    estimate: Pick<Estimate, 'base_min' | 'base_max' | 'breakdown' | 'book_version'>;
  };
}
