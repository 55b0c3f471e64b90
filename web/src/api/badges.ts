// What a pro has shown, and what there is to show.
import { queryOptions } from '@tanstack/react-query';
import { call } from './client';
import { keys } from './keys';
import type { components } from './schema';

type Schemas = components['schemas'];

/** A newer server may know more icons. */
export type EarnableBadge = Schemas['Badge'];

/** Everybody's once they are activated; their own before that, too. */
export const badgesQuery = (masterId: string) =>
  queryOptions({
    queryKey: keys.pro.badges.of(masterId),
    queryFn: async ({ signal }) => {
      const path = `/masters/${encodeURIComponent(masterId)}/badges`;
      const { items } = await call<Schemas['BadgeList']>(path, { as: 'person', signal });
      return items;
    },
  });
