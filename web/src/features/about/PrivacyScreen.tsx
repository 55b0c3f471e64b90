import { PageLayout } from '@/ui';

export function Component() {
  return (
    <PageLayout title="Privacy" heading="Privacy">
      {null}
    </PageLayout>
  );
}
