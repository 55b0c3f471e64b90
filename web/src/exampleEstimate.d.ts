declare module 'virtual:example-estimate' {
  import type { Estimate } from '@/api/types';

  /** The landing page's example, priced at build time with the built-in price book (exampleEstimate.ts). */
  export const example: {
    text: string;
    postcode: string;
    estimate: Pick<Estimate, 'base_min' | 'base_max' | 'breakdown' | 'book_version'>;
  };

  /** Of the built-in price book: each trade with the names of its jobs, and the regions with a price of their own, such as 'London +12%'. */
  export const offer: {
    trades: readonly { trade: string; jobs: readonly string[] }[];
    regions: readonly string[];
  };
}
