// /master/hours: when and for what the pro works, times away, clients they do not work for, and their own calendar.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hoursQuery } from '@/api/hours';
import { paths } from '@/shared/paths';
import { AreaPage, LoadError, Skeleton } from '@/ui';
import { Section } from '@/ui/Section';
import { BlockedClients } from './BlockedClients';
import { CalendarSection } from './CalendarSection';
import { HoursForm } from './HoursForm';
import { TimesAway } from './TimesAway';

export function HoursScreen() {
  const { data, dataUpdatedAt, isError, refetch } = useQuery({ ...hoursQuery, staleTime: 0 });
  const [openedAt] = useState(Date.now);
  // The form begins with what it is given, and saves all of it: older hours would replace those that were changed on another device.
  const hours = dataUpdatedAt < openedAt ? undefined : data;
  return (
    <AreaPage title="Working hours" back={{ to: paths.master.profile, label: 'Profile' }}>
      <div className="grid max-w-[36rem] grid-cols-1 gap-6">
        {!hours && isError && (
          <LoadError retry={() => void refetch()}>Your working hours could not be loaded.</LoadError>
        )}
        {!hours && !isError && <Loading />}
        {hours && (
          <>
            <HoursForm hours={hours} />
            <Section title="Days off and blocked times" id="away">
              <TimesAway times={hours.timesAway} />
            </Section>
            <Section title="Blocked clients" id="blocked">
              <BlockedClients clients={hours.blockedClients} />
            </Section>
            <Section title="Your own calendar" id="calendar">
              <CalendarSection />
            </Section>
          </>
        )}
      </div>
    </AreaPage>
  );
}

function Loading() {
  return (
    <>
      <Skeleton className="h-96" label="Loading your working hours" />
      <Skeleton className="h-32" />
      <Skeleton className="h-24" />
    </>
  );
}
