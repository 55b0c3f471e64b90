// /client/profile: contact details, ways to sign in, messages, marketing consent, and one's own data.
import { useQuery } from '@tanstack/react-query';
import { requestCode, setPassword, signOutOthers } from '@/api/accounts';
import { profileQuery } from '@/api/me';
import { AreaPage, LoadError, Skeleton } from '@/ui';
import { MessageSettings } from '@/ui/messages/MessageSettings';
import { Section } from '@/ui/Section';
import { WaysIn } from '@/ui/ways-in/WaysIn';
import { Consent } from './Consent';
import { Contacts } from './Contacts';
import { MyData } from './MyData';
import { passwordContact } from './ownCode';
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
            <WaysIn
              contact={passwordContact(profile)}
              request={requestCode}
              setPassword={setPassword}
              signOutOthers={signOutOthers}
            />
          </Section>
          <Section title="Messages" id="messages">
            <MessageSettings reader="clients" />
          </Section>
          <Section title="News and offers" id="consent">
            <Consent profile={profile} />
          </Section>
          <Section title="Your data" id="data">
            <MyData profile={profile} />
          </Section>
        </div>
      </AreaPage>
    );
  return (
    <AreaPage title="Profile" hasError={isError}>
      {isError ? (
        <LoadError retry={() => void refetch()}>Your profile could not be loaded.</LoadError>
      ) : (
        <Skeleton className="h-96" label="Loading your profile" />
      )}
    </AreaPage>
  );
}
