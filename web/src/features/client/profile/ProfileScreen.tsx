// /client/profile: contact details, ways to sign in, messages, marketing consent, and one's own data.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { profileQuery } from '@/api/me';
import { AreaPage, Banner, Button, Skeleton } from '@/ui';
import { MessageSettings } from '@/ui/messages/MessageSettings';
import { Consent } from './Consent';
import { Contacts } from './Contacts';
import { MyData } from './MyData';
import { ProfileDetails } from './ProfileDetails';

export function Component() {
  const { data: profile, isError, refetch } = useQuery(profileQuery);
  if (profile)
    return (
      <AreaPage title="Profile">
        <div className="grid gap-8">
          <Section title="Your details" id="details">
            <ProfileDetails profile={profile} />
          </Section>
          <Section title="Signing in" id="contacts">
            <Contacts profile={profile} />
          </Section>
          <Section title="Messages" id="messages">
            <MessageSettings reader="clients" />
          </Section>
          <Section title="News and offers" id="consent">
            <Consent profile={profile} />
          </Section>
          <Section title="Your data" id="data">
            <MyData />
          </Section>
        </div>
      </AreaPage>
    );
  return (
    <AreaPage title="Profile" hasError={isError}>
      {isError ? (
        <Banner
          tone="bad"
          role="alert"
          actions={
            <Button size="small" look="quiet" onClick={() => void refetch()}>
              Retry
            </Button>
          }
        >
          Your profile could not be loaded.
        </Banner>
      ) : (
        <Skeleton className="h-96" label="Loading your profile" />
      )}
    </AreaPage>
  );
}

function Section({ title, id, children }: { title: string; id: string; children: ReactNode }) {
  return (
    <section aria-labelledby={`${id}-title`} className="grid gap-3">
      <h2 id={`${id}-title`} className="text-l">
        {title}
      </h2>
      {children}
    </section>
  );
}
