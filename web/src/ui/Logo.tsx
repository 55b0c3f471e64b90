import { Link } from 'react-router';

export function LogoMark({ className = 'size-7' }: { className?: string }) {
  return (
    <svg viewBox="0 0 28 28" fill="none" aria-hidden="true" className={className}>
      <rect width="28" height="28" rx="8" fill="#0e5566" />
      <path d="M19.5 9.2a7 7 0 1 0 0 9.6" stroke="#d98a57" strokeWidth="4.2" strokeLinecap="round" />
      <circle cx="20.4" cy="14" r="2.1" fill="#fff" />
    </svg>
  );
}

export function Logo() {
  return (
    <Link
      to="/"
      aria-label="Callout, to the home page"
      className="inline-flex min-h-11 items-center gap-2 rounded-small"
    >
      <LogoMark />
      <strong className="text-l tracking-[-0.02em]">Callout</strong>
    </Link>
  );
}
