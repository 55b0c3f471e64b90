// The frame of the pro area: fetches the profile, then shows the page in it, with live offers over it. The tabs come with activation.
import { useQuery } from '@tanstack/react-query';
import { Award, BookOpen, ClipboardList, House, Radio, UserRound, Wallet } from 'lucide-react';
import { Link, Outlet } from 'react-router';
import { proQuery } from '@/api/pros';
import type { MasterProfile } from '@/api/types';
import { londonWallClock } from '@/shared/london';
import { paths } from '@/shared/paths';
import { serverNow } from '@/shared/session';
import { AreaPage, Avatar, Button, LoadError, Skeleton, useIsDesk } from '@/ui';
import { AccountCorner } from '@/ui/AccountCorner';
import { AreaFrame } from '@/ui/AreaFrame';
import type { AreaLink } from '@/ui/AreaNavigation';
import { LogoMark } from '@/ui/Logo';
import { logOut } from '@/ui/logOut';
import { usePushRenewal } from '@/ui/messages/usePushRenewal';
import { AvailabilityBadge } from './AvailabilityBadge';
import { ChatDrawer } from './chat/ChatDrawer';
import { StreamStateProvider } from './live/StreamState';
import { useMasterNotices } from './live/useMasterNotices';
import { useMasterStream } from './live/useMasterStream';
import { Offers } from './offers/Offers';
import { SharingProvider, usePositionSharing } from './position/usePositionSharing';
import { WaitingNote } from './waiting/WaitingNote';
import { fullName, greeting, nameAndRole } from './words';

/** How often a pro who waits for verification is looked up again, in milliseconds. */
const LOOK_AGAIN = 60_000;

/** At a desk, in the documents' words. */
const links: readonly AreaLink[] = [
  { to: paths.master.home, label: 'Dashboard', Icon: House, end: true },
  { to: paths.master.stream, label: 'Stream', Icon: Radio, end: false },
  { to: paths.master.jobs, label: 'Bookings', Icon: ClipboardList, end: false },
  { to: paths.master.badges, label: 'Badges', Icon: Award, end: false },
  { to: paths.master.training, label: 'Training', Icon: BookOpen, end: false },
  { to: paths.master.payouts, label: 'Payouts', Icon: Wallet, end: false },
  { to: paths.master.profile, label: 'Profile', Icon: UserRound, end: false },
];

/** The bar of a phone has room for five, and for short words; the profile leads to the others. */
const onProfile: readonly string[] = [paths.master.badges, paths.master.training];
const short: Record<string, string> = { [paths.master.home]: 'Home', [paths.master.jobs]: 'Jobs' };
const phoneLinks = links
  .filter(({ to }) => !onProfile.includes(to))
  .map((link) => ({ ...link, label: short[link.to] ?? link.label }));

export function ProLayout() {
  const {
    data: profile,
    isError,
    refetch,
  } = useQuery({
    ...proQuery,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => (state.data?.status === 'waiting' ? LOOK_AGAIN : false),
  });
  const desk = useIsDesk();
  const streamState = useMasterStream(profile);
  useMasterNotices(profile);
  const sharing = usePositionSharing(profile);
  usePushRenewal(profile?.masterId);
  if (profile && profile.status !== 'incomplete')
    return (
      <AreaFrame
        links={desk ? links : phoneLinks}
        {...(!desk && {
          start: (
            <>
              <LogoLink />
              <Who profile={profile} />
            </>
          ),
        })}
        corner={
          <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1">
            {desk && <Who profile={profile} />}
            <AvailabilityBadge profile={profile} />
            {profile.status === 'active' && <ChatDrawer />}
            {desk && (
              <Button size="small" look="plain" onClick={logOut}>
                Log out
              </Button>
            )}
          </div>
        }
      >
        <StreamStateProvider value={streamState}>
          <SharingProvider value={sharing}>
            <WaitingNote />
            <Outlet context={profile} />
          </SharingProvider>
        </StreamStateProvider>
        {profile.status === 'active' && <Offers />}
      </AreaFrame>
    );
  return (
    <AreaFrame links={null} corner={<AccountCorner />}>
      {profile && <Outlet context={profile} />}
      {!profile && isError && (
        <AreaPage title="Your pro account" hasError>
          <LoadError retry={() => void refetch()}>Your profile could not be loaded.</LoadError>
        </AreaPage>
      )}
      {!profile && !isError && <Loading />}
    </AreaFrame>
  );
}

function Loading() {
  return (
    <div className="grid gap-4">
      <Skeleton className="h-10 w-56 max-w-full" label="Loading your profile" />
      <Skeleton className="h-72" />
    </div>
  );
}

/** On a phone there is no room for the name beside it. */
function LogoLink() {
  return (
    <Link
      to={paths.master.home}
      aria-label="Callout, to the home page"
      className="grid size-11 shrink-0 place-items-center rounded-small"
    >
      <LogoMark />
    </Link>
  );
}

/** Greets the pro, and leads to the profile. */
function Who({ profile }: { profile: MasterProfile }) {
  const clock = londonWallClock(serverNow()).slice(11, 16);
  return (
    <Link
      to={paths.master.profile}
      className="flex min-h-11 min-w-0 items-center gap-3 rounded-medium pr-2 hover:underline"
    >
      {/* A phone's width has no room for it beside the logo. */}
      <span className="max-[30rem]:hidden">
        <Avatar name={fullName(profile)} url={profile.avatarUrl} />
      </span>
      <span className="grid min-w-0 leading-tight">
        <span className="text-xs text-muted">{greeting(clock)}</span>{' '}
        <strong className="[overflow-wrap:anywhere]">{nameAndRole(profile)}</strong>
        <span className="sr-only">(your profile)</span>
      </span>
    </Link>
  );
}
