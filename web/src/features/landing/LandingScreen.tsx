import { PageLayout } from '@/ui';

export function Component() {
  return (
    <PageLayout title="Home" width="wide">
      {null}
    </PageLayout>
  );
}
