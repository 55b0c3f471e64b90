import { PageLayout } from '@/ui';

export function Component() {
  return (
    <PageLayout title="Terms" heading="Terms">
      {null}
    </PageLayout>
  );
}
