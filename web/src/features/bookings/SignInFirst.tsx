import { ClipboardList } from 'lucide-react';
import { useLocation } from 'react-router';
import { paths } from '@/shared/paths';
import { ButtonLink, EmptyState } from '@/ui';

/** For whoever is neither signed in nor a guest of this browser; afterwards they are back here. */
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
