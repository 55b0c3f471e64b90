import type { ReactNode } from 'react';
import { buttonClass } from './Button';

interface OutsideButtonProps {
  href: string;
  icon: ReactNode;
  children: ReactNode;
}

/** A link that looks like a button and opens another app: the phone, the map. */
export function OutsideButton({ href, icon, children }: OutsideButtonProps) {
  return (
    <a
      href={href}
      {...(href.startsWith('https:') && { target: '_blank', rel: 'noreferrer' })}
      className={buttonClass('quiet', 'small', 'grow basis-28')}
    >
      {icon}
      <span>{children}</span>
    </a>
  );
}
