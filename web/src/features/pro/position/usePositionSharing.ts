import { useInfiniteQuery } from '@tanstack/react-query';
import { createContext, use, useEffect } from 'react';
import type { MasterProfile } from '@/api/types';
import { factsOf } from '@/shared/bookingStatus';
import { jobsQuery } from '../jobs/jobs';
import { followPosition } from './follow';
import { type Permission, usePermission } from './usePermission';

export interface PositionSharing {
  permission: Permission;
  /** Asks the person, by way of the browser. */
  ask: () => void;
}

/** Sends the pro's position while they are online and the browser allows it: closely as soon as they are on the way to a job. */
export function usePositionSharing(profile: MasterProfile | undefined): PositionSharing {
  const { permission, ask } = usePermission();
  const isActive = profile?.status === 'active';
  const { data: jobs, isFetched } = useInfiniteQuery({ ...jobsQuery('active'), enabled: isActive });
  const isOnTheWay =
    jobs?.pages.some(({ items }) => items.some(({ status }) => factsOf(status).phase === 'on_the_way')) ??
    false;
  // Not before the pace is known.
  const isWanted = isFetched && isActive && (profile.isActive || isOnTheWay) && permission === 'granted';
  const pace = isOnTheWay ? 'closely' : 'loosely';
  useEffect(() => {
    if (isWanted) return followPosition(pace);
  }, [isWanted, pace]);
  return { permission, ask };
}

const SharingContext = createContext<PositionSharing>({ permission: 'impossible', ask: () => undefined });

export const SharingProvider = SharingContext.Provider;

export function useSharing(): PositionSharing {
  return use(SharingContext);
}
