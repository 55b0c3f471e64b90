import { PageLayout } from '@/ui';

export function Component() {
  return (
    <PageLayout title="Support" heading="Support">
      {null}
    </PageLayout>
  );
}
