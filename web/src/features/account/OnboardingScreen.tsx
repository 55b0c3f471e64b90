// /master/onboarding: where a new pro lands. The profile itself is not built yet, and the page says so.
import { useNavigate } from 'react-router';
import { logOut } from '@/api/logOut';
import { paths } from '@/shared/paths';
import { useSession } from '@/shared/session';
import { Button, ButtonLink, PageLayout } from '@/ui';

const TITLE = 'Complete your profile';

export function Onboarding() {
  const session = useSession();
  const navigate = useNavigate();
  return (
    <PageLayout title={TITLE} heading={TITLE} corner={null}>
      <div className="grid max-w-[560px] gap-6">
        <p className="text-muted [overflow-wrap:anywhere]">
          Signed in as <strong className="text-ink">{session?.email ?? 'a pro'}</strong> (pro account).
        </p>
        <section className="card grid gap-3">
          <h2 className="text-l">What comes next</h2>
          <p>
            Your account is ready. Before jobs can be offered to you we need your rates, your area, your
            skills and your documents.
          </p>
          <p>
            That part is not open yet. You do not have to do anything now: sign in again later and it will be
            here.
          </p>
        </section>
        <div className="grid gap-3 sm:max-w-[360px]">
          <ButtonLink to={paths.support} look="quiet">
            Help
          </ButtonLink>
          <Button
            look="quiet"
            onClick={() => {
              logOut();
              navigate(paths.landing);
            }}
          >
            Log out
          </Button>
        </div>
      </div>
    </PageLayout>
  );
}
