// /master/profile: what clients and the platform know of the pro, each part with a link to change it, the ways to badges and training, what
// clients say, and which messages the pro gets.
import { useQuery } from '@tanstack/react-query';
import { Award, BookOpen, CalendarClock, ChevronRight, LogOut, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { publicProQuery, requestOwnCode, setOwnPassword, signOutOthers } from '@/api/pros';
import type { MasterProfile, PublicMaster } from '@/api/types';
import { paths } from '@/shared/paths';
import { AreaPage, Badge, Button, DocketRow, Skeleton, useIsDesk } from '@/ui';
import { logOut } from '@/ui/logOut';
import { MessageSettings } from '@/ui/messages/MessageSettings';
import { Section } from '@/ui/Section';
import { WaysIn } from '@/ui/ways-in/WaysIn';
import { EarnedBadges } from '../badges/EarnedBadges';
import { HelpLink } from '../HelpLink';
import { SoundSwitch } from '../live/SoundSwitch';
import { steps } from '../onboarding/steps';
import { OwnReviews } from '../reviews/OwnReviews';
import { usePro } from '../usePro';
import { formatMiles, fullName, milesOf, skills } from '../words';
import { Company } from './Company';
import { Edit } from './Edit';
import { MyData } from './MyData';
import { Passkeys } from './Passkeys';
import { PictureUpload } from './PictureUpload';

/** How many skills stand beside the name; the others are counted. */
const SHOWN_SKILLS = 4;

/** The steps whose forms can be opened again; a proved email stays. */
const changeable = ['basics', 'area', 'skills', 'documents'] as const;

export function ProfileScreen() {
  const profile = usePro();
  const desk = useIsDesk();
  return (
    <AreaPage title="Profile">
      <div className="grid max-w-[36rem] grid-cols-1 gap-6">
        <Card profile={profile} />
        {/* On a phone the only ways there. */}
        <div className="grid grid-cols-1 gap-3">
          <Way to={paths.master.hours} Icon={CalendarClock} label="Working hours" />
          <Way to={paths.master.badges} Icon={Award} label="Your badges" />
          <Way to={paths.master.training} Icon={BookOpen} label="Training" />
        </div>
        <Section title="Reviews" id="reviews">
          <OwnReviews masterId={profile.masterId} />
        </Section>
        <Section title="Your details" id="details">
          <ul className="card grid grid-cols-1 p-0">
            {changeable.map((step) => (
              <Row key={step} title={steps[step].title} edit={paths.master.step(step)}>
                {steps[step].entered(profile) ?? 'Not done yet'}
              </Row>
            ))}
            <Row title="Email">{profile.email}</Row>
          </ul>
        </Section>
        {profile.accountType === 'company' && (
          <Section title="Company" id="company">
            <Company profile={profile} />
          </Section>
        )}
        <Section title="Signing in" id="ways-in">
          <WaysIn
            contact={{ email: profile.email }}
            request={requestOwnCode}
            setPassword={setOwnPassword}
            signOutOthers={signOutOthers}
            also="Your calendar link ends, too. Passkeys stay: remove below what you don’t know."
          />
        </Section>
        <Section title="Messages" id="messages">
          <MessageSettings reader="masters">
            <SoundSwitch />
          </MessageSettings>
        </Section>
        <Section title="Passkeys" id="passkeys">
          <Passkeys />
        </Section>
        <Section title="Your data" id="data">
          <MyData email={profile.email} />
        </Section>
        <HelpLink />
        {/* At a desk it is in the header. */}
        {!desk && (
          <Button
            look="quiet"
            icon={<LogOut aria-hidden="true" className="size-4" />}
            onClick={logOut}
            className="sm:w-auto sm:justify-self-start"
          >
            Log out
          </Button>
        )}
      </div>
    </AreaPage>
  );
}

function Card({ profile }: { profile: MasterProfile }) {
  const { area, skills: own, isActive, masterId } = profile;
  const { data: known, isLoading } = useQuery(publicProQuery(masterId));
  const waiting = isLoading && <Skeleton className="ml-auto h-5 w-24" />;
  const name = fullName(profile);
  const more = own.length - SHOWN_SKILLS;
  return (
    <section aria-label="You" className="card grid grid-cols-1 gap-4 p-4">
      <PictureUpload which="avatar" label="Photo" name={name} url={profile.avatarUrl}>
        <h2 dir="auto" className="text-l [overflow-wrap:anywhere]">
          {name}
        </h2>
        <EarnedBadges profile={profile} />
      </PictureUpload>
      <ul aria-label="Skills" className="flex flex-wrap gap-2">
        {own.slice(0, SHOWN_SKILLS).map((skill) => (
          <li key={skill}>
            <Badge tone="action">{skills[skill].name}</Badge>
          </li>
        ))}
        {more > 0 && (
          <li>
            <Badge>+{more}</Badge>
          </li>
        )}
      </ul>
      <dl className="grid gap-1">
        <DocketRow
          name="Service area"
          value={area && `${formatMiles(milesOf(area.radiusKm))} around ${area.basePostcode}`}
        />
        <DocketRow name="Availability" value={isActive ? 'Online' : 'Offline'} />
        <DocketRow name="Rating" value={known ? ratingOf(known) : waiting} />
        <DocketRow name="Jobs done" value={known ? String(known.jobsDone) : waiting} />
      </dl>
      <Link
        to={paths.pro(masterId)}
        className="link inline-flex min-h-11 items-center justify-self-start text-s"
      >
        See your public page
      </Link>
    </section>
  );
}

/** '4.9 from 27 reviews' */
function ratingOf({ rating, reviewCount }: PublicMaster): string {
  if (rating === undefined) return `Shown from 3 reviews on (${reviewCount} so far)`;
  return `${rating.toFixed(1)} from ${reviewCount} reviews`;
}

function Way({ to, Icon, label }: { to: string; Icon: LucideIcon; label: string }) {
  return (
    <Link to={to} className="card flex min-h-14 items-center gap-3 px-4 py-3 font-[650] hover:bg-sunk">
      <Icon aria-hidden="true" className="size-5 shrink-0 text-muted" />
      <span className="min-w-0 flex-1">{label}</span>
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted max-[16rem]:hidden" />
    </Link>
  );
}

function Row({ title, edit, children }: { title: string; edit?: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 border-line px-4 py-2.5 not-first:border-t">
      <div className="min-w-0 flex-1 basis-40">
        <h3 className="text-m font-[650]">{title}</h3>
        <p className="num text-s text-muted [overflow-wrap:anywhere]">{children}</p>
      </div>
      {edit && <Edit to={edit} what={title} />}
    </li>
  );
}
