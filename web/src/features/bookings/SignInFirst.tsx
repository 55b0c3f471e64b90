import { ClipboardList } from 'lucide-react';
import { useLocation } from 'react-router';
import { paths } from '@/shared/paths';
import { ButtonLink, EmptyState } from '@/ui';

/** For visitors who are neither signed in nor a guest of this browser; after signing in they return here. */
export function SignInFirst({ title }: { title: string }) {
  const { pathname } = useLocation();
  return (
    <EmptyState
      icon={<ClipboardList aria-hidden="true" className="size-6" />}
      title={title}
      action={<ButtonLink to={paths.login({ role: 'client', next: pathname })}>Log in</ButtonLink>}
    >
      Booked without an account? Open the link in your confirmation.
    </EmptyState>
  );
}
